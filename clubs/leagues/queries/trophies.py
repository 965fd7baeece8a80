"""The trophies of a club: who met for one, and who held it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from clubs.leagues.honours.trophies import Reign, TrophyMeeting, TrophyRules, reigns
from clubs.leagues.queries.leagues import is_over
from clubs.leagues.queries.tables import is_annulled, result_of
from clubs.models import LeagueMatch, Trophy, TrophyMeetingRow
from clubs.seasons.queries.nights import nights_of_club
from people.merging import keys_of, standing_for
from people.models import Club
from people.selectors import public_names
from tournaments.models import Board, EntryMember, Result, Round, Tournament


@dataclass(frozen=True)
class ComputedTrophy:
    """A trophy with its meetings in their order, and who held it one after another."""

    trophy: Trophy
    meetings: tuple[TrophyMeeting, ...]
    reigns: tuple[Reign, ...]
    names: Mapping[str, str]

    @property
    def holder(self) -> Reign | None:
        """Who holds it now, None while nobody ever did."""
        return self.reigns[-1] if self.reigns else None

    def name(self, key: str) -> str:
        """Returns what a holder is called."""
        return self.names.get(key, key)


def trophy_of(club: str, key: str) -> Trophy | None:
    """Returns a trophy of a club with its club, None where there is none; one query."""
    return Trophy.objects.select_related("club").filter(club__slug=club, key=key).first()


def trophies_of(club: str) -> list[Trophy]:
    """Returns the trophies of a club by name; one query."""
    return list(Trophy.objects.select_related("club").filter(club__slug=club))


def rules_of(trophy: Trophy, standing: Mapping[str, str] | None = None) -> TrophyRules:
    """Returns between whom a trophy is; LeagueError at `sides` for what no trophy can be.

    `standing` says which key stands for which; two of one trophy who were found to be one person
    stay two.
    """
    standing = standing or {}
    sides, holder = (trophy.one, trophy.other), trophy.holder
    merged = standing.get(trophy.one, trophy.one), standing.get(trophy.other, trophy.other)
    if merged[0] != merged[1] or not trophy.one:
        sides, holder = merged, standing.get(trophy.holder, trophy.holder)
    return TrophyRules(
        sides=sides if any(sides) else None,
        holder=holder or None,
        spread_decides=trophy.spread_decides,
    )


def computed_trophy(trophy: Trophy) -> ComputedTrophy:
    """Returns a trophy computed from its meetings; eight queries at most."""
    of_players = trophy.between == Trophy.Between.PLAYERS
    standing = standing_for() if of_players else {}
    meetings = [*_by_hand(trophy, standing)]
    if trophy.from_results:
        meetings += _games(trophy, standing) if of_players else _matches(trophy)
    meetings.sort(key=lambda one: (one.day, one.key))
    rules = rules_of(trophy, standing)
    if rules.sides:
        meetings = [one for one in meetings if {one.one, one.other} == set(rules.sides)]
    found = reigns(meetings, rules)
    keys = {key for one in meetings for key in (one.one, one.other)}
    keys |= {one.holder for one in found} | set(rules.sides or ())
    keys |= {trophy.one, trophy.other} - {""}
    return ComputedTrophy(trophy, tuple(meetings), found, names_of(trophy.between, keys))


def names_of(between: str, keys: Collection[str]) -> Mapping[str, str]:
    """Returns what clubs or players are called before everybody, by key; one query."""
    if between == Trophy.Between.PLAYERS:
        return public_names(keys)
    return dict(Club.objects.filter(slug__in=keys).values_list("slug", "name"))


def events_of(trophy: Trophy) -> QuerySet[Tournament]:
    """Returns the events whose games can be meetings for a trophy of players.

    For an open one these are the nights of its club; between two, all events of both.
    """
    if not trophy.one:
        return nights_of_club(trophy.club.slug).filter(starts_on__gte=trophy.begins_on)
    events = Tournament.objects.filter(rehearsal=False, starts_on__gte=trophy.begins_on)
    for key in (trophy.one, trophy.other):
        theirs = EntryMember.objects.filter(player__in=keys_of(key))
        events = events.filter(pk__in=theirs.values("entry__tournament"))
    return events


def _by_hand(trophy: Trophy, standing: Mapping[str, str]) -> Iterator[TrophyMeeting]:
    for row in trophy.meetings.all():
        one, other = standing.get(row.one, row.one), standing.get(row.other, row.other)
        if one != other:
            yield hand_meeting(row, one, other)


def hand_meeting(row: TrophyMeetingRow, one: str, other: str) -> TrophyMeeting:
    """Returns a meeting that was entered by hand, between these two."""
    won = row.half_points_one, row.half_points_other
    return TrophyMeeting(f"h{row.number:05}", row.day, one, other, won, row.spread)


def _matches(trophy: Trophy) -> Iterator[TrophyMeeting]:
    """Yields the matches between clubs in the leagues that the trophy's club keeps."""
    rows = LeagueMatch.objects.filter(league__club=trophy.club_id, day__gte=trophy.begins_on)
    for match in rows.select_related("league", "home", "away"):
        one, other = match.home.of_club, match.away.of_club
        played = is_over(match) and not match.walkover and not is_annulled(match)
        if played and one and other and one != other:
            assert match.day is not None
            result = result_of(match)
            yield TrophyMeeting(
                f"l{match.league.key}-{match.round:03}-{match.number:03}",
                match.day,
                one,
                other,
                (result.home.half_points, result.away.half_points),
                result.home.spread,
            )


def _games(trophy: Trophy, standing: Mapping[str, str]) -> list[TrophyMeeting]:
    """Returns the games that players of the register played with each other; three queries."""
    days = {row.pk: (row.slug, row.starts_on) for row in events_of(trophy)}
    members = EntryMember.objects.filter(entry__tournament__in=days).values_list(
        "entry_id", "player"
    )
    people: dict[int, list[str]] = defaultdict(list)
    for entry, player in members:
        people[entry].append(standing.get(player, player))
    boards: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in _seats(days):
        boards[row["pk"]].append(dict(row))
    found = []
    for seats in boards.values():
        sides = [people[seat["seats__entry"]] for seat in seats]
        if len(seats) == 2 and all(len(side) == 1 and side[0] for side in sides):
            slug, day = days[seats[0]["round__division__tournament"]]
            if sides[0] != sides[1] and day is not None:
                found.append(_of_board(seats[0], slug, day, sides))
    return found


def _seats(events: Collection[int]) -> Iterable[dict[str, Any]]:
    rows = Board.objects.filter(
        round__division__tournament__in=events,
        round__stage=Round.Stage.PUBLISHED,
        result__reason=Result.Reason.PLAYED,
    )
    seats: Iterable[dict[str, Any]] = rows.order_by("pk", "seats__position").values(
        *("pk", "slot", "round__number", "round__division__name", "seats__entry"),
        *("round__division__tournament", "result__won_one", "result__won_two"),
        *("result__score_one", "result__score_two"),
    )
    return seats


def _of_board(row: dict[str, Any], slug: str, day: date, sides: list[list[str]]) -> TrophyMeeting:
    place = f"{row['round__number']:03}-{row['slot']:03}"
    return TrophyMeeting(
        f"g{slug}-{place}-{row['round__division__name']}",
        day,
        sides[0][0],
        sides[1][0],
        (row["result__won_one"], row["result__won_two"]),
        (row["result__score_one"] or 0) - (row["result__score_two"] or 0),
    )
