"""The addresses of words: what the public reads."""

from __future__ import annotations

from django.urls import path

from lexicon.views import about, kiosk

urlpatterns = [
    path("judge/", kiosk.show_judge, name="judge"),
    path("judge/rule/", kiosk.rule_on_play, name="judge-rule"),
    path("judge/leave/", kiosk.leave_judge, name="judge-leave"),
    path("about/words/", about.show_about_words, name="about-words"),
]
