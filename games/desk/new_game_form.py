"""The form of a game of no event: who played, what it is, and the game itself."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from core.errors import UserError
from core.phrases import phrase
from desk.forms import CommandForm
from games.commands.free_games import PlayerNotes, RecordGame
from games.desk.context import FreeGameContext
from games.engine.rulesets import RULESETS, ruleset
from games.forms.game import GameForm, Noted
from games.handed_in import MOST
from games.models import Game
from games.recording import NamedPlayer
from lexicon.places import Chosen
from lexicon.selectors.installed import installed_lexica
from people.desk.fields import player_field
from people.kept import Suggested, suggestions
from people.selectors import public_names

_EVERYBODY = range(MOST)
_USUAL = range(2)
_RULES = "naspa"


class NewGameForm(CommandForm[FreeGameContext]):
    """Puts a game of no event on record; `game_form` holds the game itself.

    An empty name means the one in the file or the text; a typed game has none,
    so it needs all. Players in the register appear under their public names.
    """

    command_class = RecordGame
    fold_title = phrase("A third and a fourth player")
    folded = tuple(f"{what}_{seat}" for seat in (2, 3) for what in ("name", "player"))
    unmarked = ("name_0", "name_1", "player_0", "player_1", *folded)
    field_order = (
        *(f"{what}_{seat}" for seat in _EVERYBODY for what in ("name", "player")),
        *("title", "played_on", "lexicon", "ruleset"),
    )
    title = forms.CharField(max_length=160, required=False, label=phrase("Title"))
    played_on = forms.DateField(
        required=False, label=phrase("Played on"), widget=forms.DateInput(attrs={"type": "date"})
    )
    lexicon = forms.ChoiceField(required=False, label=phrase("Lexicon"))
    ruleset = forms.ChoiceField(label=phrase("Rules"), initial=_RULES)

    def prepare(self) -> None:
        for seat in _EVERYBODY:
            self.fields[f"name_{seat}"] = forms.CharField(
                max_length=120,
                required=False,
                label=phrase("Player {seat}", seat=seat + 1),
                widget=forms.TextInput(attrs={"data-name-of": seat}),
            )
            self.fields[f"player_{seat}"] = player_field(
                phrase("Player {seat} in the register", seat=seat + 1)
            )
            # The page says it once, for all of them, and so leaves the labels in a line.
            self.fields[f"player_{seat}"].help_text = ""
        self.order_fields(self.field_order)
        lists = [(one.code, one.label) for one in installed_lexica()]
        self.offer("lexicon", [("", phrase("none")), *lists])
        self.offer("ruleset", [(key, rules.edition) for key, rules in RULESETS.items()])
        self.game_form = self._game_form()

    def players(self) -> Sequence[Suggested]:
        """Returns the register, for the list of suggestions."""
        return suggestions()

    def is_valid(self) -> bool:
        """Returns whether the form and the game in it can be taken."""
        game = self.game_form.is_valid()
        return super().is_valid() and game

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        named = [bool(given.get(f"name_{n}") or given.get(f"player_{n}")) for n in self._seats()]
        if self.game_form.way_chosen == Game.Source.TYPED and not all(named):
            self.add_error(
                f"name_{named.index(False)}",
                phrase("To type a game, give the names of all players."),
            )
        return given

    def payload(self) -> dict[str, Any]:
        given, game = self.cleaned_data, self.game_form
        handed_in, noted = game.handed_in(), game.noted()
        order = game.seats
        named = [self._named(seat) for seat in order]
        return {
            "game": self._key(),
            "content": handed_in.content,
            "source": handed_in.source,
            "file_name": handed_in.file_name,
            "players": tuple(named) if any(one.name for one in named) else (),
            "title": given["title"],
            "played_on": given["played_on"],
            "lexicon": given["lexicon"],
            "ruleset": given["ruleset"],
            "notes": (
                tuple(_notes_of(noted[seat]) for seat in order)
                if any(value is not None for notes in noted for value in notes)
                else ()
            ),
        }

    def refuse(self, refused: UserError) -> None:
        """Shows one sentence, at the game where it is about that."""
        if refused.field == "content":
            self.game_form.refuse(refused)
        else:
            super().refuse(refused)

    def _game_form(self) -> GameForm:
        chosen = self["ruleset"].value()
        return GameForm(
            self.data if isinstance(self.data, QueryDict) else None,
            self.files if self.is_bound else None,
            players=[self._called(seat) for seat in self._seats()],
            rules=ruleset(chosen if chosen in RULESETS else _RULES),
            lexicon=self._lexicon(),
            may_check_words=True,
        )

    def _key(self) -> str:
        """Returns the key of the game: of what was sent, so that sending twice is one game."""
        return hashlib.sha256(self.idempotency_key.encode()).hexdigest()[:12]

    def _seats(self) -> range:
        """Returns the places of those who play: two, and as many more as are named."""
        filled = [seat for seat in _EVERYBODY if self._typed_name(seat)]
        return range(max(len(_USUAL), max(filled, default=0) + 1))

    def _typed_name(self, seat: int) -> str:
        return " ".join(
            str(self[f"{what}_{seat}"].value() or "").strip() for what in ("name", "player")
        ).strip()

    def _called(self, seat: int) -> str:
        """Returns the form's name for a player: the public name if in the register."""
        field = self.fields[f"player_{seat}"]
        try:
            player = field.clean(self[f"player_{seat}"].value())
        except forms.ValidationError:
            player = None
        if player is not None:
            return public_names([player.key])[player.key]
        typed = str(self[f"name_{seat}"].value() or "").strip()
        return typed or phrase("Player {seat}", seat=seat + 1)

    def _named(self, seat: int) -> NamedPlayer:
        named = self.cleaned_data[f"player_{seat}"]
        if named is not None:
            return NamedPlayer(public_names([named.key])[named.key], named.key)
        return NamedPlayer(self.cleaned_data[f"name_{seat}"])

    def _lexicon(self) -> Chosen | None:
        code = self["lexicon"].value()
        found = (one for one in installed_lexica() if one.code == code)
        return next((Chosen(one.code, one.sha256) for one in found), None)


def _notes_of(noted: Noted) -> PlayerNotes:
    return PlayerNotes(
        time_used_s=noted.time_used_s,
        overtime_s=noted.overtime_s,
        challenges_won=noted.challenges_won,
        challenges_lost=noted.challenges_lost,
    )
