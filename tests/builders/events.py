"""Events made with the commands that a director gives, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

from core.actors import CONSOLE
from core.journal.command import Command
from core.journal.execute import Done, execute
from core.journal.undo import UndoEntry
from people.commands import AddPlayer
from tests.builders.grounds import built_once
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.formats.content import (
    BoardContent,
    DivisionContent,
    EntryContent,
    EventContent,
    RoundContent,
    SeatContent,
    content_to_json,
)
from tournaments.importing.commands import ImportEvent
from tournaments.models import Division
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

GIVEN = "Ada Ben Cleo Dan Eve Finn Gus Hope Ivy Jon Kit Lia Moe Nell Otto Pia Quin Rex Sue Tom"
FAMILY = "Abbot Birch Colby Dorsey Ersby Farrow Gresham Harlow Isham Jessop Kendall Lorne"

Pairs = list[tuple[int, int]]


def give(command: Command, reason: str = "", **more: Any) -> Done:
    """Gives a command at the console."""
    return execute(command, actor=CONSOLE, reason=reason, **more)


def undo(journal: str, seq: int, **more: Any) -> Done:
    """Takes an entry of a journal back at the console."""
    return give(UndoEntry(journal=journal, seq=seq), **more)


def person(number: int) -> str:
    """Returns the name of the invented player with this number; no two have the same."""
    given, family = GIVEN.split(), FAMILY.split()
    rest, first = divmod(number, len(given))
    again, last = divmod(rest, len(family))
    return f"{given[first]} {family[last]}{'-' + family[again - 1] if again else ''}"


def circle(players: int, round_number: int) -> tuple[Pairs, list[int]]:
    """Returns who meets whom in a round of a round robin, and who has the bye."""
    seats = [*range(1, players + 1), *([0] if players % 2 else [])]
    turn = (round_number - 1) % (len(seats) - 1)
    ring = seats[1:]
    order = [seats[0], *ring[turn:], *ring[:turn]]
    half = len(order) // 2
    pairs = list(zip(order[:half], reversed(order[half:]), strict=True))
    return [p for p in pairs if 0 not in p], [a + b for a, b in pairs if 0 in (a, b)]


@built_once
def a_division(
    event: str,
    name: str = "A",
    *,
    players: int = 12,
    planned: int = 5,
    registered: Sequence[Member] = (),
    rating_system: str | None = None,
    **rules: object,
) -> Division:
    """Makes a division and enters its players; those `registered` come first."""
    give(
        CreateDivision(
            event=event,
            name=name,
            planned_rounds=planned,
            overrides=rules,
            rating_system=rating_system,
        )
    )
    members = [*registered, *(Member(name=person(n)) for n in range(len(registered), players))]
    for place, member in enumerate(members):
        rating = 2000 - 31 * place
        give(AddEntry(event=event, division=name, members=(member,), rating=rating))
    return Division.objects.get(tournament__slug=event, name=name)


@built_once
def a_published_round(event: str, division: str, number: int, *, players: int) -> Pairs:
    """Sets up and publishes the next round as a round robin; returns who meets whom."""
    pairs, byes = circle(players, number)
    boards = tuple(HandPairing(one=one, two=two) for one, two in pairs)
    give(SetUpRound(event=event, division=division, round=number, boards=boards, byes=tuple(byes)))
    give(PublishRound(event=event, division=division, round=number))
    return pairs


@built_once
def some_results(event: str, division: str, number: int, pairs: Pairs, *, seed: int = 1) -> None:
    """Enters a result for each of these games."""
    random = Random(f"{seed}/{division}/{number}")
    for one, _ in pairs:
        score, other = random.randint(280, 520), random.randint(280, 520)
        give(
            EnterResult(
                event=event,
                division=division,
                round=number,
                entry=one,
                score=score,
                opponent_score=other,
            )
        )


@built_once
def a_played_event(
    slug: str = "spring",
    *,
    divisions: Sequence[str] = ("A",),
    players: int = 12,
    rounds: int = 5,
    planned: int | None = None,
    open_games: int = 0,
    seed: int = 1,
    registered: Sequence[Member] = (),
    rating_system: str | None = None,
    starts_on: date | None = None,
) -> str:
    """Makes an event, plays it, and returns its slug.

    The last of the `rounds` lacks the results of `open_games` games; `planned` rounds are planned,
    by default those played. `registered` players are in the first division.
    """
    title = f"{slug.title()} Open"
    give(
        CreateEvent(event=slug, name=title, dates="1 to 3 May", place="Ersby", starts_on=starts_on)
    )
    for place, name in enumerate(divisions):
        known = registered if place == 0 else ()
        a_division(
            slug,
            name,
            players=players,
            planned=planned or rounds,
            registered=known,
            rating_system=rating_system,
        )
        for number in range(1, rounds + 1):
            pairs = a_published_round(slug, name, number, players=players)
            left = open_games if number == rounds else 0
            some_results(slug, name, number, pairs[left:], seed=seed)
    return slug


@built_once
def hidden_players() -> list[Member]:
    """Registers a player who is seen under an alias, and one under first name and initial."""
    give(
        AddPlayer(
            key="secretive",
            given_name="Philomena",
            family_name="Undisclosed",
            public_name_style="alias",
            alias="Lady P",
        )
    )
    give(
        AddPlayer(
            key="reticent",
            given_name="Bartholomew",
            family_name="Unmentioned",
            public_name_style="initial",
        )
    )
    return [
        Member(name="Philomena Undisclosed", player="secretive"),
        Member(name="Bartholomew Unmentioned", player="reticent"),
    ]


HIDDEN = ("Philomena", "Undisclosed", "Unmentioned")
"""The facts on hidden players that no public page or file may tell."""


def played_content(
    players: int, rounds: int, *, seed: int = 1, open_games: int = 0
) -> EventContent:
    """Returns the content of an event of one division, for tests and benchmarks that need it big.

    Pairs are random; the last round lacks the results of `open_games` games.
    """
    random = Random(seed)
    played = []
    for number in range(1, rounds + 1):
        order = random.sample(range(1, players + 1), players)
        pairs = [sorted(pair) for pair in zip(order[::2], order[1::2], strict=False)]
        left = open_games if number == rounds else 0
        boards = [
            BoardContent(
                seats=(
                    SeatContent(one, "first", random.randint(250, 550) if place >= left else None),
                    SeatContent(two, "second", random.randint(250, 550) if place >= left else None),
                ),
                number=place + 1,
            )
            for place, (one, two) in enumerate(pairs)
        ]
        played.append(RoundContent(number=number, boards=tuple(boards)))
    entries = tuple(
        EntryContent(number=n, name=person(n), rating=max(2100 - 5 * n, 1))
        for n in range(1, players + 1)
    )
    division = DivisionContent(
        name="A", entries=entries, rounds=tuple(played), planned_rounds=rounds
    )
    return EventContent(name="Grand Open", dates="July", divisions=(division,))


@built_once
def a_large_event(slug: str = "grand", *, players: int, rounds: int, open_games: int = 0) -> str:
    """Imports a big event and returns its slug."""
    content = played_content(players, rounds, open_games=open_games)
    give(ImportEvent(event=slug, content=content_to_json(content)))
    return slug
