"""The door of a random event: rosters, check-in, and late arrivals."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from tests.builders.rating_lists import registered
from tests.scenarios.director import Director
from tournaments.entries.commands.check_in import ArriveLate, CheckIn
from tournaments.entries.commands.late_entry import Member, RosterLine
from tournaments.entries.commands.linking import LinkPlayers, PlayerLink
from tournaments.entries.commands.roster import AddRoster
from tournaments.models import EntryMember
from tournaments.standings.attendance import takes_part

PEOPLE = ("eve-1", "fay-2", "gus-3", "hal-4")
TICKS = ("here", "not_here", "clear")


class AtTheDoor(Director):
    """The rules of the door."""

    @rule(
        ratings=st.lists(st.integers(0, 2200), min_size=1, max_size=3),
        numbers=st.sampled_from(["", "7", "8"]),
    )
    def enter_a_roster(self, ratings: list[int], numbers: str) -> None:
        lines = tuple(
            RosterLine(
                members=(Member(name=f"R{place}"),), rating=rating, association_number=numbers
            )
            for place, rating in enumerate(ratings)
        )
        self.try_to(AddRoster(**self.named, entries=lines))

    @rule(
        links=st.lists(
            st.tuples(st.integers(1, 12), st.integers(1, 2), st.sampled_from(PEOPLE)), max_size=4
        )
    )
    def link_players(self, links: list[tuple[int, int, str]]) -> None:
        registered(PEOPLE)
        wanted = tuple(PlayerLink(entry=key, member=n, player=who) for key, n, who in links)
        self.try_to(LinkPlayers(**self.named, links=wanted))

    @rule(data=st.data(), ticks=st.lists(st.sampled_from(TICKS), min_size=1, max_size=3))
    def check_somebody_in(self, data: st.DataObject, ticks: list[str]) -> None:
        said: dict[str, Any] = dict.fromkeys(TICKS, ())
        for tick in ticks:
            said[tick] += (self.anybody(data),)
        self.try_to(CheckIn(**self.named, **said))

    @rule(data=st.data(), ahead=st.integers(-1, 1))
    def somebody_arrives(self, data: st.DataObject, ahead: int) -> None:
        self.try_to(
            ArriveLate(**self.named, entry=self.anybody(data), from_round=self.next_round() + ahead)
        )

    @invariant()
    def nobody_who_is_not_here_takes_part_in_the_next_round(self) -> None:
        for entry in self.sheet().entries.values():
            assert entry.presence != "not_here" or not takes_part(entry.away, self.next_round())

    @invariant()
    def nobody_of_the_register_is_entered_twice(self) -> None:
        members = EntryMember.objects.exclude(player="").filter(player__in=PEOPLE)
        assert len(keys := list(members.values_list("player", flat=True))) == len(set(keys))
