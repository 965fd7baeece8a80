"""`rate_division`: what it prints, and what it makes of files that are no divisions."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.depth import examples
from tests.json_places import JSON_VALUES, change

Document = dict[str, Any]


def a_division() -> Document:
    """Return four invented players after three rounds, the last of them half played."""
    return {
        "system": "nsa2008",
        "scheduled_rounds": 3,
        "players": [
            {
                "id": 1,
                "old": 1500,
                "life_games": 60,
                "opponents": [2, 3, 4],
                "scores": [400, 350, 410],
            },
            {"id": 2, "old": 1500, "life_games": None, "opponents": [1, 4], "scores": [380, 400]},
            {
                "id": 3,
                "old": 0,
                "life_games": 0,
                "opponents": [0, 1, 0],
                "scores": [50, 350, -50],
            },
            {"id": 4, "old": 1500, "opponents": [0, 2, 1], "scores": [50, 420, None]},
        ],
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "division.json"
    path.write_text(json.dumps(a_division()), encoding="utf-8")
    return path


def answer(*arguments: str) -> tuple[int, Any]:
    """Return the exit code and the JSON document that the command prints."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("rate_division", *arguments, "--json", stdout=out, stderr=err)
    except SystemExit as left:
        code = int(left.code or 0)
    assert err.getvalue() == ""
    return code, json.loads(out.getvalue())


def refusal(path: Path, text: str | bytes | None = None) -> Document:
    """Return the error object for a file with this text."""
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    code, document = answer(str(path))
    assert code == 2
    assert list(document) == ["error"]
    error: Document = document["error"]
    assert set(error) == {"code", "message", "file", "line", "field"}
    assert error["message"].endswith(".")
    assert error["file"] == str(path)
    return error


def test_rows_come_by_number_with_wins_in_halves(file: Path) -> None:
    code, document = answer(str(file))
    assert code == 0
    assert [row["number"] for row in document["rows"]] == [1, 2, 3, 4]
    first = document["rows"][0]
    assert set(first) == {
        *("number", "old", "new", "games", "wins", "expected", "performance", "deviation")
    }
    assert (first["games"], first["wins"], first["deviation"]) == (2, 1.5, None)


def test_a_game_needs_both_scores_and_a_bye_is_none(file: Path) -> None:
    rows = answer(str(file))[1]["rows"]
    assert [row["games"] for row in rows] == [2, 2, 1, 1]


def test_the_option_goes_before_the_system_of_the_file(file: Path) -> None:
    own = answer(str(file))[1]
    assert answer(str(file), "--system", "naspa")[1] == own
    code, document = answer(str(file), "--system", "homemade")
    assert code == 2
    assert document["error"]["code"] == "system.unknown"
    assert document["error"]["file"] is None


def test_rounds_after_the_rated_ones_do_not_count(file: Path) -> None:
    document = a_division() | {"rated_rounds": 1}
    file.write_text(json.dumps(document), encoding="utf-8")
    assert [row["games"] for row in answer(str(file))[1]["rows"]] == [1, 1, 0, 0]


def test_a_system_that_needs_scores_finds_them_in_the_file(file: Path) -> None:
    rows = answer(str(file), "--system", "coco")[1]["rows"]
    assert [row["games"] for row in rows] == [2, 2, 1, 1]
    assert rows[1]["deviation"] < 150 == rows[2]["deviation"]  # the third is a newcomer


def test_the_installed_systems_are_listed_with_their_proof() -> None:
    code, document = answer("--systems")
    assert code == 0
    listed = {system["key"]: system["proof"] for system in document["systems"]}
    assert listed["naspa"] == listed["naspa-csw"] == "proved"
    for system in document["systems"]:
        assert set(system) == {"key", "name", "proof", "estimate", "has_deviation"}
        assert system["estimate"] == (system["proof"] != "proved")
        assert system["has_deviation"] == (system["key"] == "coco")


def test_every_installed_system_rates_a_file(file: Path) -> None:
    for system in answer("--systems")[1]["systems"]:
        code, document = answer(str(file), "--system", system["key"])
        assert code == 0
        assert [row["number"] for row in document["rows"]] == [1, 2, 3, 4]
        assert all(row["new"] > 0 for row in document["rows"])


def test_a_person_is_told_that_an_estimate_is_one(file: Path) -> None:
    out = io.StringIO()
    call_command("rate_division", str(file), "--system", "elo", stdout=out)
    assert out.getvalue().startswith("Rated by Elo (estimate: documented)\n")


def test_a_person_reads_a_table(file: Path) -> None:
    out = io.StringIO()
    call_command("rate_division", str(file), stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "Rated by NASPA since 2009 (proved)"
    assert "1.5 of 2 games" in lines[1]
    assert len(lines) == 5


def test_a_person_reads_one_sentence_about_a_mistake(tmp_path: Path) -> None:
    err = io.StringIO()
    missing = tmp_path / "nowhere.json"
    with pytest.raises(SystemExit):
        call_command("rate_division", str(missing), stderr=err)
    assert err.getvalue().endswith(f"The file {missing} does not exist.\n")
    assert err.getvalue().count("\n") == 1


def test_a_file_must_be_named() -> None:
    code, document = answer()
    assert (code, document["error"]["code"]) == (2, "usage")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "json.syntax"),
        ("{", "json.syntax"),
        (b"\x00\xff\xfe\x80", "file.not_text"),
        ('{"x": ' + "[" * 200_000, "json.depth"),
        ("9" * 5000, "json.number"),
        ("NaN", "json.syntax"),
        ('{"scheduled_rounds": -Infinity}', "json.syntax"),
        ("[]", "field.type"),
        ("null", "field.type"),
    ],
)
def test_what_is_not_json_or_no_object_is_refused(tmp_path: Path, text: str, code: str) -> None:
    assert refusal(tmp_path / "division.json", text)["code"] == code


