"""Ratings of real events, as they were published."""

from __future__ import annotations

import json
from pathlib import Path

from ratings.files import read_division
from ratings.systems.registry import rating_system
from tests.contract_calls import answer


def test_every_published_naspa_rating_is_reproduced_exactly(real_data: Path) -> None:
    files = sorted((real_data / "ratings").glob("naspa-*.json"))
    assert files, "the folder of real records has no rated divisions"
    wrong = []
    for file in files:
        division = read_division(file)
        rows = json.loads(file.read_text(encoding="utf-8"))["players"]
        published = {row["id"]: row["new"] for row in rows}
        computed = rating_system(division.system or "").rate(division.field)
        assert {change.number for change in computed} == set(published)
        wrong += [
            (file.name, change.number, change.new, published[change.number])
            for change in computed
            if change.new != published[change.number]
        ]
    assert wrong == []


def test_the_command_tells_every_published_naspa_rating(real_data: Path) -> None:
    files = sorted((real_data / "ratings").glob("naspa-*.json"))
    assert files, "the folder of real records has no rated divisions"
    for file in files:
        rows = json.loads(file.read_text(encoding="utf-8"))["players"]
        told = answer("rate_division", file)
        assert {row["number"]: row["new"] for row in told["rows"]} == {
            row["id"]: row["new"] for row in rows
        }, file.name


def test_the_real_divisions_exercise_the_rules_that_they_are_said_to(real_data: Path) -> None:
    divisions = [read_division(f) for f in (real_data / "ratings").glob("naspa-*.json")]
    players = [player for division in divisions for player in division.field.players]
    assert any(division.field.scheduled_rounds > 16 for division in divisions)
    assert any(player.rating == 0 and player.games for player in players)
    assert any(player.life_games is not None and player.life_games < 50 for player in players)
    assert any(game.half_wins == 1 for player in players for game in player.games)
