"""What is sent from a night's page: each form builds one command, and carries its key."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict

from clubs.kernel.queries.night_games import NIGHT
from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import NightGame, PlayTonight, RemoveNightGame
from clubs.nights.commands.three_handed import (
    CorrectThreeHanded,
    RecordThreeHanded,
    RemoveThreeHanded,
)
from core.journal.command import Command
from core.journal.execute import REASON_LIMIT
from core.journal.undo import UndoEntry
from core.phrases import phrase
from tournaments.kernel.queries.rights import event_scope
from tournaments.results.commands.results import CorrectResult, EnterResult

_GAME = re.compile(r"\d{1,4}-\d{1,4}(-\d{1,4})?")
_KEY = r"^[0-9a-f]{32}$"


class NightForm(forms.Form):
    """Base of the forms of a night; `token` is the key under which it is done once.

    `confirmed` accepts what the command asked back.
    """

    token = forms.RegexField(_KEY, label="", required=False)
    confirmed = forms.BooleanField(label="", required=False)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, use_required_attribute=False)

    def sent(self, name: str) -> list[str]:
        """Returns all that was sent under a name."""
        return self.data.getlist(name) if isinstance(self.data, QueryDict) else []

    def command(self, night: str) -> Command:
        """Returns the command that a valid form asks for on a night."""
        raise NotImplementedError

    @property
    def given_reason(self) -> str:
        """The reason given, empty where none is asked for."""
        return str(self.cleaned_data.get("why", ""))


def whole_number(label: str, *, required: bool = True) -> forms.IntegerField:
    """Returns a field for a whole number that is one of a night."""
    return forms.IntegerField(label=label, required=required, min_value=-9999, max_value=99999)


class OpenNightForm(forms.Form):
    """Opens a night of a club."""

    held_on = forms.DateField(label=phrase("Day"))
    place = forms.CharField(label=phrase("Place"), max_length=120, required=False)

    def command(self, club: str) -> Command:
        """Returns the command that a valid form asks for in a club."""
        held_on: date = self.cleaned_data["held_on"]
        return OpenNight(club=club, held_on=held_on, place=self.cleaned_data["place"])


class ArrivalsForm(NightForm):
    """Notes who came: keys of the register, a guest by name."""

    guest = forms.CharField(label=phrase("Guest"), max_length=60, required=False)

    def command(self, night: str) -> Command:
        guest = self.cleaned_data["guest"].strip()
        players = [player for player in self.sent("players") if player]
        return ArriveTonight(event=night, players=tuple(players), guests=(guest,) if guest else ())


class PersonForm(NightForm):
    """Base of what is said of one person of the night."""

    entry = whole_number(phrase("Player"))


class LeaveForm(PersonForm):
    """Notes that somebody has left."""

    def command(self, night: str) -> Command:
        return LeaveTonight(event=night, entry=self.cleaned_data["entry"])


class ComeBackForm(PersonForm):
    """Notes that somebody is here again."""

    def command(self, night: str) -> Command:
        return ComeBackTonight(event=night, entry=self.cleaned_data["entry"])


class PlayForm(NightForm):
    """Begins games: those that were proposed, each as "3-7", or one of one's own choice."""

    one = whole_number(phrase("Player"), required=False)
    two = whole_number(phrase("Opponent"), required=False)
    third = whole_number(phrase("Third player"), required=False)
    first = whole_number(phrase("Goes first"), required=False)
    lexicon = forms.CharField(label=phrase("Word list"), max_length=20, required=False)
    minutes = whole_number(phrase("Minutes each"), required=False)
    start_one = whole_number(phrase("Points of the player before the game"), required=False)
    start_two = whole_number(phrase("Points of the opponent before the game"), required=False)
    challenger = whole_number(phrase("Challenger on the ladder"), required=False)
    unrated = forms.BooleanField(label=phrase("Unrated"), required=False)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        # A page without a script sends a field for each game, the outbox one with all of them.
        proposed = " ".join(self.sent("games")).split()
        if not all(_GAME.fullmatch(game) for game in proposed):
            self.add_error(None, phrase("This is not a list of games."))
            proposed = []
        elif not proposed and (values.get("one") is None or values.get("two") is None):
            field = "one" if values.get("one") is None else "two"
            self.add_error(field, phrase("Choose the two who play."))
        values["proposed"] = [tuple(map(int, game.split("-"))) for game in proposed]
        return values

    def command(self, night: str) -> Command:
        values = self.cleaned_data
        games = [NightGame(**dict(zip(_SEATS, game, strict=False))) for game in values["proposed"]]
        return PlayTonight(
            event=night,
            games=tuple(games or [self._own_choice()]),
            confirmed=values["confirmed"],
        )

    def _own_choice(self) -> NightGame:
        values = self.cleaned_data
        said = {name: values[name] for name in (*_SEATS, "first", "challenger")}
        terms = {name: values[name] or 0 for name in ("minutes", "start_one", "start_two")}
        return NightGame(
            **said, **terms, lexicon=values["lexicon"].strip(), rated=not values["unrated"]
        )


