"""The page about the list that comes with the program, with the notices of its makers."""

from __future__ import annotations

from django.template.loader import get_template
from django.utils import timezone

from core.phrases import numeral, phrase
from core.web.frame import readers_frame
from core.web.site import Site
from lexicon.casual import LABEL, casual_list, notices


def about_words_page(site: Site) -> str:
    """Returns the page about the list."""
    head = casual_list()
    context = {
        **readers_frame(site, at=timezone.now()),
        "title": phrase("About the word list"),
        "label": LABEL,
        "list": head,
        "words": numeral(head.words, ","),
        "lengths": [(length, numeral(count, ",")) for length, count in head.by_length.items()],
        "notices": notices(),
    }
    return get_template("lexicon/about_words.html").render(context)
