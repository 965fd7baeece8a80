"""The scoresheet in the form of a game: lines of fields, counted as they are.

It grows, counts and ends by buttons that post everything back; a script does the same as one types
(static/js/scoresheet.js), by the same fields and the same count.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from django import forms
from django.http import QueryDict

from core.phrases import phrase
from games.engine.boards import board
from games.engine.sheet.counting import CountedLine, SheetTerms
from games.engine.sheet.lines import FIELDS, SheetLine, What
from games.engine.sheet.scoresheet import CountedScoresheet, count_sheet
from games.forms.sheet_wording import WHAT_WORDS, said

FIRST_LINES, MORE_LINES, MOST_LINES = 8, 10, 120
STEPS = ("count", "more", "end")
"""The buttons of the sheet that hand nothing in."""

_CELL = {"autocomplete": "off", "spellcheck": "false", "autocorrect": "off"}
_TILES = _CELL | {"autocapitalize": "characters"}


def _cell(label: str, longest: int, **attrs: str) -> forms.CharField:
    widget = forms.TextInput(attrs={**_TILES, **attrs, "aria-label": label})
    return forms.CharField(label=label, max_length=longest, required=False, widget=widget)


class SheetLineForm(forms.Form):
    """One line of a scoresheet. After a count it has `told`, and `remarks` beside its errors."""

    player = forms.TypedChoiceField(coerce=int, label=phrase("Player"))
    what = forms.ChoiceField(
        label=phrase("What"), choices=[(what.value, words) for what, words in WHAT_WORDS.items()]
    )
    rack = _cell(phrase("Rack"), 60)
    where = _cell(phrase("Where"), 8)
    word = _cell(phrase("Tiles"), 80)
    score = _cell(phrase("Score on paper"), 8, inputmode="text")

    def __init__(self, data: QueryDict | None, number: int, names: Sequence[str]) -> None:
        super().__init__(
            data,
            prefix=f"game-line{number}",
            label_suffix="",
            use_required_attribute=False,
            initial={"player": number % max(1, len(names)), "what": What.PLAY.value},
        )
        self.number = number
        self.told: CountedLine | None = None
        self.remarks: list[str] = []
        offered: Any = self.fields["player"]
        offered.choices = list(enumerate(names))
        for name in ("player", "what"):
            label = self.fields[name].label
            self.fields[name].widget.attrs |= {"aria-label": label, "autocomplete": "off"}

    def line(self) -> SheetLine:
        """Returns the line of valid fields."""
        given = self.cleaned_data
        return SheetLine(
            **{name: given[name] for name in FIELDS if name != "what"}, what=What(given["what"])
        )

    def is_blank(self) -> bool:
        """Returns whether nothing is typed in it."""
        typed = (self[name].value() for name in ("rack", "where", "word", "score"))
        is_play = self["what"].value() == What.PLAY.value
        return is_play and not any(str(text or "").strip() for text in typed)


class Scoresheet:
    """All lines of a scoresheet, as posted; without data the first empty ones."""

    most = MOST_LINES

    def __init__(self, data: QueryDict | None, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._data = None if data is None else data.copy()
        self.sheet: CountedScoresheet | None = None
        self.terms: SheetTerms | None = None
        self.lines = self._forms(FIRST_LINES if data is None else _length_in(data))

    @property
    def step(self) -> str:
        """The button of the sheet that was pressed, '' for none."""
        pressed = self._data.get("game-step", "") if self._data is not None else ""
        return pressed if pressed in STEPS else ""

    @property
    def can_grow(self) -> bool:
        """Whether more lines may be added."""
        return len(self.lines) < MOST_LINES

    def count(self, terms: SheetTerms, first: int | None = None) -> bool:
        """Counts what was typed; returns whether it is a game without a mistake.

        Does first what a button of the sheet asked for.
        """
        self.terms = terms
        sheet = self._count(terms, first)
        if self.step and self._data is not None:
            self._take_step(self._data, sheet)
            sheet = self._count(terms, first)
        return not sheet.faults and bool(sheet.record.turns) and not self.has_mistakes()

    def has_mistakes(self) -> bool:
        """Returns whether a field of a line has an error."""
        return any(line.errors for line in self.lines)

    def proposed(self) -> list[str]:
        """Returns the lines that would end the game, each in words."""
        found = self.sheet.proposed if self.sheet else ()
        return [
            f"{self.names[line.player]}: {WHAT_WORDS[line.what]} {line.word or line.score}"
            for line in found
        ]

    def scores(self) -> list[tuple[str, int]]:
        """Returns the name and the score of each player."""
        found = self.sheet.scores if self.sheet else (0,) * len(self.names)
        return list(zip(self.names, found, strict=True))

    def _forms(self, length: int) -> list[SheetLineForm]:
        return [SheetLineForm(self._data, number, self.names) for number in range(length)]

    def _count(self, terms: SheetTerms, first: int | None) -> CountedScoresheet:
        """Counts the lines down to the first that has a field too long, and tells each line."""
        readable = list(takewhile(SheetLineForm.is_valid, self.lines))
        lines = [line.line() for line in readable]
        self.sheet = count_sheet(self.names, lines, terms, first=first)
        for line, told in zip(readable, self.sheet.told, strict=True):
            line.told = told
        for fault in self.sheet.faults:
            self.lines[fault.line].add_error(fault.field, said(fault, board(terms.board)))
        for remark in self.sheet.remarks:
            self.lines[remark.line].remarks.append(said(remark, board(terms.board)))
        return self.sheet

    def _take_step(self, data: QueryDict, sheet: CountedScoresheet) -> None:
        """Ends the game or adds lines; those at the end that are empty get the players to come."""
        typed = max((line.number + 1 for line in self.lines if not line.is_blank()), default=0)
        length = len(self.lines)
        if self.step == "end":
            for number, line in enumerate(sheet.proposed, typed):
                for field in FIELDS:
                    data[f"game-line{number}-{field}"] = str(getattr(line, field))
            typed += len(sheet.proposed)
        elif self.step == "more":
            length += MORE_LINES
        length = min(max(length, typed), MOST_LINES)
        for number in range(typed, length):
            player = (sheet.to_move + number - typed) % len(self.names)
            data[f"game-line{number}-player"] = str(player)
            data.setdefault(f"game-line{number}-what", What.PLAY.value)
        self.lines = self._forms(length)


def _length_in(data: QueryDict) -> int:
    """Returns how many lines a form says it has; hostile text says the first ones."""
    typed = str(data.get("game-lines", ""))
    if not typed.isascii() or not typed.isdecimal() or len(typed) > 4:
        return FIRST_LINES
    return min(max(int(typed), 1), MOST_LINES)