_SEATS = ("one", "two", "third")


class OfTwoForm(NightForm):
    """Base of what is said of a game of two."""

    wave = whole_number(phrase("Wave"))
    one = whole_number(phrase("Player"))
    two = whole_number(phrase("Opponent"))


class RemoveForm(OfTwoForm):
    """Takes a game away that was seated by mistake."""

    def command(self, night: str) -> Command:
        names = ("wave", "one", "two")
        return RemoveNightGame(event=night, **{name: self.cleaned_data[name] for name in names})


class ResultForm(OfTwoForm):
    """Enters the scores of a game."""

    score_one = whole_number(phrase("Score"))
    score_two = whole_number(phrase("Score of the opponent"))

    def outcome(self, night: str) -> dict[str, Any]:
        """Returns the fields of a result of tournaments."""
        values = self.cleaned_data
        return {
            "event": night,
            "division": NIGHT,
            "round": values["wave"],
            "entry": values["one"],
            "opponent": values["two"],
            "score": values["score_one"],
            "opponent_score": values["score_two"],
        }

    def command(self, night: str) -> Command:
        return EnterResult(**self.outcome(night))


class CorrectForm(ResultForm):
    """Corrects the scores of a game. Later games of the night stay as they are in any case."""

    why = forms.CharField(label=phrase("Reason"), max_length=REASON_LIMIT)

    def command(self, night: str) -> Command:
        return CorrectResult(**self.outcome(night), confirmed=True)


class OfThreeForm(NightForm):
    """Base of what is said of a game of three."""

    number = whole_number(phrase("Game"))


class RemoveThreeForm(OfThreeForm):
    """Takes a game of three away that was seated by mistake."""

    def command(self, night: str) -> Command:
        return RemoveThreeHanded(event=night, number=self.cleaned_data["number"])


class ScoreThreeForm(OfThreeForm):
    """Enters the scores of a game of three."""

    score_one = whole_number(phrase("Score"))
    score_two = whole_number(phrase("Score"))
    score_three = whole_number(phrase("Score"))

    @property
    def scores(self) -> tuple[int, int, int]:
        """The three scores in the order of the players."""
        values = self.cleaned_data
        return values["score_one"], values["score_two"], values["score_three"]

    def command(self, night: str) -> Command:
        number = self.cleaned_data["number"]
        return RecordThreeHanded(event=night, number=number, scores=self.scores)


class CorrectThreeForm(ScoreThreeForm):
    """Corrects the scores of a game of three."""

    why = forms.CharField(label=phrase("Reason"), max_length=REASON_LIMIT)

    def command(self, night: str) -> Command:
        number = self.cleaned_data["number"]
        return CorrectThreeHanded(event=night, number=number, scores=self.scores)


class UndoForm(NightForm):
    """Takes back an entry of the night's log."""

    seq = whole_number(phrase("Log"))

    def command(self, night: str) -> Command:
        return UndoEntry(journal=event_scope(night), seq=self.cleaned_data["seq"])


class ArrangeForm(forms.Form):
    """How the next games are to be arranged; nothing is done by it."""

    by = forms.ChoiceField(
        label=phrase("Pair"),
        choices=[
            ("record", phrase("by tonight's record")),
            ("longest_not_met", phrase("who never or longest not met")),
            ("rating_band", phrase("by rating band")),
        ],
    )
    odd = forms.ChoiceField(
        label=phrase("An odd player"),
        choices=[
            ("sits_out", phrase("sits out")),
            ("two_boards", phrase("meets somebody who plays two boards")),
            ("three_handed", phrase("joins a game of three")),
        ],
    )
    bands = forms.CharField(
        label=phrase("Bands begin at"), max_length=60, required=False, initial="1000 1400"
    )

    def clean_bands(self) -> tuple[int, ...]:
        """Returns the lowest ratings of the bands."""
        words = self.cleaned_data["bands"].replace(",", " ").split()
        if not all(word.isdecimal() and len(word) <= 4 for word in words):
            raise forms.ValidationError(phrase("Write ratings, with spaces between them."))
        return tuple(int(word) for word in words)
