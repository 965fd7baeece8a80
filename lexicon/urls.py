"""The addresses of words: what the public reads."""

from __future__ import annotations

from django.urls import path

from lexicon.views import about

urlpatterns = [
    path("about/words/", about.show_about_words, name="about-words"),
]
