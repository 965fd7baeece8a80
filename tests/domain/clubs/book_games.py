"""Invented games for the book of records: single ones, and many drawn with a seed."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

from clubs.records.book.facts import (
    BookEvent,
    BookSide,
    FactEnding,
    GameFact,
    RecordedPlay,
    RecordedSide,
)

START = date(2026, 1, 5)
NIGHT = BookEvent("night-1", "oak", "2026", is_night=True)
CUP = BookEvent("cup")
PLAYERS = ("ann", "ben", "cas", "dee", "eli")
SCORES = (-10, 290, 300, 400, 401, 520)


def played(key: str, *scores: tuple[str, int], **said: Any) -> GameFact:
    """Returns a game on the first night of the club called oak, unless said otherwise."""
    fields: dict[str, Any] = {"day": START, "order": 1, "event": NIGHT, "family": "NWL"}
    sides = said.pop("sides", None) or tuple(BookSide(player, score) for player, score in scores)
    return GameFact(key=key, sides=sides, **{**fields, **said})


def recorded(score: int, **said: Any) -> RecordedSide:
    """Returns the record of a player with so many points and no phoney, unless said otherwise."""
    return RecordedSide(**{"record_score": score, "phoneys": 0, **said})


def drawn_game(key: str, rng: random.Random, *, weeks: int = 4) -> GameFact:
    """Returns a game of few people on few nights and in one cup, of any kind there is."""
    week = rng.randrange(weeks)
    event = rng.choice(
        (
            BookEvent(f"night-{week}", "oak", f"s{week // 3}", is_night=True),
            BookEvent(f"night-{week}", "oak", f"s{week // 3}", is_night=True),
            BookEvent("elm-night", "elm", "s0", is_night=True),
            BookEvent("open-night", is_night=True),
            CUP,
            CUP,
        )
    )
    ending = rng.choice((*[FactEnding.PLAYED] * 12, *FactEnding))
    counts = {FactEnding.BYE: (1,), FactEnding.FORFEIT: (1, 2)}.get(ending, (2, 2, 2, 2, 3))
    count = rng.choice(counts)
    scores = [rng.choice(SCORES) for _ in range(count)]
    has_record = count == 2 and rng.random() < 0.5
    return GameFact(
        key=key,
        day=START + timedelta(7 * week + rng.choice((0, 0, 0, 1))),
        order=rng.randrange(3),
        event=event,
        family=rng.choice(("NWL", "NWL", "CSW")),
        sides=tuple(
            BookSide(
                player,
                score,
                rng.choice((None, 0, 1000, 1200)),
                drawn_record(score, rng) if has_record else None,
            )
            for player, score in zip(rng.sample(PLAYERS, count), scores, strict=True)
        ),
        division=rng.choice(("A", "B")) if event == CUP else "",
        first=rng.choice((None, 0)),
        ending=ending,
        winner=None if ending is FactEnding.PLAYED else rng.choice((None, *range(count))),
        is_rated=rng.random() < 0.8,
        is_handicapped=rng.random() < 0.1,
    )


def drawn_record(score: int, rng: random.Random) -> RecordedSide:
    """Returns the record of a player, of any kind there is."""
    return RecordedSide(
        record_score=score - rng.choice((0, 0, 5)),
        phoneys=rng.choice((None, 0, 0, 1)),
        blanks=rng.randrange(3),
        bingos=rng.randrange(4),
        bingos_in_a_row=rng.randrange(4),
        triple_triples=rng.randrange(2),
        comeback=rng.choice((0, 40, 120)),
        best=drawn_play(rng),
        best_without_bingo=drawn_play(rng),
        opening=drawn_play(rng),
        out=drawn_play(rng),
        longest=drawn_play(rng),
    )


def drawn_play(rng: random.Random) -> RecordedPlay | None:
    """Returns a play, or none."""
    if rng.random() < 0.2:
        return None
    return RecordedPlay(
        rng.choice((0, 60, 80)), rng.randrange(2, 9), "8D QUIZ", rng.choice((None, False, True))
    )
