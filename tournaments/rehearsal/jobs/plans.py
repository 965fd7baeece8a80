"""Plans of rehearsals: an event that is invented, and the copy of one that is to come."""

from __future__ import annotations

import re
from itertools import count

from core.errors import UserError
from core.phrases import phrase
from tournaments.entries.commands.late_entry import Member, RosterLine
from tournaments.entry_details import details_of
from tournaments.models import Division, Entry, Tournament
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import METHODS
from tournaments.pairing.wording import in_words
from tournaments.rehearsal.jobs.playing import DivisionPlan, EventPlan
from tournaments.rehearsal.jobs.terms import PairingTerms
from tournaments.simulation.day import CALM, USUAL
from tournaments.simulation.people import invent
from tournaments.standings.attendance import takes_part

MARK = "-rehearsal"
_MARKED = re.compile(rf"{MARK}(-\d+)?$")
SLUG_LIMIT = 60
NAME_LIMIT = 160
LEAST_PLAYERS = 4
UNRATED = 40
"""How many in a thousand invented players have no rating."""


def invented_event(
    slug: str,
    *,
    players: int,
    divisions: int,
    rounds: int,
    method: str,
    seed: str,
    name: str = "",
) -> EventPlan:
    """Returns a plan for invented players, split by rating into divisions of one size.

    Raises UserError for divisions of fewer than four players.
    """
    if divisions < 1 or players < LEAST_PLAYERS * divisions:
        raise UserError(
            phrase(
                "A division must have at least {least_players} players.",
                least_players=LEAST_PLAYERS,
            ),
            code="simulate.players",
            field="players",
        )
    _check_method(method)
    lines = invented_lines(players, seed=seed, unrated=UNRATED)
    cuts = [place * players // divisions for place in range(divisions + 1)]
    return EventPlan(
        slug=slug,
        name=name or phrase("Rehearsal {slug}", slug=slug),
        seed=seed,
        divisions=tuple(
            DivisionPlan(
                name=_letters(place),
                lines=lines[cuts[place] : cuts[place + 1]],
                rounds=rounds,
                method=method,
            )
            for place in range(divisions)
        ),
    )


def invented_lines(count: int, *, seed: str, unrated: int) -> tuple[RosterLine, ...]:
    """Returns invented people as lines of a roster; `unrated` of a thousand have no rating."""
    return tuple(
        RosterLine(
            members=(Member(name=person.name),), rating=person.rating, life_games=person.life_games
        )
        for person in invent(count, seed=seed, unrated=unrated)
    )


def rehearsal_of(
    event: Tournament,
    *,
    seed: str,
    method: str,
    complete: int | None = None,
    calm: bool = False,
    director: str = "",
) -> EventPlan:
    """Returns the plan of a rehearsal: the event's rosters and rules under a slug of its own.

    Conditions and rules of pairing are taken over; `method` empty follows the plans of rounds too.
    Those who are withdrawn from the start are left out. Raises UserError where no division has
    enough entries.
    """
    _check_method(method)
    rows = event.divisions.order_by("position", "name")
    divisions = [_copy(division, method) for division in rows]
    played = tuple(plan for plan in divisions if len(plan.lines) >= LEAST_PLAYERS)
    if not played:
        raise UserError(
            phrase(
                "A rehearsal needs a division with at least {least_players} entries.",
                least_players=LEAST_PLAYERS,
            ),
            code="rehearsal.empty",
        )
    return EventPlan(
        slug=free_slug(event.slug),
        name=event.name
        if event.rehearsal
        else phrase("Rehearsal of {name}", name=event.name)[:NAME_LIMIT],
        dates=event.dates,
        place=event.place,
        divisions=played,
        seed=seed,
        chances=CALM if calm else USUAL,
        director=director,
        complete=complete,
    )


def free_slug(slug: str) -> str:
    """Returns a slug for the next rehearsal of an event: `open-rehearsal`, `open-rehearsal-2`."""
    base = _MARKED.sub("", slug)
    ends = (MARK if number == 1 else f"{MARK}-{number}" for number in count(1))
    slugs = (base[: SLUG_LIMIT - len(end)].rstrip("-") + end for end in ends)
    return next(slug for slug in slugs if not Tournament.objects.filter(slug=slug).exists())


def _check_method(method: str) -> None:
    if method and method not in METHODS:
        unknown = PairingError("method.unknown", method=method, known=", ".join(METHODS))
        raise UserError(in_words(unknown), code=unknown.code, field="method")


def _copy(division: Division, method: str) -> DivisionPlan:
    entries = division.entries.prefetch_related("members").order_by("number")
    playing = [entry for entry in entries if _plays(division, entry)]
    return DivisionPlan(
        name=division.name,
        lines=tuple(map(_line, playing)),
        keys=tuple(entry.key for entry in playing),
        terms=PairingTerms.of(division),
        rounds=division.planned_rounds,
        ruleset=division.ruleset,
        overrides=division.overrides,
        rating_system=division.rating_system,
        method=method,
    )


def _line(entry: Entry) -> RosterLine:
    return RosterLine(
        members=tuple(
            Member(name=member.name, player=member.player) for member in entry.members.all()
        ),
        **details_of(entry),
    )


def _plays(division: Division, entry: Entry) -> bool:
    """Returns whether an entry plays any round, or may still arrive."""
    rounds = range(1, division.planned_rounds + 1)
    awaited = entry.presence == Entry.Presence.NOT_HERE
    return awaited or any(takes_part(entry.away, number) for number in rounds)


def _letters(place: int) -> str:
    """Returns the name of a division: A to Z, then AA and so on."""
    name = ""
    place += 1
    while place:
        place, letter = divmod(place - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
