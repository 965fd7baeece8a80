"""A director's conditions on the pairings of a random event, and whether they are kept."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from tests.scenarios.director import Director
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.pairing.position import BYE_POLICIES
from tournaments.pairing.terms.condition_conflicts import conflict_of
from tournaments.pairing.terms.conditions import OF_TWO, Condition, Kind, conditions_from_values
from tournaments.pairing.terms.rules import TEAM_MATES
from tournaments.rounds.commands.conditions import LiftCondition, SetCondition
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.pairing_rules import ChangePairingRules

KINDS: tuple[Kind, ...] = get_args(Kind)


class WithConditions(Director):
    """The rules of conditions."""

    @rule(
        data=st.data(),
        kind=st.sampled_from(KINDS),
        ahead=st.integers(0, 2),
        length=st.none() | st.integers(0, 2),
        board=st.integers(1, 4),
        seat=st.sampled_from([None, 1, 2]),
    )
    def set_a_condition(
        self,
        data: st.DataObject,
        kind: Kind,
        ahead: int,
        length: int | None,
        board: int,
        seat: int | None,
    ) -> None:
        first = self.next_round() + ahead
        more: dict[str, Any] = {"two": self.anybody(data)} if kind in OF_TWO else {}
        more |= {"place": board, "seat": seat} if kind == "board" else {}
        more |= {} if length is None or kind == "house" else {"last": first + length}
        self.try_to(
            SetCondition(**self.named, kind=kind, one=self.anybody(data), first=first, **more)
        )

    @rule(data=st.data())
    def lift_a_condition(self, data: st.DataObject) -> None:
        held = self.conditions()
        if held:
            one = data.draw(st.sampled_from(held))
            lift = LiftCondition(
                **self.named, kind=one.kind, key=one.one, other_key=one.two, first=one.first
            )
            assert self.try_to(lift)

    @rule(
        policy=st.none() | st.sampled_from(BYE_POLICIES),
        mates=st.none() | st.sampled_from(TEAM_MATES),
        until=st.none() | st.integers(0, 9),
        spares=st.none() | st.booleans(),
    )
    def change_the_rules_of_pairing(
        self, policy: Any, mates: Any, until: int | None, spares: bool | None
    ) -> None:
        self.try_to(
            ChangePairingRules(
                **self.named,
                bye_policy=policy,
                team_mates=mates,
                team_mates_until=until,
                bye_spares_newcomers=spares,
                bye_spares_first=spares,
            )
        )

    @rule()
    def pair_as_asked(self) -> None:
        number = self.next_round()
        if not self.try_to(PairRound(**self.named, round=number, method="swiss")):
            return
        sheet = load_sheet(self.division(), drafts=True)
        keys = {entry.number: entry.key for entry in sheet.entries.values()}
        boards = sheet.by_round.get(number, [])
        games = {frozenset(keys[seat.entry] for seat in b.seats) for b in boards if b.two}
        alone = {keys[b.one.entry]: b.reason for b in boards if not b.two}
        for held in self.conditions():
            if not held.holds_in(number):
                continue
            if held.kind == "apart":
                assert frozenset(held.keys) not in games
            if held.kind in ("house", "no_bye"):
                assert alone.get(held.one) != "bye"

    @invariant()
    def no_condition_contradicts_another(self) -> None:
        # Two may share a board while they meet; who lifts that leaves it to the one placed better.
        held = [condition for condition in self.conditions() if condition.kind != "board"]
        for place, condition in enumerate(held):
            others = [*held[:place], *held[place + 1 :]]
            clash = conflict_of(condition, others)
            assert clash is None or {condition.kind, clash.other.kind} == {"apart", "avoid"}

    def conditions(self) -> tuple[Condition, ...]:
        """Returns the conditions that the division has."""
        return conditions_from_values(self.division().conditions)
