"""The form of a game: a file, pasted text, or typed move by move; and what was noted of it.

`GameForm(data, files, players=..., rules=..., lexicon=..., may_check_words=...)` is within
the form of a page, by `games/_game_form.html` (as `game_form`) and `games/_game_form_assets.html`.
`is_valid()`, then `handed_in()` is what is put on record, `noted()` what was written of each
player, `went_first` who did. While `is_asking`, a button in it was pressed that is not a hand-in:
the page is shown again, and nothing is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from core.errors import UserError
from core.phrases import phrase
from games.engine.gcg.writing import write_gcg
from games.engine.rulesets import RuleSet
from games.forms.scoresheet import Scoresheet, SheetLineForm
from games.forms.sheet_terms import sheet_terms, token_of
from games.handed_in import LARGEST, bytes_of
from games.models import Game
from games.recording import HandedIn
from lexicon.places import Chosen

_CLOCK = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})", re.ASCII)
_MINUTES = re.compile(r"\d{1,3}", re.ASCII)
LONGEST_S = 24 * 60 * 60
MOST_CHALLENGES = 99
# How archives begin; that of a tar is further in.
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")
_TAR_AT = 257
# How photos, scans and other pictures begin; those of phones have a length before the name.
_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"%PDF", b"II*\0", b"MM\0*")
_BOXED_PICTURES = ((4, b"ftyp"), (8, b"WEBP"))
_LONGEST_START = 512

PICTURE = phrase(
    "This is a picture, not a game. Type the moves, or send the .gcg file that your program saves."
)


class Noted(NamedTuple):
    """The notes about a player; times in seconds, None where nobody made any."""

    time_used_s: int | None = None
    overtime_s: int | None = None
    challenges_won: int | None = None
    challenges_lost: int | None = None


class ClockField(forms.CharField):
    """A time as clocks show it, `24:10` or `1:02:30`, or whole minutes; cleaned to seconds."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=9, required=False, **more)
        self.widget.attrs |= {"inputmode": "numeric", "placeholder": phrase("min:sec")}

    def clean(self, value: Any) -> int | None:
        """Returns the seconds, None where nothing was typed."""
        typed = str(super().clean(value))
        if not typed:
            return None
        seconds = _seconds(typed)
        if seconds is None or seconds > LONGEST_S:
            raise forms.ValidationError(phrase("Give minutes and seconds, for example 24:10."))
        return seconds


class NotedForm(forms.Form):
    """The times and challenges of one player."""

    unmarked = ("time_used_s", "overtime_s", "challenges_won", "challenges_lost")
    time_used_s = ClockField(label=phrase("Time used"))
    overtime_s = ClockField(label=phrase("Overtime"))
    challenges_won = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_CHALLENGES, label=phrase("Challenges won")
    )
    challenges_lost = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_CHALLENGES, label=phrase("Challenges lost")
    )

    def __init__(self, data: QueryDict | None, seat: int, name: str) -> None:
        super().__init__(
            data, prefix=prefix_of(seat), label_suffix="", use_required_attribute=False
        )
        self.name = name
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def noted(self) -> Noted:
        """Returns the notes of a valid form on a player."""
        return Noted(**self.cleaned_data)


def overtime_in(data: Mapping[str, Any], seat: int) -> int | None:
    """Returns the overtime that was typed for a player, None where it is not a time yet."""
    try:
        return ClockField().clean(data.get(f"{prefix_of(seat)}-overtime_s", ""))
    except forms.ValidationError:
        return None


def prefix_of(seat: int) -> str:
    """Returns the prefix of the names of a player's fields."""
    return f"game-player{seat}"


def _seconds(typed: str) -> int | None:
    if _MINUTES.fullmatch(typed):
        return int(typed) * 60
    found = _CLOCK.fullmatch(typed)
    if found is None or int(found[3]) >= 60:
        return None
    return int(found[1] or 0) * 3600 + int(found[2]) * 60 + int(found[3])


