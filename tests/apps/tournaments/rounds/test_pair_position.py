"""`pair_position`: what it prints, and what it makes of requests that cannot be met."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.domain.pairing.test_position_file import a_document


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Returns the file of a position of five players, one of them removed and two fixed."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(a_document()), encoding="utf-8")
    return path


def answer(*arguments: str | Path) -> tuple[int, Any]:
    """Returns the exit code and the JSON document that the command prints."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("pair_position", *map(str, arguments), "--json", stdout=out, stderr=err)
    except SystemExit as left:
        code = int(left.code or 0)
    assert err.getvalue() == ""
    return code, json.loads(out.getvalue())


def test_it_pairs_with_numbers_and_ranks_from_0(file: Path) -> None:
    code, data = answer(file, "--method", "swiss")
    assert code == 0
    assert (data["division"], data["round"], data["method"]) == (None, 4, "swiss")
    assert [{row["first"], row["second"]} for row in data["pairs"]] == [{0, 1}, {2, 3}]
    assert [row["board"] for row in data["pairs"]] == [1, 2]
    assert data["byes"] == []
    assert data["objective"]["total"] == sum(
        r["terms"].get("total", 0) for r in data["explanation"]
    )
    assert data["explanation"][0]["rank_one"] == 0
    assert data["explanation"][0]["terms"] == {}
    assert data["explanation"][1]["last_met"] == 1
    (warning,) = data["warnings"]
    assert warning.startswith("No pairing without repeats was possible; boards that repeat: 1.")
    assert data["gibsonized"] == []


def test_it_prints_clinched_ranks_by_the_rounds_whose_results_count(file: Path) -> None:
    file.write_text(json.dumps(a_document() | {"total_rounds": 4, "gibson_spread": 0}))
    _, after_two = answer(file, "--method", "koth")
    assert after_two["gibsonized"] == []
    far = a_document() | {"total_rounds": 4, "gibson_spread": 0, "opponents": [], "scores": []}
    far["opponents"] = [[1, 0, 3, 2, 4]] * 3
    far["scores"] = [[400, 300, 400, 400, 0]] * 3
    file.write_text(json.dumps(far))
    _, data = answer(file, "--method", "koth")
    assert data["gibsonized"] == [0]
    _, lagging = answer(file, "--method", "koth", "--based-on", "2")
    assert lagging["gibsonized"] == []


def test_the_same_seed_gives_the_same_answer_and_the_files_own_is_used(file: Path) -> None:
    file.write_text(json.dumps(a_document() | {"opponents": [], "scores": [], "removed": []}))
    own = answer(file, "--method", "random")
    assert answer(file, "--method", "random") == own
    assert answer(file, "--method", "random", "--seed", "7") == own


def test_methods_are_listed_with_their_numbers_without_a_file() -> None:
    code, data = answer("--methods")
    assert code == 0
    cop = next(row for row in data["methods"] if row["key"] == "cop")
    assert cop["block"] is False
    assert {"key": "simulations", "usual": 10_000, "least": 1, "most": 100_000}.items() <= next(
        option for option in cop["options"] if option["key"] == "simulations"
    ).items()
    listed = {row["key"]: row["variants"] for row in data["methods"]}
    assert listed["swiss"] == ["fold", "halves", "nearest", "spread"]
    assert {"koth", "queen", "roundrobin", "random"} <= listed.keys()


@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        ((), "usage", "method"),
        (("--method", "dutch"), "method.unknown", "method"),
        (("--method", "koth", "--variant", "fold"), "variant.unknown", "variant"),
        (("--method", "swiss", "--repeats", "0"), "pairing.infeasible", "repeats"),
        (("--method", "swiss", "--repeats", "-1"), "repeats.negative", "repeats"),
        (("--method", "roundrobin"), "block.fixed", None),
        (("--method", "swiss", "--since", "0"), "since.round", "since"),
        (("--method", "swiss", "--option", "factor=2"), "option.unknown", "option"),
        (("--method", "cop", "--option", "simulations"), "usage", "option"),
        (("--method", "cop", "--option", "simulations=many"), "usage", "option"),
        (("--method", "cop", "--option", "simulations=٣"), "usage", "option"),
        (("--method", "cop", "--option", "simulations=1_000"), "usage", "option"),
        (("--method", "swiss", "--based-on", "5"), "position.based_on", "based_on"),
    ],
)
def test_a_request_that_cannot_be_met_is_refused(
    file: Path, options: tuple[str, ...], code: str, field: str | None
) -> None:
    exit_code, data = answer(file, *options)
    assert exit_code == 2
    assert (data["error"]["code"], data["error"]["field"]) == (code, field)


