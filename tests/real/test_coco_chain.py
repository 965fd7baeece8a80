"""The chain of CoCo events, as their own program rated it, event by event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ratings.chain_files import read_chain
from ratings.systems.chain import rate_in_turn
from ratings.systems.registry import rating_system
from tests.contract_calls import answer

Row = tuple[str, int, int, float | None, float | None, int | None]
"""Player, old and new rating, old and new deviation, career games."""

EXPECTATIONS = 295


@pytest.fixture
def file(real_data: Path) -> Path:
    return real_data / "ratings" / "coco-chain.json"


def expected(file: Path) -> dict[str, list[Row]]:
    """Return the rows that the file expects, by event."""
    events: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["events"]
    rows = {event["id"]: sorted(tuple(row) for row in event["expected"]) for event in events}
    assert sum(map(len, rows.values())) >= EXPECTATIONS
    return rows


def test_every_rating_and_deviation_of_the_chain_is_reproduced_exactly(file: Path) -> None:
    chain = read_chain(file)
    turns = rate_in_turn((e.cards for e in chain.events), chain.openings, rating_system("coco"))
    rated: dict[str, list[Row]] = {}
    for event, steps in zip(chain.events, turns, strict=True):
        rated[event.key] = sorted(
            (
                step.player,
                step.change.old or step.change.new,
                step.change.new,
                step.change.old_deviation,
                step.change.deviation,
                step.change.career_games,
            )
            for step in steps
        )
    assert rated == expected(file)


def test_the_command_tells_every_rating_of_the_chain(file: Path) -> None:
    columns = ("id", "old", "new", "old_deviation", "new_deviation", "career_games")
    told = answer("rate_chain", file, "--system", "coco")
    assert {
        event["id"]: sorted(tuple(row[column] for column in columns) for row in event["rows"])
        for event in told["events"]
    } == expected(file)


def test_the_chain_exercises_the_rules_that_it_is_said_to(file: Path) -> None:
    events = json.loads(file.read_text(encoding="utf-8"))["events"]
    games = [game for event in events for game in event["games"]]
    assert any("BYE" in game for game in games)
    assert any(0 in (game[2], game[4]) and "BYE" not in game for game in games)
    assert any(game[2] == game[4] for game in games)
    assert any(seed < 100 for event in events for seed in event["seeds"].values())
    assert any(_has_a_round_twice(event["games"]) for event in events)


def _has_a_round_twice(games: list[list[Any]]) -> bool:
    rounds = [(player, game[0]) for game in games for player in (game[1], game[3])]
    rounds = [entry for entry in rounds if entry[0] != "BYE"]
    return len(set(rounds)) < len(rounds)


def test_any_system_rates_the_chain(file: Path) -> None:
    told = answer("rate_chain", file, "--system", "naspa")
    assert len(told["events"]) == len(expected(file))
    assert all(row["new_deviation"] is None for row in told["events"][-1]["rows"])
