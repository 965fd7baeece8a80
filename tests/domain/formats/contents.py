"""Made-up events for properties: whatever a tsh folder can carry, in its canonical order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from hypothesis import strategies as st

from games.engine.rulesets import RULESETS
from ratings.systems.registry import SYSTEMS
from tournaments.formats.content import (
    BoardContent,
    DivisionContent,
    EntryContent,
    EventContent,
    RoundContent,
    SeatContent,
    Side,
    SitOutContent,
)
from tournaments.standings.records import CarriedRecord

_LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Nd"), exclude_characters=" ;:#\\")
_ANY_LETTERS = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters=" ")
_WORDS = st.text(_LETTERS, min_size=1, max_size=8)
_NAMES = st.lists(_WORDS, min_size=1, max_size=3).map(" ".join)
_KEYS = st.sampled_from(["newr", "rrank", "tag", "password", "hometown", "odd;key", "x\\"])
_KEPT = st.dictionaries(
    _KEYS, st.lists(st.text(_ANY_LETTERS, min_size=1, max_size=5), max_size=3).map(" ".join)
)

_POINTS = st.integers(-999, 999)
_SIDES: list[tuple[Side | None, Side | None]] = [
    ("first", "second"),
    ("second", "first"),
    ("draw", "draw"),
    (None, None),
]
_OVERRIDES: dict[str, st.SearchStrategy[Any]] = {
    "bye_spread": st.integers(0, 300),
    "forfeit_loss_spread": st.integers(-300, 0),
    "spread_cap": st.lists(st.integers(1, 500), max_size=3),
    "final_draw": st.booleans(),
    "bye_credit": st.sampled_from(["win", "tie"]),
    "forfeit_loss_counts": st.sampled_from(["alternate", "ignore"]),
    "start_tie": st.sampled_from(["assign", "draw"]),
    "forfeit_rated": st.booleans(),
    "base_time_s": st.integers(60, 3600),
}


@st.composite
def entries(draw: st.DrawFn, number: int) -> EntryContent:
    """Draws an entry that takes part to the end."""
    return EntryContent(
        number=number,
        name=draw(_NAMES),
        rating=draw(st.integers(0, 3000)),
        association_number=draw(st.sampled_from(["", "", "ZZ100001", "77"])),
        life_games=draw(st.none() | st.integers(0, 9999)),
        prize_class=draw(st.sampled_from(["", "A", "B C"])),
        team=draw(st.sampled_from(["", "Reds"])),
        penalties=draw(
            st.dictionaries(st.integers(1, 9), _POINTS.filter(bool), max_size=2).map(
                lambda p: tuple(sorted(p.items()))
            )
        ),
        carried=draw(
            st.none()
            | st.builds(
                CarriedRecord,
                *(st.integers(0, 40), st.integers(0, 40), _POINTS, _POINTS, _POINTS),
            )
        ),
        kept=draw(_KEPT),
    )


@st.composite
def rounds(draw: st.DrawFn, number: int, numbers: list[int]) -> RoundContent:
    """Draws a round that everybody stands in: games first, the rest without opponents."""
    order = draw(st.permutations(numbers))
    games = draw(st.integers(0, len(order) // 2))
    boards = []
    for index in range(games):
        low, high = sorted(order[2 * index : 2 * index + 2])
        sides = draw(st.sampled_from(_SIDES))
        scores = draw(st.tuples(_POINTS, _POINTS) | st.just((None, None)))
        one, two = (
            SeatContent(n, side, score)
            for n, side, score in zip((low, high), sides, scores, strict=True)
        )
        boards.append(BoardContent((one, two), draw(st.none() | st.integers(1, 99))))
    boards.sort(key=lambda b: (b.number is None, b.number or 0, b.seats[0].entry))
    outs = [draw(sit_outs(n)) for n in sorted(order[2 * games :])]
    return RoundContent(number, tuple(boards), tuple(outs))


@st.composite
def sit_outs(draw: st.DrawFn, number: int) -> SitOutContent:
    """Draws a round without an opponent; only a forfeit is charged with a side."""
    spread = draw(st.none() | _POINTS)
    charged = spread is not None and spread < 0
    charges: list[Literal["first", "second"] | None] = [None, "first", "second"]
    side = draw(st.sampled_from(charges)) if charged else None
    return SitOutContent(number, spread, side, draw(st.none() | st.integers(1, 99)))


@st.composite
def divisions(draw: st.DrawFn, name: str) -> DivisionContent:
    """Draws a division whose numbers may have gaps and whose entries may have withdrawn."""
    numbers = sorted(draw(st.sets(st.integers(1, 9), max_size=7)))
    length = draw(st.integers(0, 4)) if numbers else 0
    field = [draw(entries(number)) for number in numbers]
    for index, entry in enumerate(field):
        if draw(st.integers(0, 5)) == 0:
            missed = draw(st.none() | st.integers(-100, 0))
            first = draw(st.integers(1, length + 1))
            field[index] = replace(entry, withdrawn_from=first, missed_spread=missed)
    overrides = draw(st.fixed_dictionaries({}, optional=_OVERRIDES))
    return DivisionContent(
        name=name,
        entries=tuple(field),
        rounds=tuple(draw(rounds(n, numbers)) for n in range(1, length + 1)),
        planned_rounds=length + draw(st.integers(0, 3)),
        ruleset=draw(st.sampled_from(sorted(RULESETS))),
        overrides=overrides,
        rating_system=draw(st.sampled_from(["", *SYSTEMS])),
    )


@st.composite
def events(draw: st.DrawFn) -> EventContent:
    """Draws an event of one to three divisions."""
    names = draw(st.lists(st.sampled_from(["A", "B", "Open", "Zürich 1"]), min_size=1, unique=True))
    return EventContent(
        name=draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=12)),
        dates=draw(st.sampled_from(["", "14–16 May", "it's 'today'"])),
        divisions=tuple(draw(divisions(name)) for name in names),
    )