def test_a_file_that_contradicts_itself_is_named_with_the_place(file: Path) -> None:
    document = a_document()
    document["opponents"][0][1] = 2
    file.write_text(json.dumps(document))
    exit_code, data = answer(file, "--method", "swiss")
    assert exit_code == 2
    assert data["error"]["code"] == "position.mirror"
    assert data["error"]["file"] == str(file)
    assert data["error"]["field"] == "opponents[0][0]"


@pytest.mark.parametrize(
    ("name", "code"), [("missing.json", "file.missing"), ("", "file.not_a_file")]
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str, code: str) -> None:
    exit_code, data = answer(tmp_path / name, "--method", "swiss")
    assert (exit_code, data["error"]["code"]) == (2, code)


def test_the_numbers_of_the_file_count_unless_others_are_given(file: Path) -> None:
    code, data = answer(file, "--method", "cop")
    assert code == 0
    assert data["objective"]["total"] == sum(
        row["terms"].get("total", 0) for row in data["explanation"]
    )
    given = answer(
        file, "--method", "cop", "--option", "simulations=50", "--option", "repeat_byes=0"
    )
    assert given[0] == 0
    refused, error = answer(file, "--method", "cop", "--option", "simulations=0")
    assert (refused, error["error"]["code"], error["error"]["field"]) == (
        2,
        "option.range",
        "option",
    )


def test_meetings_before_a_round_can_be_forgiven(file: Path) -> None:
    _, data = answer(file, "--method", "swiss", "--since", "3", "--repeats", "0")
    assert [{row["first"], row["second"]} for row in data["pairs"]] == [{0, 1}, {2, 3}]
    assert data["warnings"] == []


def test_every_board_names_the_next_best_for_its_players(file: Path) -> None:
    file.write_text(json.dumps(a_document() | {"removed": [], "opponents": [], "scores": []}))
    _, data = answer(file, "--method", "swiss")
    row = data["explanation"][0]
    assert {number for board in row["alternative"]["boards"] for number in board} > {
        row["one"],
        row["two"],
    }
    assert row["alternative"]["costs"]["total"] >= 0
    assert (data["repeats"], data["floats"], data["same_debts"], data["left"]) == (0, 0, 0, [])


def test_a_block_is_printed_with_the_rounds_that_it_draws_up(file: Path) -> None:
    fresh = {"removed": [], "opponents": [], "scores": [], "players": 4, "class_of_player": []}
    file.write_text(json.dumps(a_document() | fresh))
    code, data = answer(file, "--method", "groups")
    assert code == 0
    assert data["schedule"]["begins"] == 1
    first = {frozenset(game[:2]) for game in data["schedule"]["rounds"][0]}
    assert first == {frozenset((row["first"], row["second"])) for row in data["pairs"]}


def test_on_request_it_says_why(file: Path) -> None:
    out = io.StringIO()
    call_command("pair_position", str(file), "--method", "swiss", "--explain", stdout=out)
    lines = out.getvalue().splitlines()
    why = next(line for line in lines if line.startswith("3 - 2: "))
    assert "repeats 1" in why
    assert why.endswith("met once, in round 1")
    assert lines[-2].startswith("Boards that repeat: 2;")


def test_without_json_it_prints_a_list_for_people(file: Path) -> None:
    out = io.StringIO()
    call_command("pair_position", str(file), "--method", "koth", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "Round 4 by koth"
    assert [line.partition(" ")[0] for line in lines[4:]] == ["All", "Boards", "Clinched"]


def test_the_list_for_people_names_what_it_costs_and_who_has_clinched(file: Path) -> None:
    far = a_document() | {"total_rounds": 4, "gibson_spread": 0}
    far["opponents"] = [[1, 0, 3, 2, 4]] * 3
    far["scores"] = [[400, 300, 400, 400, 0]] * 3
    file.write_text(json.dumps(far))
    out = io.StringIO()
    call_command("pair_position", str(file), "--method", "koth", stdout=out)
    cost, _, clinched = out.getvalue().splitlines()[-3:]
    assert cost.startswith("All together cost ")
    assert clinched == "Clinched ranks: 0."
