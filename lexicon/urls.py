"""The addresses of words: what the public reads."""

from __future__ import annotations

from django.urls import path

from lexicon.views import about, kiosk, words

urlpatterns = [
    path("judge/", kiosk.show_judge, name="judge"),
    path("judge/rule/", kiosk.rule_on_play, name="judge-rule"),
    path("judge/leave/", kiosk.leave_judge, name="judge-leave"),
    path("words/", words.choose_lexicon, name="words"),
    path("words/<str:code>/", words.search_words, name="words-search"),
    path("words/<str:code>/look-up/", words.look_up, name="words-look-up"),
    path("words/<str:code>/<str:word>/", words.show_word, name="words-word"),
    path("about/words/", about.show_about_words, name="about-words"),
]