class GameForm(forms.Form):
    """A game as somebody has it.

    `players` are their names as the public may read them, in the order of the page; a record that
    is typed calls them so. Words are looked up only where `may_check_words` and the rules say so.
    Without `asks_noted` nothing is noted of the players.
    """

    unmarked = ("file", "pasted", "first")
    way = forms.ChoiceField(
        label=phrase("The game is"),
        choices=Game.Source.choices,
        initial=Game.Source.FILE,
        widget=forms.RadioSelect,
    )
    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=phrase("The file of the game"),
        help_text=phrase("One game as GCG, 256 KB at most."),
    )
    pasted = forms.CharField(
        required=False,
        strip=False,
        max_length=LARGEST,
        label=phrase("The text of the game"),
        help_text=phrase("GCG, as shown or saved by a program for annotating games."),
        widget=forms.Textarea(
            attrs={"class": "lines", "rows": 10, "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    first = forms.ChoiceField(
        required=False,
        label=phrase("Who went first"),
        help_text=phrase("Needed only if the game itself does not say so."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        files: MultiValueDict[str, UploadedFile[bytes]] | None = None,
        *,
        players: Sequence[str],
        rules: RuleSet,
        lexicon: Chosen | None,
        may_check_words: bool,
        asks_noted: bool = True,
    ) -> None:
        super().__init__(data, files, prefix="game", label_suffix="", use_required_attribute=False)
        self.names = tuple(players)
        self.rules = rules
        self.lexicon = lexicon
        self.may_check_words = may_check_words
        self.scoresheet = Scoresheet(data, self.names)
        self._handed_in: HandedIn | None = None
        noted_of = list(enumerate(players)) if asks_noted else []
        self.players = tuple(NotedForm(data, seat, name) for seat, name in noted_of)
        offered: Any = self.fields["first"]
        named = [(str(seat), name) for seat, name in enumerate(self.names)]
        offered.choices = [("", phrase("as the game says")), *named]

    @property
    def token(self) -> str:
        """The data that the count while typing needs besides the lines."""
        return token_of(self.rules, self.lexicon, self.may_check_words)

    @property
    def way_chosen(self) -> str:
        """The chosen way to give the game."""
        return str(self["way"].value() or Game.Source.FILE)

    @property
    def went_first(self) -> int | None:
        """The player who went first, as a place in `players`; None if the record decides."""
        sheet = self.scoresheet.sheet
        if self.way_chosen == Game.Source.TYPED and sheet is not None:
            return sheet.seats[0]
        said = self.cleaned_data["first"]
        return int(said) if said else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The places in `players` in the order of the record, where a valid form says it."""
        sheet = self.scoresheet.sheet
        if self.way_chosen == Game.Source.TYPED and sheet is not None:
            return sheet.seats
        first = self.went_first or 0
        return (first, *(seat for seat in range(len(self.names)) if seat != first))

    @property
    def is_asking(self) -> bool:
        """Whether a button was pressed that hands nothing in: the form is then not judged."""
        return self.way_chosen == Game.Source.TYPED and bool(self.scoresheet.step)

    def has_mistakes(self) -> bool:
        """Returns whether anything is wrong here, in a line or in what was noted, too."""
        return bool(self.errors or self.wrong_lines()) or any(one.errors for one in self.players)

    def wrong_lines(self) -> list[SheetLineForm]:
        """Returns the lines of the scoresheet with mistakes, where the game is typed."""
        if self.way_chosen != Game.Source.TYPED:
            return []
        return [line for line in self.scoresheet.lines if line.errors]

    def is_unfolded(self) -> bool:
        """Returns whether the times have to be seen, because something was written there."""
        return any(field.errors or field.value() for player in self.players for field in player)

    def is_valid(self) -> bool:
        """Returns whether everything that was chosen can be taken."""
        noted = [player.is_valid() for player in self.players]
        return super().is_valid() and all(noted) and self._handed_in is not None

    def clean(self) -> dict[str, Any]:
        """Refuses a way that is chosen and left empty, and a scoresheet that cannot be a game."""
        given = super().clean() or {}
        way = given.get("way")
        if way == Game.Source.FILE:
            self._clean_file(given.get("file"))
        elif way == Game.Source.PASTED and "pasted" in given:
            self._clean_pasted(given["pasted"])
        elif way == Game.Source.TYPED and "first" in given:
            self._clean_typed(int(given["first"]) if given["first"] else None)
        return given

    def handed_in(self) -> HandedIn:
        """Returns the record that a valid form hands in, with its source and file name."""
        assert self._handed_in is not None
        return self._handed_in

    def noted(self) -> tuple[Noted, ...]:
        """Returns the notes of a valid form on each player, in the order of `players`."""
        return tuple(player.noted() for player in self.players)

    def refuse(self, refused: UserError) -> None:
        """Shows why the game could not be put on record, at the way that was chosen."""
        given = {Game.Source.FILE: "file", Game.Source.PASTED: "pasted"}
        self.add_error(given.get(Game.Source(self.way_chosen)), refused.message)

    def ask_for_file_again(self) -> None:
        """Says that the file has to be chosen once more, where one was and is not taken."""
        if self.way_chosen == Game.Source.FILE and self.files and "file" not in self.errors:
            self.add_error("file", phrase("Choose the file again; the browser does not keep it."))

    def _clean_file(self, sent: UploadedFile[bytes] | None) -> None:
        if sent is None:
            if "file" not in self.errors:
                self.add_error("file", phrase("Choose the file of the game."))
            return
        # What it is says more than how long it is, so that is looked at first.
        start = sent.read(_LONGEST_START)
        if is_picture(start):
            self.add_error("file", PICTURE)
        elif is_archive(start):
            self.add_error(
                "file", phrase("This is an archive. Unpack it and send the file of one game.")
            )
        elif (sent.size or 0) > LARGEST:
            self.add_error(
                "file", phrase("A game can have at most {largest} KB.", largest=LARGEST // 2**10)
            )
        else:
            self._handed_in = HandedIn(start + sent.read(), "file", sent.name or "")

    def _clean_pasted(self, text: str) -> None:
        content = bytes_of(text)
        if not text.strip():
            self.add_error("pasted", phrase("Paste the text of the game."))
        elif len(content) > LARGEST:
            self.add_error(
                "pasted", phrase("A game can have at most {largest} KB.", largest=LARGEST // 2**10)
            )
        else:
            self._handed_in = HandedIn(content, "pasted")

    def _clean_typed(self, first: int | None) -> None:
        over = tuple(overtime_in(self.data, seat) for seat in range(len(self.names)))
        terms = sheet_terms(self.rules, self.lexicon, self.may_check_words, over)
        is_game = self.scoresheet.count(terms, first)
        if self.is_asking:
            return
        sheet = self.scoresheet.sheet
        if sheet is not None and is_game and sheet.record.turns[0].player != 0:
            self.add_error(
                "first", phrase("The first turn on the scoresheet belongs to the other player.")
            )
        elif sheet is not None and is_game:
            self._handed_in = HandedIn(write_gcg(sheet.record).encode(), "typed")
        elif not self.scoresheet.has_mistakes():
            self.add_error(None, phrase("Type the game; the scoresheet is still empty."))
        else:
            self.add_error(
                None,
                phrase(
                    "Some lines of the scoresheet are not possible; see the messages beside them."
                ),
            )


def is_archive(content: bytes) -> bool:
    """Returns whether a file begins as archives and compressed files do."""
    return content.startswith(_ARCHIVES) or content[_TAR_AT : _TAR_AT + 5] == b"ustar"


def is_picture(content: bytes) -> bool:
    """Returns whether a file begins as photos, scans and PDFs do."""
    return content.startswith(_PICTURES) or any(
        content.startswith(name, at) for at, name in _BOXED_PICTURES
    )
