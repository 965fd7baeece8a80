"""Real events, from their tsh files to standings, starts, ratings, export and replay."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ratings.systems.registry import ALIASES, SYSTEMS
from tests.contract_calls import answer, refusal
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.models import Tournament

EVENTS = (
    "big-01",
    "cap-01",
    "coco-01",
    "coco-02",
    "naspa-01",
    "naspa-02",
    "naspa-03",
    "naspa-04",
    pytest.param("naspa-05", marks=pytest.mark.both_databases("events")),
    "odd-01",
    "roster-01",
    "thai-01",
)
NASPA = {"nsa2008", "naspa-csw"}


def expected_of(folder: Path) -> dict[str, Any]:
    divisions: dict[str, Any] = json.loads((folder / "expected.json").read_text())["divisions"]
    return divisions


@pytest.fixture(params=EVENTS)
def folder(request: pytest.FixtureRequest, real_data: Path) -> Path:
    """Returns the folder of each real event."""
    return real_data / "tsh" / str(request.param)


@pytest.fixture
def imported(db: None, folder: Path) -> dict[str, Any]:
    """Returns the answer of the import of the event."""
    return answer("tsh_import", folder, "--slug", "real")


def test_every_division_imports_and_says_how_far_it_is(
    imported: dict[str, Any], folder: Path
) -> None:
    expected = expected_of(folder)
    assert {d["name"]: d["players"] for d in imported["divisions"]} == {
        name: division["facts"]["players"] for name, division in expected.items()
    }
    assert {d["name"]: d["rounds_complete"] for d in imported["divisions"]} == {
        name: len(division["standings"]) for name, division in expected.items()
    }
    contradictions = [line for line in imported["report"] if line["code"] == "sides.contradict"]
    assert bool(contradictions) == (folder.name == "odd-01")


def test_standings_after_every_complete_round_are_the_published_ones(
    imported: dict[str, Any], folder: Path
) -> None:
    expected = expected_of(folder)
    told = answer("standings", "real", "--round", "all")
    ours = {
        (table["name"], table["round"]): [
            [row["number"], row["rank"], row["wins"], row["losses"], row["spread"]]
            for row in table["rows"]
            if not row["withdrawn"]
        ]
        for table in told["divisions"]
    }
    theirs = {
        (name, table["round"]): [
            [number, rank, wins, losses, spread]
            for number, rank, wins, losses, _ties, spread in table["rows"]
        ]
        for name, division in expected.items()
        for table in division["standings"]
    }
    assert ours == theirs


def test_starts_are_those_recorded_and_none_is_invented(
    imported: dict[str, Any], folder: Path
) -> None:
    expected = expected_of(folder)
    for division in answer("starts", "real")["divisions"]:
        sides: dict[str, Counter[str]] = {
            number: Counter() for number in expected[division["name"]]["sides"]
        }
        boards: Counter[str] = Counter()
        for rounds in division["rounds"]:
            for board in rounds["boards"]:
                boards[str(board["decided_by"])] += 1
                for number in board["players"]:
                    sides[str(number)][side_of(board, number)] += 1
            for forfeit in rounds["forfeits"]:
                sides[str(forfeit["number"])][f"{forfeit['counted_as']}s"] += 1
        stated = expected[division["name"]]
        if folder.name == "odd-01":
            draws = sum(side["draws"] for side in sides.values())
            assert draws == 2 * stated["sides_check"]["to_be_drawn"]
            assert boards["None"] == stated["sides_check"]["inconsistent"]
            continue
        for number, counts in stated["sides"].items():
            for side in ("firsts", "seconds", "draws"):
                assert sides[number][side] == counts[side], (division["name"], number, side)


def side_of(board: dict[str, Any], number: int) -> str:
    if board["first"] is None:
        return "draws" if board["decided_by"] == "draw" else "unknown"
    return "firsts" if board["first"] == number else "seconds"


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_rates_every_naspa_division_to_the_point(folder: Path, worker: Path) -> None:
    answer("tsh_import", folder, "--slug", "real")
    for name, division in expected_of(folder).items():
        system = division["rating_system"]
        if ALIASES.get(system, system) not in SYSTEMS:
            assert refusal("rate", "real", "--division", name, "--wait")["message"]
        elif division["standings"]:
            told = answer("rate", "real", "--division", name, "--wait")["divisions"][0]
            rated = {str(row["number"]): row["new"] for row in told["rows"]}
            assert all(row["new"] for row in told["rows"] if row["games"])
            # What CoCo published follows from the events before: test_coco_chain compares it.
            published = division["new_ratings"] if system in NASPA else {}
            assert {n: rated[n] for n in published} == published
            assert published or folder.name == "big-01" or system not in NASPA


def test_an_exported_event_imports_as_the_same_event(
    imported: dict[str, Any], folder: Path, tmp_path: Path
) -> None:
    answer("tsh_export", "real", tmp_path / "out")
    answer("tsh_import", tmp_path / "out", "--slug", "again")
    one, two = (Tournament.objects.get(slug=slug) for slug in ("real", "again"))
    assert digest(project(one)) == digest(project(two))
    assert one.kept == two.kept
    order = ("division__position", "number")
    for here, there in zip(one.entries.order_by(*order), two.entries.order_by(*order), strict=True):
        assert here.kept == there.kept
    answer("tsh_export", "again", tmp_path / "twice")
    for file in (tmp_path / "out").iterdir():
        assert file.read_bytes() == (tmp_path / "twice" / file.name).read_bytes()


def test_the_journal_gives_the_same_event_again(imported: dict[str, Any]) -> None:
    told = answer("replay", "real")
    assert told["equal"]
    assert told["entries"] == 1
    assert len(told["digest"]) == 64
    assert told["differences"] == []