def test_the_line_of_broken_json_and_of_broken_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "division.json"
    assert refusal(path, '{\n"system": nsa2008\n}')["line"] == 2
    assert refusal(path, b'{\n\n"system": "\xe9"}')["line"] == 3


@pytest.mark.parametrize(
    ("place", "value", "code"),
    [
        ("system", 3, "field.type"),
        ("system", None, "system.none"),
        ("system", "homemade", "system.unknown"),
        ("scheduled_rounds", "3", "field.type"),
        ("scheduled_rounds", 3.0, "field.type"),
        ("scheduled_rounds", -1, "rounds.range"),
        ("rated_rounds", True, "field.type"),
        ("players", {}, "field.type"),
        ("players[1]", 7, "field.type"),
        ("players[1].id", 0, "player.number"),
        ("players[1].id", 1, "player.duplicate"),
        ("players[1].old", None, "field.type"),
        ("players[1].old", 10**4000, "player.rating"),
        ("players[1].life_games", -1, "player.life_games"),
        ("players[1].life_games", "many", "field.type"),
        ("players[1].opponents", 1, "field.type"),
        ("players[1].opponents[0]", "1", "field.type"),
        ("players[2].opponents[0]", 3, "game.self"),
        ("players[2].opponents[0]", 9, "game.opponent"),
        ("players[2].opponents[0]", 4, "game.mirror"),
        ("players[1].scores[0]", "400", "field.type"),
        ("players[1].scores[0]", 10_001, "score.range"),
        ("players[1].scores[0]", [400], "field.type"),
    ],
)
def test_a_wrong_value_is_refused_with_its_field(
    tmp_path: Path, place: str, value: Any, code: str
) -> None:
    document = a_division()
    change(document, place, value)
    error = refusal(tmp_path / "division.json", json.dumps(document))
    assert error["code"] == code
    assert error["field"] == place


def test_a_number_that_nobody_has_is_refused_where_it_is_met(tmp_path: Path) -> None:
    document = a_division()
    change(document, "players[1].id", 10**30)
    error = refusal(tmp_path / "division.json", json.dumps(document))
    assert (error["code"], error["field"]) == ("game.opponent", "players[0].opponents[0]")


def test_a_pairing_that_only_one_side_shows_is_refused_where_it_stands(tmp_path: Path) -> None:
    document = a_division()
    change(document, "players[1].opponents[1]", 3)
    error = refusal(tmp_path / "division.json", json.dumps(document))
    assert error["field"] == "players[1].opponents[1]"
    assert error["message"] == "Player 2 meets 3 in round 2, but 3 does not meet 2."


def test_a_game_after_the_scheduled_rounds_is_refused(tmp_path: Path) -> None:
    document = a_division() | {"scheduled_rounds": 1}
    error = refusal(tmp_path / "division.json", json.dumps(document))
    assert (error["code"], error["field"]) == ("game.round", "players[0].opponents[1]")


@pytest.mark.parametrize("name", ["scheduled_rounds", "players"])
def test_a_missing_field_is_refused(tmp_path: Path, name: str) -> None:
    document = a_division()
    del document[name]
    error = refusal(tmp_path / "division.json", json.dumps(document))
    assert (error["code"], error["field"]) == ("field.missing", name)


def test_an_empty_object_says_all_that_is_missing(tmp_path: Path) -> None:
    error = refusal(tmp_path / "division.json", "{}")
    assert error["message"] == "The file has no players and no scheduled_rounds."


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere.json")["code"] == "file.missing"
    assert refusal(tmp_path)["code"] == "file.not_a_file"
    assert refusal(Path("/dev/zero"))["code"] == "file.not_a_file"
    assert refusal(tmp_path / ("x" * 5000))["code"] == "file.unreadable"


def test_a_file_too_large_for_a_division_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "division.json"
    path.touch()
    os.truncate(path, 100 * 1024 * 1024)
    assert refusal(path)["code"] == "file.too_large"


PLACES = st.sampled_from(
    [
        *("system", "scheduled_rounds", "rated_rounds", "players", "players[0]"),
        *(f"players[0].{name}" for name in ("id", "old", "life_games", "opponents", "scores")),
        *("players[0].opponents[0]", "players[0].scores[0]"),
    ]
)


@given(PLACES, JSON_VALUES)
@examples(200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_anywhere_is_rated_or_refused(tmp_path: Path, place: str, value: Any) -> None:
    document = a_division()
    change(document, place, value)
    path = tmp_path / "division.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    code, printed = answer(str(path))
    assert list(printed) == (["rows"] if code == 0 else ["error"])
