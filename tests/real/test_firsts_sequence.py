"""A recorded sequence of eight rounds in which some sides were set by hand and some by the rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tournaments.pairing.sides.start_history import PastGame, StartHistory, tally
from tournaments.pairing.sides.starts import BoardPair, assign_starts

Json = dict[str, Any]


@pytest.fixture
def cases(real_data: Path) -> list[Json]:
    text = (real_data / "pairing" / "firsts_sequence.json").read_text(encoding="utf-8")
    found: list[Json] = json.loads(text)["cases"]
    assert found
    return found


def pairs_of(round_: Json) -> list[BoardPair]:
    """Returns the boards that count; only manual rounds have their sides fixed."""
    fixed = round_["mode"] == "manual"
    return [
        BoardPair(board, one, two, first=match["first"] if fixed else None)
        for board, match in enumerate(round_["matches"], start=1)
        for one, two in [match["players"]]
        if match["counts"]
    ]


def decided(match: Json) -> str:
    return str(match.get("decided_by", "manual")).replace(" ", "_")


def test_the_recorded_starts_and_counts_are_reproduced_round_by_round(cases: list[Json]) -> None:
    boards = 0
    for case in cases:
        games: list[PastGame] = []
        for number, round_ in enumerate(case["rounds"], start=1):
            starts = assign_starts(
                pairs_of(round_), StartHistory(tuple(games)), round_number=number, seed="real"
            )
            expected = [m for m in round_["matches"] if m["counts"]]
            assert [s.first for s in starts] == [m["first"] for m in expected]
            assert [s.decided_by for s in starts] == [decided(m) for m in expected]
            games += [PastGame(number, *s.players, s.first) for s in starts]
            counts = tally(StartHistory(tuple(games)))
            after = {str(p): [c.firsts, c.seconds] for p, c in counts.items()}
            assert after == round_["after"]
            boards += len(starts)
    assert boards >= 12


def test_the_sides_do_not_depend_on_when_the_pairs_were_entered(cases: list[Json]) -> None:
    for case in cases:
        games = [
            PastGame(number, one, two, match["first"])
            for number, round_ in enumerate(case["rounds"], start=1)
            for match in round_["matches"]
            for one, two in [match["players"]]
            if match["counts"]
        ]
        history = StartHistory(tuple(reversed(games)))
        for number, round_ in enumerate(case["rounds"], start=1):
            starts = assign_starts(pairs_of(round_), history, round_number=number, seed="real")
            assert [s.first for s in starts] == [
                m["first"] for m in round_["matches"] if m["counts"]
            ]
