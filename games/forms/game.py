"""The form of a game: a file, pasted text, or typed move by move; and what was noted of it.

`GameForm(data, files, players=..., rules=..., lexicon=..., may_check_words=...)` stands within
the form of a page, by `games/_game_form.html` (as `game_form`) and `games/_game_form_assets.html`.
`is_valid()`, then `handed_in()` is what is put on record, `noted()` what was written of each
player, `went_first` who did. While `is_asking`, a button in it was pressed that is no hand-in:
the page is shown again, and nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

from games.engine.rulesets import RuleSet
from games.forms.noted import Noted, NotedForm
from games.models import Game
from games.recording import HandedIn
from lexicon.places import Chosen

LARGEST = 256 * 2**10
"""The most bytes of a game; a long one with notes has 10,000."""

_LONGEST_NAME = 200
# How archives begin; that of a tar stands further in.
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")
_TAR_AT = 257


class GameForm(forms.Form):
    """A game as somebody has it.

    `players` are their names as the public may read them, in the order of the page; a record that
    is typed calls them so. Words are looked up only where `may_check_words` and the rules say so.
    """

    unmarked = ("file", "pasted", "first")
    way = forms.ChoiceField(
        label="The game is",
        choices=Game.Source.choices,
        initial=Game.Source.FILE,
        widget=forms.RadioSelect,
    )
    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label="The file of the game",
        help_text="One game as GCG, 256 KB at most.",
    )
    pasted = forms.CharField(
        required=False,
        strip=False,
        max_length=LARGEST,
        label="The text of the game",
        help_text="GCG, as a program for annotating games shows or saves it.",
        widget=forms.Textarea(
            attrs={"class": "lines", "rows": 10, "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    first = forms.ChoiceField(
        required=False,
        label="Who went first",
        help_text="Needed only where the game itself does not say it.",
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
    ) -> None:
        super().__init__(data, files, prefix="game", label_suffix="", use_required_attribute=False)
        self.names = tuple(players)
        self.rules = rules
        self.lexicon = lexicon
        self.may_check_words = may_check_words
        self.players = tuple(
            NotedForm(data, prefix=f"game-{seat}", name=name) for seat, name in enumerate(players)
        )
        offered: Any = self.fields["first"]
        named = [(str(seat), name) for seat, name in enumerate(self.names)]
        offered.choices = [("", "as the game says"), *named]

    @property
    def way_chosen(self) -> str:
        """How the game is given, as chosen so far."""
        return str(self["way"].value() or Game.Source.FILE)

    @property
    def went_first(self) -> int | None:
        """Who went first, as a place in `players`; None where that is as the record says."""
        said = self.cleaned_data["first"]
        return int(said) if said else None

    @property
    def is_asking(self) -> bool:
        """Whether a button was pressed that is no hand-in: it is not valid then, nor wrong."""
        return False

    def is_unfolded(self) -> bool:
        """Returns whether the times have to be seen, because something was written there."""
        return any(field.errors or field.value() for player in self.players for field in player)

    def is_valid(self) -> bool:
        """Returns whether everything that was chosen can be taken."""
        noted = [player.is_valid() for player in self.players]
        return super().is_valid() and all(noted)

    def clean(self) -> dict[str, Any]:
        """Refuses a way that is chosen and left empty, and what cannot be a game."""
        given = super().clean() or {}
        if given.get("way") == Game.Source.FILE:
            self._clean_file(given.get("file"))
        elif given.get("way") == Game.Source.PASTED and not self.errors:
            self._clean_content("pasted", given["pasted"].encode())
        return given

    def handed_in(self) -> HandedIn:
        """Returns what a valid form hands in."""
        return self._handed_in

    def noted(self) -> tuple[Noted, ...]:
        """Returns what a valid form says of each player, in the order of `players`."""
        return tuple(player.noted() for player in self.players)

    def _clean_file(self, sent: UploadedFile[bytes] | None) -> None:
        if sent is None:
            if "file" not in self.errors:
                self.add_error("file", "Choose the file of the game.")
        elif (sent.size or 0) > LARGEST:
            self.add_error("file", f"A game has at most {LARGEST // 2**10} KB.")
        else:
            self._clean_content("file", sent.read(), (sent.name or "")[-_LONGEST_NAME:])

    def _clean_content(self, field: str, content: bytes, name: str = "") -> None:
        if not content.strip():
            self.add_error(field, "There is nothing in it.")
        elif len(content) > LARGEST:
            self.add_error(field, f"A game has at most {LARGEST // 2**10} KB.")
        elif is_archive(content):
            self.add_error(
                field, "This is an archive. Unpack it, and send the file of one game from it."
            )
        else:
            self._handed_in = HandedIn(content, self.cleaned_data["way"], name)


def is_archive(content: bytes) -> bool:
    """Returns whether a file begins as archives and compressed files do."""
    return content.startswith(_ARCHIVES) or content[_TAR_AT : _TAR_AT + 5] == b"ustar"
