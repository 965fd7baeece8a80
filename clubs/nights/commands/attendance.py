"""Who is here tonight: people arrive, leave, and come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from clubs.nights.commands.base import NightCommand, find_here
from clubs.nights.queries.seating import NightSeating
from core.journal.checked import fields_checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.names import shown_name
from core.phrases import joined_by_and, phrase, phrase_count
from people.merging import standing_for, with_all_keys
from people.selectors import players_named
from ratings.models import Standing
from tournaments.entries.commands.late_entry import (
    Member,
    check_names,
    check_unheld,
    known_players,
    random_number,
)
from tournaments.entries.queries.list_ratings import HIGHEST_RATING
from tournaments.kernel.commands.base import find_entry
from tournaments.kernel.queries.seeding import fix_numbers, next_key, next_numbers
from tournaments.models import Division, Entry, EntryMember

MOST_AT_ONCE = 200


@register
@dataclass(frozen=True, kw_only=True)
class ArriveTonight(NightCommand):
    """Notes who came: `players` by their keys in the register, `guests` by name alone.

    A person whom several keys mean came once, by the first of them.
    """

    code = "night.arrived"
    players: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()

    def apply(self, work: Work) -> Row:
        division = self.find_night()
        if not 1 <= len(self.players) + len(self.guests) <= MOST_AT_ONCE:
            raise Refused(
                phrase("Say who came, {most} people at most at once.", most=MOST_AT_ONCE),
                code="night.nobody",
                field="players",
            )
        arrivals = work.facts.decide("arrivals", self._arrivals)
        # Two who came once may have been found to be one since: a replay enters both.
        self._check(division, arrivals, {} if work.facts.are_recorded else standing_for())
        entries = _written(work, division, arrivals)
        return {
            "key": entries[-1].key,
            "entries": [entry.number for entry in entries],
            "names": [entry.shown_name for entry in entries],
        }

    def _arrivals(self) -> list[dict[str, Any]]:
        """Returns the name and the rating of everybody, as they are in the register now."""
        for player in sorted(
            player for player in set(self.players) if self.players.count(player) > 1
        ):
            raise Refused(
                phrase("{player} is in this list twice.", player=player),
                code="player.twice",
                field="players",
            )
        with _at("players"):
            known_players(set(self.players))
        players = players_named(self.players)
        once = {players[key].pk: key for key in reversed(self.players)}
        ratings = _ratings({*self.players, *(one.key for one in players.values())})
        members = [
            {
                "name": players[key].full_name,
                "player": key,
                "rating": ratings.get(key) or ratings.get(players[key].key, 0),
            }
            for key in self.players
            if once[players[key].pk] == key
        ]
        return members + [{"name": name.strip(), "player": "", "rating": 0} for name in self.guests]

    def _check(
        self, division: Division, arrivals: list[dict[str, Any]], standing: Mapping[str, str]
    ) -> None:
        """Raises Refused where somebody is here already, under whatever key, or has no name."""
        keys = {one["player"] for one in arrivals if one["player"]}
        with _at("players"):
            check_unheld(division, dict.fromkeys(keys | with_all_keys(keys, standing)))
        taken = {_spelt(name) for name in division.entries.values_list("name", flat=True)}
        for one in arrivals:
            with _at("players" if one["player"] else "guests"):
                check_names((Member(name=one["name"]),))
            if not one["player"] and _spelt(one["name"]) in taken:
                raise Refused(
                    phrase(
                        "There is a {name} tonight already; add an initial.",
                        name=shown_name(one["name"]),
                    ),
                    code="player.entered",
                    field="guests",
                )
            taken.add(_spelt(one["name"]))

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        self._check(self.find_night(), entry.facts["arrivals"], standing_for())

    def sentence(self, answer: Row) -> str:
        return phrase_count(
            "{names} is here",
            "{names} are here",
            count=len(answer["names"]),
            names=joined_by_and(answer["names"]),
        )


@contextmanager
def _at(field: str) -> Iterator[None]:
    """Has what is refused here be said at a field of this command."""
    try:
        yield
    except Refused as wrong:
        raise Refused(wrong.message, code=wrong.code, field=field) from wrong


def _spelt(name: str) -> str:
    return " ".join(shown_name(name).split()).casefold()


def _ratings(players: Iterable[str]) -> dict[str, int]:
    """Returns the rating of players on the list on which each has most games."""
    rows = Standing.objects.filter(player__in=players).order_by("games", "-rating_list__key")
    return {
        player: min(max(rating, 0), HIGHEST_RATING)
        for player, rating in rows.values_list("player", "rating")
    }


def _written(work: Work, division: Division, arrivals: list[dict[str, Any]]) -> list[Entry]:
    """Writes the entries of people who were checked, and fixes their numbers."""
    event = division.tournament
    numbers = next_numbers(division, len(arrivals))
    entries = [
        fields_checked(
            Entry(
                tournament=event,
                division=division,
                key=key,
                number=number,
                name=one["name"],
                rating=one["rating"],
                presence=Entry.Presence.HERE,
                random_number=random_number(event.seed, key),
            )
        )
        for key, (one, number) in enumerate(zip(arrivals, numbers, strict=True), next_key(event))
    ]
    event.last_entry_key = entries[-1].key
    event.save(update_fields=("last_entry_key",))
    work.ledger.create_many(entries)
    work.ledger.create_many(
        [
            EntryMember(entry=entry, position=1, name=one["name"], player=one["player"])
            for entry, one in zip(entries, arrivals, strict=True)
        ]
    )
    # On a night a number is a name tag from the beginning: nobody gets another one by a rating.
    fix_numbers(division)
    return entries


@register
@dataclass(frozen=True, kw_only=True)
class LeaveTonight(NightCommand):
    """Notes that somebody has left: they are in no game any more, and lose nothing by it."""

    code = "night.left"
    entry: int

    def apply(self, work: Work) -> Row:
        division = self.find_night()
        entry = find_here(division, self.entry, "entry")
        if entry.key in NightSeating.of(division).playing:
            raise Refused(
                phrase(
                    "{entry} still sits at a board; enter that result, or remove the game.",
                    entry=entry,
                ),
                code="night.playing",
                field="entry",
            )
        work.ledger.update(entry, presence=Entry.Presence.NOT_HERE)
        return {"name": entry.shown_name}

    def sentence(self, answer: Row) -> str:
        return phrase("no. {number} {name} left", number=self.entry, name=answer["name"])


@register
@dataclass(frozen=True, kw_only=True)
class ComeBackTonight(NightCommand):
    """Notes that somebody who had left is here again."""

    code = "night.returned"
    entry: int

    def apply(self, work: Work) -> Row:
        entry = find_entry(self.find_night(), self.entry)
        if not work.ledger.update(entry, presence=Entry.Presence.HERE):
            raise Refused(
                phrase("{entry} is here already.", entry=entry), code="night.here", field="entry"
            )
        return {"name": entry.shown_name}

    def sentence(self, answer: Row) -> str:
        return phrase("no. {number} {name} came back", number=self.entry, name=answer["name"])
