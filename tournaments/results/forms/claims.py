"""Forms of what the director decides of claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from core.phrases import phrase
from tournaments.claiming import Scores
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute

OTHER = "other"


class DecideForm(EventForm):
    """Base of the forms about a board with claims, from the side of the entry in the address."""

    def claimed(self) -> ClaimedBoard | None:
        """Returns the board with what is claimed of it, None where nothing is."""
        board = self.where.board
        found = [] if board is None else claimed_boards(pk=board.pk)
        return found[0] if found else None

    @property
    def photos(self) -> tuple[str, ...]:
        """The photos of the slip that the two sent."""
        board = self.claimed()
        return board.photos if board else ()

    @property
    def version(self) -> int:
        """The version of the board that is shown now."""
        return self.where.board.version if self.where.board else 0

    def said(self) -> list[tuple[str, Scores | None]]:
        """Returns who of the two said what, from the side of the entry."""
        board = self.claimed()
        if board is None:
            return []
        entry, other = self.where.the_entry, self.where.opponent
        names = {one.number: str(one) for one in (entry, other) if one is not None}
        mine_first = board.entries[0] == entry.number
        return [
            (
                names[board.entries[claim.position]],
                claim.scores
                if claim.scores is None or mine_first
                else (claim.scores[1], claim.scores[0]),
            )
            for claim in board.claims
        ]

    def payload(self) -> dict[str, Any]:
        seen = self.data.get("seen", "")
        return {
            "opponent": self.where.opponent.number if self.where.opponent else None,
            "seen": int(seen) if seen.isdecimal() and len(seen) < 9 else None,
        }


class AcceptClaimForm(DecideForm):
    """Accepts the claim that is shown."""

    command_class = AcceptClaim
    above = "tournaments/results/_claim.html"
    score = forms.IntegerField(
        min_value=LOWEST, max_value=HIGHEST, widget=forms.HiddenInput, label=phrase("Score")
    )
    opponent_score = forms.IntegerField(
        min_value=LOWEST, max_value=HIGHEST, widget=forms.HiddenInput, label=phrase("Opponent")
    )

    def prefilled(self) -> Mapping[str, Any]:
        scores = next((said for _, said in self.said() if said is not None), None)
        return {} if scores is None else dict(zip(("score", "opponent_score"), scores, strict=True))

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        scores = {name: given[name] for name in ("score", "opponent_score")}
        return {**super().payload(), **scores}


class SettleDisputeForm(DecideForm):
    """Chooses one of the two results that were said, or gives another."""

    command_class = SettleDispute
    above = "tournaments/results/_slip_photos.html"
    unmarked = ("score", "opponent_score")
    submit = phrase("Settle it")
    choice = forms.ChoiceField(widget=forms.RadioSelect, label=phrase("What counts"))
    score = forms.IntegerField(required=False, min_value=LOWEST, max_value=HIGHEST)
    opponent_score = forms.IntegerField(required=False, min_value=LOWEST, max_value=HIGHEST)

    def prepare(self) -> None:
        entry, other = self.where.the_entry, self.where.opponent
        self.fields["score"].label = str(entry)
        self.fields["opponent_score"].label = str(other) if other else phrase("Opponent")
        for name in ("score", "opponent_score"):
            self.fields[name].widget.attrs["class"] = "score"
        choices = [
            (
                f"{said[0]} {said[1]}",
                phrase(
                    "{name} says: {one} {own}, {two} {other}",
                    name=name,
                    one=str(entry),
                    own=said[0],
                    two=str(other),
                    other=said[1],
                ),
            )
            for name, said in self.said()
            if said is not None
        ]
        self.offer("choice", [*choices, (OTHER, phrase("another score:"))])

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if given.get("choice") == OTHER and None in (
            given.get("score"),
            given.get("opponent_score"),
        ):
            self.add_error("score", phrase("Enter both scores."))
        return given

    def payload(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given["choice"] == OTHER:
            own, other = given["score"], given["opponent_score"]
        else:
            own, other = map(int, given["choice"].split())
        return {**super().payload(), "score": own, "opponent_score": other}


class CloseClaimsForm(EventForm):
    """Closes a round to claims."""

    command_class = CloseClaims
