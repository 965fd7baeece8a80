"""A real event that goes on being directed after its import: corrected, undone and penalised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.journal.undo import UndoEntry
from tests.builders.events import give
from tests.contract_calls import answer
from tournaments.failover.queries.replay_digest import stored_systems
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import CorrectResult

REAL: dict[str, Any] = {"event": "real", "division": "A"}


def new_ratings() -> dict[str, dict[str, int]]:
    """Has a worker rate the event; returns the new ratings by division and entry."""
    return {
        division["name"]: {str(row["number"]): row["new"] for row in division["rows"]}
        for division in answer("rate", "real", "--wait")["divisions"]
    }


def spreads() -> dict[int, int]:
    """Returns the spreads in division A after the last round."""
    (table,) = answer("standings", "real", "--division", "A")["divisions"]
    return {row["number"]: row["spread"] for row in table["rows"]}


@pytest.mark.django_db(transaction=True)
def test_ratings_follow_a_correction_and_its_undo_and_the_journal_gives_them_again(
    real_data: Path, worker: Path
) -> None:
    folder = real_data / "tsh" / "naspa-03"
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["divisions"]
    published = {name: division["new_ratings"] for name, division in expected.items()}
    answer("tsh_import", folder, "--slug", "real")
    assert new_ratings() == published

    sheet = load_sheet(Division.objects.get(tournament__slug="real", name="A"))
    game = next(b for b in sheet.by_round[sheet.last_round] if b.two is not None)
    winner, loser = sorted(game.seats, key=lambda seat: seat.score or 0, reverse=True)
    before = spreads()
    turned = CorrectResult(
        **REAL,
        round=game.round,
        entry=winner.entry,
        score=loser.score,
        opponent_score=winner.score,
        confirmed=True,
    )
    done = give(turned, reason="the slip was read the wrong way round")
    corrected = new_ratings()
    assert corrected["A"][str(winner.entry)] < published["A"][str(winner.entry)]
    assert corrected["A"][str(loser.entry)] > published["A"][str(loser.entry)]
    assert spreads()[winner.entry] == before[winner.entry] - 2 * (winner.spread or 0)
    assert {name: corrected[name] for name in "BCD"} == {name: published[name] for name in "BCD"}

    give(UndoEntry(journal="event:real", seq=done.seq))
    assert new_ratings() == published
    give(SetPenalty(**REAL, round=game.round, entry=loser.entry, points=-25), reason="came late")
    assert new_ratings() == published
    assert spreads() == {**before, loser.entry: before[loser.entry] - 25}

    assert set(stored_systems(Tournament.objects.get())) == set(published)
    told = answer("replay", "real")
    assert (told["equal"], told["differences"], told["entries"]) == (True, [], 4)
