"""The forms on the page of an entry: its score, and the answer to that of the opponent."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict

from core.phrases import phrase
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.phones.commands.claims import (
    ClaimResult,
    ConfirmClaim,
    ObjectToClaim,
)
from tournaments.results.forms.result_doubts import score_doubts


class ScoresForm(EventForm):
    """Base of the forms with two scores, the own one first; `names` are what the page calls both.

    `opponent` is whom the page showed: a form that was left open names no other game.
    """

    opponent = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    score = forms.IntegerField(min_value=LOWEST, max_value=HIGHEST)
    opponent_score = forms.IntegerField(min_value=LOWEST, max_value=HIGHEST)

    def __init__(
        self, data: QueryDict | None = None, *, where: EventContext, names: tuple[str, str]
    ) -> None:
        self.names = names
        super().__init__(data, where=where)

    def prepare(self) -> None:
        for name, player in zip(("score", "opponent_score"), self.names, strict=True):
            field = self.fields[name]
            field.label = player
            field.widget = forms.TextInput(
                attrs={
                    "class": "score",
                    "inputmode": "numeric",
                    "pattern": r"-?[0-9]*",
                    "maxlength": "4",
                    "enterkeyhint": "next" if name == "score" else "send",
                }
            )
            said = phrase(
                "The score of {player} must be a whole number from {lowest} to {highest}.",
                player=player,
                lowest=LOWEST,
                highest=HIGHEST,
            )
            field.error_messages.update(
                dict.fromkeys(("required", "invalid", "min_value", "max_value"), said)
            )

    def doubt(self) -> str:
        given = self.cleaned_data
        if given["score"] is None or given["opponent_score"] is None:
            return ""
        scores = given["score"], given["opponent_score"]
        return " ".join(score_doubts(scores, self.where.the_division, tie_said=True))


class ClaimForm(ScoresForm):
    """The score of a game."""

    command_class = ClaimResult
    seen = forms.CharField(required=False, max_length=12, widget=forms.HiddenInput)

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        return {**given, "seen": given["seen"] or None}


class ConfirmForm(ScoresForm):
    """That the opponent's score is right; the scores are hidden in it."""

    command_class = ConfirmClaim

    def doubt(self) -> str:
        """Returns nothing: both say it."""
        return ""


class ObjectForm(ScoresForm):
    """That the opponent's score is not right, and what it is where the player says so."""

    command_class = ObjectToClaim
    seen = forms.CharField(required=False, max_length=12, widget=forms.HiddenInput)

    def prepare(self) -> None:
        super().prepare()
        for name in ("score", "opponent_score"):
            self.fields[name].required = False

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        return {**given, "seen": given["seen"] or None}
