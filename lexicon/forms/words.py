"""The form in which words are asked for. It is sent by GET, so that an answer can be bookmarked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError

from core.phrases import phrase
from lexicon.selectors.installed import Installed
from lexicon.study_wording import KIND_WORDS, ORDER_WORDS, why_not
from lexicon.words.errors import WordError
from lexicon.words.patterns import LONGEST_QUERY, tiles_in
from lexicon.words.study import Order, Query, StudyKind, questions, read_range

_TILES = 40
_PAGES = 6
Read = TypeVar("Read")


class TilesWidget(forms.TextInput):
    """A line for tiles, with which no browser meddles."""

    def __init__(self) -> None:
        super().__init__(
            attrs={
                "class": "tiles",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        )


class WordsForm(forms.Form):
    """A question about the words of a lexicon, and what narrows its answer."""

    find = forms.ChoiceField(
        label=phrase("Words"), choices=[(kind.value, words) for kind, words in KIND_WORDS.items()]
    )
    tiles = forms.CharField(
        label=phrase("Tiles or a pattern"),
        max_length=LONGEST_QUERY,
        required=False,
        help_text=phrase(
            "? is any tile, * any number of tiles, [AEIOU] one of these, [^AEIOU] none."
        ),
        widget=TilesWidget,
    )
    length = forms.CharField(
        label=phrase("Length"), max_length=7, required=False, help_text=phrase("7, or 5-8")
    )
    vowels = forms.CharField(
        label=phrase("Number of vowels"),
        max_length=7,
        required=False,
        help_text=phrase("3, or 2-4"),
    )
    having = forms.CharField(
        label=phrase("With these tiles"),
        max_length=_TILES,
        required=False,
        help_text=phrase("Anywhere in the word; type a tile twice if it must be there twice"),
        widget=TilesWidget,
    )
    lacking = forms.CharField(
        label=phrase("Without these tiles"), max_length=_TILES, required=False, widget=TilesWidget
    )
    not_in = forms.ChoiceField(label=phrase("Not in"), required=False)
    also_in = forms.ChoiceField(label=phrase("Also in"), required=False)
    order = forms.ChoiceField(
        label=phrase("Order"),
        choices=[(order.value, words) for order, words in ORDER_WORDS.items()],
        required=False,
    )
    blanks = forms.ChoiceField(
        label=phrase("Drawn with"),
        choices=[("", phrase("the blanks")), ("no", phrase("no blanks"))],
        required=False,
    )

    narrowing = ("length", "vowels", "having", "lacking", "not_in", "also_in", "order", "blanks")

    def __init__(
        self, given: Mapping[str, Any] | None, lexicon: Installed, others: Sequence[Installed]
    ) -> None:
        super().__init__(given)
        self.tile_set = lexicon.tiles
        choices = [("", "–"), *((other.code, other.label) for other in others)]
        for name in ("not_in", "also_in"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    @property
    def narrowed(self) -> int:
        """The number of fields that narrow the answer or sort it."""
        return sum(bool(self[name].value()) for name in self.narrowing)

    def clean_length(self) -> tuple[int, int] | None:
        """Return the ends of the range of lengths."""
        return _said(read_range, self.cleaned_data["length"])

    def clean_vowels(self) -> tuple[int, int] | None:
        """Return the ends of the range of vowels."""
        return _said(read_range, self.cleaned_data["vowels"])

    def clean_having(self) -> str:
        """Return the tiles as they were typed, which name tiles."""
        return self._tiles("having")

    def clean_lacking(self) -> str:
        """Return the tiles as they were typed, which name tiles."""
        return self._tiles("lacking")

    def clean(self) -> dict[str, Any]:
        """Return the cleaned fields, once the tiles can be asked about in this way."""
        said: dict[str, Any] = super().clean() or {}
        if {"find", "tiles"} <= said.keys():
            try:
                questions(Query(StudyKind(said["find"]), said["tiles"]), self.tile_set)
            except WordError as wrong:
                self.add_error("tiles", why_not(wrong))
        return said

    def query(self, page: str) -> Query:
        """Return the question of a form without mistakes; a page that is no number is the first."""
        said = self.cleaned_data
        return Query(
            kind=StudyKind(said["find"]),
            text=said["tiles"],
            lengths=said["length"],
            vowels=said["vowels"],
            containing=said["having"],
            lacking=said["lacking"],
            order=Order(said["order"]),
            counts_blanks=said["blanks"] != "no",
            page=int(page) if page.isascii() and page.isdecimal() and len(page) < _PAGES else 1,
        )

    def _tiles(self, name: str) -> str:
        _said(lambda text: tiles_in(self.tile_set, text), self.cleaned_data[name])
        return str(self.cleaned_data[name])


def _said(read: Callable[[str], Read], text: str) -> Read:
    """Returns the value that `read` reads in a text; ValidationError says why it cannot be."""
    try:
        return read(text)
    except WordError as wrong:
        raise ValidationError(why_not(wrong)) from wrong
