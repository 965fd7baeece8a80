"""The layout of an event: its divisions, by what each is played, and the prizes; no entries yet.

It is made from a template or another event, changed on the page that sets an event up, and kept
there in JSON values until the commands are given that make the event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tournaments.cut_offs import LEAST_OF_A_CLASS, Wanted, parted, proposed
from tournaments.pairing.catalogue.method import cycle_of
from tournaments.pairing.plans.plan import PlanRow, plan_from_values
from tournaments.pairing.plans.plan_check import is_block
from tournaments.pairing.plans.presets import presets
from tournaments.prizing.records import PrizeKind

AS_BEFORE = "as-before"
"""The plan of a division that is taken over from another event, row by row."""
USUAL_ROUNDS, MOST_CLASSES = 7, 9
EXPECTED = 20
"""The players that a plan is drawn up for as long as nobody is entered."""


class DivisionLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A division to be made. `rounds` 0 are as many as it takes that everybody meets everybody.

    `plan` is the key of a ready plan, `AS_BEFORE` for `rows`, empty for none. `rating_system` None
    is the usual one, `pairing_rules` None those of the rule set. `cut_off` is its lowest rating,
    None in the last division. `classes` and `class_cut_offs` go from the strongest. `said` is what
    a roster calls it, whatever its name is since.
    """

    name: str
    said: str = ""
    rounds: int = USUAL_ROUNDS
    ruleset: str = "naspa"
    overrides: Mapping[str, Any] = {}
    rating_system: str | None = None
    plan: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    pairing_rules: Mapping[str, Any] | None = None
    lexicon: str = ""
    second_opinion: str = ""
    closes_word_tools: bool = False
    takes_games: bool = False
    cut_off: int | None = None
    classes: tuple[str, ...] = ()
    class_cut_offs: tuple[int, ...] = ()

    def rounds_for(self, players: int) -> int:
        """Returns how many rounds are played by so many players."""
        if self.rounds:
            return self.rounds
        return cycle_of(players) if players > 1 else USUAL_ROUNDS

    def plan_for(self, players: int) -> tuple[PlanRow, ...]:
        """Returns the rows of its plan for so many players, none for none."""
        rounds = self.rounds_for(players)
        if self.plan == AS_BEFORE:
            return _fitted(plan_from_values(self.rows), rounds)
        ready = next((one for one in presets() if one.key == self.plan), None)
        return ready.plan(players if players > 1 else EXPECTED, rounds) if ready else ()


class PrizeLayout(msgspec.Struct, frozen=True, kw_only=True):
    """A prize to be offered, `division` by its place in the layout, None for over all.

    `worth` is what it is, as it is typed: an amount, a part of the fund, or a thing.
    """

    kind: PrizeKind
    worth: str
    division: int | None = None
    prize_class: str = ""
    place: int = 1
    games: int = 0
    first_round: int = 0
    last_round: int = 0


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """The layout of an event. `terms` are fields of `SetPrizeTerms`, empty without a currency.

    `unrated` is the place of the division of those without a rating, None for the last one.
    `timetable` is that of the event before, on the days that it had.
    """

    divisions: tuple[DivisionLayout, ...]
    prizes: tuple[PrizeLayout, ...] = ()
    terms: Mapping[str, Any] = {}
    unrated: int | None = None
    timetable: Mapping[str, Any] = {}

    @property
    def currency(self) -> str:
        """The currency of the prizes, empty where none is known."""
        return str(self.terms.get("currency", ""))

    @property
    def cut_offs(self) -> tuple[int, ...]:
        """The cut-offs of all divisions but the last, 0 for one that was not said."""
        return tuple(one.cut_off or 0 for one in self.divisions[:-1])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the divisions."""
        return tuple(one.name for one in self.divisions)

    def parts_of(self, ratings: Sequence[int]) -> tuple[int, ...]:
        """Returns the place of the division of each of these ratings."""
        return parted(ratings, self.cut_offs, unrated=self.unrated)


def with_cut_offs(layout: Layout, ratings: Sequence[int]) -> Layout:
    """Returns the layout with cut-offs proposed for these ratings.

    Raises UserError where they cannot be parted.
    """
    wanted = Wanted(parts=len(layout.divisions), unrated=layout.unrated)
    found: list[int | None] = [*proposed(ratings, wanted), None]
    rows = zip(layout.divisions, found, strict=True)
    return msgspec.structs.replace(
        layout, divisions=tuple(msgspec.structs.replace(one, cut_off=cut) for one, cut in rows)
    )


def with_classes(division: DivisionLayout, ratings: Sequence[int]) -> DivisionLayout:
    """Returns a division with the cut-offs of its classes proposed for its players' ratings.

    Raises UserError where they cannot be parted.
    """
    if len(division.classes) < 2:
        return msgspec.structs.replace(division, class_cut_offs=())
    wanted = Wanted(parts=len(division.classes), least=LEAST_OF_A_CLASS, even=False)
    return msgspec.structs.replace(division, class_cut_offs=proposed(ratings, wanted))


def class_names(count: int) -> tuple[str, ...]:
    """Returns the names of so many classes, from A; one class alone is none."""
    return tuple("ABCDEFGHI"[:count]) if count > 1 else ()


def _fitted(rows: Sequence[PlanRow], rounds: int) -> tuple[PlanRow, ...]:
    """Returns the rows of a plan for another number of rounds: those that are new are Swiss."""
    kept = [
        row if row.last <= rounds else replace(row, last=rounds)
        for row in rows
        if row.first <= rounds and (row.last <= rounds or not is_block(row))
    ]
    last = max((row.last for row in kept), default=0)
    if last < rounds:
        kept.append(PlanRow(first=last + 1, last=rounds, method="swiss"))
    return tuple(kept)
