"""The style guide: every component of the pages in every state it can be in, on one page."""

from __future__ import annotations

from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.phrases import phrase
from core.web.page_strip import page_strip
from core.web.view_access import reads

TABS = (
    (phrase("Standings"), "#tabs", True),
    (phrase("Pairings"), "#tabs", False),
    (phrase("Not yet"), None, False),
)
KEYED_TABS = (
    {"label": phrase("Overview"), "href": "#keyed-tabs", "digit": 1, "here": True},
    {"label": phrase("Players"), "href": "#keyed-tabs", "digit": 2, "here": False},
)
ROUNDS = (
    (1, "#rounds", False, ""),
    (2, "#rounds", True, "open"),
    (3, None, False, phrase("not yet")),
)
BADGES = (
    (phrase("complete"), "win"),
    (phrase("lost"), "loss"),
    (phrase("draft"), "tie"),
    (phrase("published"), "note"),
    (phrase("closed"), ""),
)
BUTTON_KINDS = (
    (phrase("Publish round 3"), ""),
    (phrase("Back"), "button-quiet"),
    (phrase("Withdraw"), "button-danger"),
    (phrase("Enter"), "button-small"),
    (phrase("Why"), "button-quiet button-small"),
)
# The grounds of a button; each has text and links of its own colour.
BUTTON_GROUNDS = (
    (phrase("the page"), ""),
    (phrase("a card"), "card"),
    (phrase("a table"), "sheet-ground"),
    (phrase("a message"), "message"),
    (phrase("a message that something is done"), "message message-done"),
    (phrase("a message that something is wrong"), "message message-error"),
    (phrase("the head of a page"), "site-head"),
)
COLOURS = ("text", "muted", "link", "win", "loss", "tie", "note", "accent")
TEXT_SIZES = ("tiny", "small", "note", "body", "large", "big", "huge", "hero")


class SampleForm(forms.Form):
    """A field of every kind that the pages use; `name` and `rating` are shown with a mistake."""

    unmarked = ("here",)

    name = forms.CharField(
        label=phrase("Name"), error_messages={"required": phrase("Enter a name.")}
    )
    rating = forms.IntegerField(
        label=phrase("Rating"),
        min_value=0,
        required=False,
        help_text=phrase("Leave it empty for players without a rating."),
    )
    division = forms.ChoiceField(label=phrase("Division"), choices=[("A", "A"), ("B", "B")])
    note = forms.CharField(label=phrase("Note"), required=False, widget=forms.Textarea({"rows": 2}))
    roster = forms.FileField(label=phrase("Roster"), required=False)
    here = forms.MultipleChoiceField(
        label=phrase("Here"),
        required=False,
        choices=[("1", "Ada"), ("2", "Bea")],
        widget=forms.CheckboxSelectMultiple,
    )


@reads
def show_styleguide(request: HttpRequest) -> HttpResponse:
    """Shows the components; a test compares the page with the folder of components."""
    wrong = SampleForm({"rating": -5, "division": "A"}, auto_id="wrong_%s")
    context = {
        "tabs": TABS,
        "keyed_tabs": KEYED_TABS,
        "pages": page_strip(5, 12, lambda _: "#pages"),
        "newer_older": Paginator(range(3), 1).page(2),
        "rounds": ROUNDS,
        "badges": BADGES,
        "button_kinds": BUTTON_KINDS,
        "button_grounds": BUTTON_GROUNDS,
        "colours": COLOURS,
        "sizes": TEXT_SIZES,
        "right": SampleForm(auto_id="right_%s"),
        "wrong": wrong,
        "messages": [
            Message(constants.SUCCESS, phrase("Round 3 is published.")),
            Message(constants.INFO, phrase("Two results are missing.")),
            Message(
                constants.ERROR, phrase("Board 4 was changed in the meantime; look at it again.")
            ),
        ],
    }
    return render(request, "styleguide.html", context)
