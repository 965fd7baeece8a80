"""`rate_chain`: what it prints, and what it makes of files that are no chains."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from ratings.chain_files import read_chain
from tests.contract_calls import answer
from tests.contract_calls import refusal as refused
from tests.depth import examples
from tests.json_places import JSON_VALUES, change

Document = dict[str, Any]


def a_chain() -> Document:
    """Return two events of four invented players: a bye, a forfeit, and a round told twice."""
    return {
        "initial": {
            "dora": {"rating": 1700, "deviation": 60, "games": 250, "last_played": "2024-12-01"}
        },
        "events": [
            {
                "id": "spring",
                "date": "2025-03-01",
                "seeds": {"abel": 1500, "bea": 1600, "cas": 1, "dora": 900},
                "games": [
                    [1, "abel", 450, "bea", 400],
                    [1, "cas", 380, "dora", 410],
                    [2, "abel", 430, "cas", 350],
                    [2, "dora", 50, "bea", 0],
                    [2, "abel", 333, "dora", 444],
                ],
            },
            {
                "id": "summer",
                "date": "2025-06-01",
                "games": [[1, "bea", 410, "abel", 410], [1, "cas", 50, "BYE", 0]],
            },
        ],
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, a_chain())


def written(folder: Path, document: Any) -> Path:
    path = folder / "chain.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def refusal(path: Path) -> Document:
    """Return the error object for a file, which it names."""
    error = refused("rate_chain", path, "--system", "coco")
    assert error["file"] == str(path)
    assert error["message"].endswith(".")
    return error


def rows(path: Path, event: int = 0, system: str = "coco") -> dict[str, Document]:
    """Return the rows of an event by player."""
    told = answer("rate_chain", path, "--system", system)
    assert [told_event["id"] for told_event in told["events"]] == ["spring", "summer"]
    return {row["id"]: row for row in told["events"][event]["rows"]}


def test_every_event_has_its_players_with_what_it_did_to_them(file: Path) -> None:
    spring = rows(file)
    assert list(spring) == ["abel", "bea", "cas", "dora"]
    assert set(spring["abel"]) == {
        *("id", "old", "new", "old_deviation", "new_deviation", "career_games")
    }
    assert (spring["abel"]["old"], spring["abel"]["old_deviation"]) == (1500, 150.0)


def test_an_event_begins_where_the_one_before_ended(file: Path) -> None:
    spring, summer = rows(file), rows(file, 1)
    assert summer["abel"]["old"] == spring["abel"]["new"]
    assert summer["abel"]["old_deviation"] > spring["abel"]["new_deviation"]
    assert summer["abel"]["career_games"] == spring["abel"]["career_games"] + 1


def test_what_a_player_begins_with_comes_before_the_seed(file: Path, tmp_path: Path) -> None:
    dora = rows(file)["dora"]
    assert (dora["old"], dora["old_deviation"], dora["career_games"]) == (1700, 112.25, 253)
    document = a_chain()
    document["initial"]["dora"] = [1700, 60, 250, "2024-12-01"]
    assert rows(written(tmp_path, document))["dora"] == dora


def test_games_with_one_label_count_both_and_byes_and_forfeits_are_listed(file: Path) -> None:
    spring = rows(file)
    assert [spring[player]["career_games"] for player in ("abel", "bea", "cas")] == [3, 2, 2]
    document = a_chain()
    del document["events"][0]["games"][4]
    without = rows(written(file.parent, document))
    assert without["abel"]["new"] != spring["abel"]["new"]
    del document["events"][0]["games"][3]  # the forfeit
    assert rows(written(file.parent, document))["bea"]["new"] == without["bea"]["new"]


def test_a_newcomer_has_the_rating_that_he_got_for_an_old_one(file: Path) -> None:
    cas = rows(file)["cas"]
    assert cas["old"] == cas["new"] > 300
    assert (cas["old_deviation"], cas["new_deviation"]) == (150.0, 150.0)
    later = rows(file, 1)["cas"]  # who had a bye only
    assert (later["old"], later["new"], later["career_games"]) == (cas["new"], cas["new"], 3)


def test_a_player_without_a_seed_is_unrated(tmp_path: Path) -> None:
    document = a_chain()
    seeded = rows(written(tmp_path, document))
    del document["events"][0]["seeds"]["cas"]
    assert rows(written(tmp_path, document)) == seeded


def test_a_bye_may_stand_on_either_side(file: Path) -> None:
    document = a_chain()
    document["events"][1]["games"][1] = [1, "BYE", 0, "cas", 50]
    told = rows(file, 1)
    assert rows(written(file.parent, document), 1) == told


def test_every_system_rates_a_chain(file: Path) -> None:
    spring, summer = rows(file, 0, "naspa"), rows(file, 1, "naspa")
    assert (spring["bea"]["old"], spring["bea"]["new_deviation"]) == (1600, None)
    assert spring["bea"]["new"] == summer["bea"]["old"]


def test_a_person_reads_one_line_a_player(file: Path) -> None:
    out = io.StringIO()
    call_command("rate_chain", str(file), "--system", "coco", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "Rated by CoCo, by spreads (proved)"
    assert lines[1] == "spring, 2025-03-01"
    assert lines[2].split()[:2] == ["abel", "1500"]
    assert "new" in lines[4]
    assert len(lines) == 1 + 5 + 4


def test_the_system_must_be_named_and_installed(file: Path) -> None:
    assert refused("rate_chain", file)["code"] == "system.none"
    error = refused("rate_chain", file, "--system", "homemade")
    assert (error["code"], error["field"]) == ("system.unknown", "system")


def test_a_file_that_is_not_there_or_empty_is_said_before_the_system(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.json"
    assert refused("rate_chain", file)["message"] == f"The file {file} does not exist."
    assert refused("rate_chain", written(tmp_path, {}))["message"] == "The file has no events."


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "json.syntax"),
        (b"\x00\xff\xfe\x80", "file.not_text"),
        (b'{"x": ' + b"[" * 200_000, "json.depth"),
        (b"9" * 5000, "json.number"),
        (b'{"events": NaN}', "json.syntax"),
        (b'{"events": [{"id": "\\ud800"}]}', "json.syntax"),
        (b"[]", "field.type"),
        (b"{}", "field.missing"),
    ],
)
def test_what_is_no_chain_is_refused(tmp_path: Path, text: bytes, code: str) -> None:
    path = tmp_path / "chain.json"
    path.write_bytes(text)
    assert refusal(path)["code"] == code


@pytest.mark.parametrize(
    ("place", "value", "code"),
    [
        ("initial", [], "field.type"),
        ("initial.dora", 1700, "field.type"),
        ("initial.dora", [1700, 60], "field.type"),
        ("initial.dora.rating", None, "field.type"),
        ("initial.dora.rating", 20_001, "field.range"),
        ("initial.dora.deviation", "60", "field.type"),
        ("initial.dora.deviation", True, "field.type"),
        ("initial.dora.deviation", 0, "field.range"),
        ("initial.dora.deviation", 10**400, "field.range"),
        ("initial.dora.games", 2.5, "field.type"),
        ("initial.dora.games", -1, "field.range"),
        ("initial.dora.last_played", "1 March", "field.date"),
        ("events", {}, "field.type"),
        ("events[1]", None, "field.type"),
        ("events[1].id", "", "field.text"),
        ("events[1].id", "a\x00b", "field.text"),
        ("events[1].id", 7, "field.type"),
        ("events[1].id", "spring", "event.duplicate"),
        ("events[1].date", None, "field.date"),
        ("events[1].date", "20250601", "field.date"),
        ("events[1].date", "2025-02-30", "field.date"),
        ("events[1].date", "2025-02-28", "event.order"),
        ("events[0].seeds", [], "field.type"),
        ("events[0].seeds.abel", "1500", "field.type"),
        ("events[0].seeds.abel", 10**4000, "field.range"),
        ("events[0].games", None, "field.type"),
        ("events[0].games[2]", [1, "abel", 400], "field.type"),
        ("events[0].games[2]", [1, "abel", 400, "abel", 300], "game.self"),
        ("events[0].games[2]", [1, "BYE", 0, "BYE", 0], "game.self"),
        ("events[0].games[2][0]", "1", "field.type"),
        ("events[0].games[2][0]", "", "field.text"),
        ("events[0].games[2][0]", None, "field.type"),
        ("events[0].games[2][0]", 0, "field.range"),
        ("events[0].games[2][0]", 10**30, "field.range"),
        ("events[0].games[2][1]", None, "field.type"),
        ("events[0].games[2][2]", 400.0, "field.type"),
        ("events[0].games[2][3]", "", "field.text"),
        ("events[0].games[2][4]", -10_001, "score.range"),
    ],
)
def test_a_wrong_value_is_refused_with_its_field(
    tmp_path: Path, place: str, value: Any, code: str
) -> None:
    document = a_chain()
    change(document, place, value)
    error = refusal(written(tmp_path, document))
    assert (error["code"], error["field"]) == (code, place)
    assert error["message"].startswith(place)


@pytest.mark.parametrize("name", ["id", "games"])
def test_a_missing_field_is_refused(tmp_path: Path, name: str) -> None:
    document = a_chain()
    del document["events"][1][name]
    error = refusal(written(tmp_path, document))
    assert (error["code"], error["field"]) == ("field.missing", f"events[1].{name}")


def test_rounds_that_are_words_come_after_those_before_them(tmp_path: Path) -> None:
    document = a_chain()
    games = [
        [1, "abel", 450, "bea", 400],
        ["Semifinal", "abel", 420, "cas", 350],
        ["Semifinal", "bea", 410, "dora", 380],
        ["Final", "abel", 440, "bea", 390],
    ]
    numbers = {1: 1, "Semifinal": 2, "Final": 3}
    document["events"][0]["games"] = games
    in_words = rows(written(tmp_path, document))
    document["events"][0]["games"] = [[numbers[label], *rest] for label, *rest in games]
    assert in_words == rows(written(tmp_path, document))
    document["events"][0]["games"] = games
    spring = read_chain(written(tmp_path, document)).events[0].cards
    (abel,) = (card for card in spring.cards if card.player == "abel")
    assert [game.round for game in abel.games] == [1, 2, 3]


def test_a_round_in_words_needs_a_round_to_be_free(tmp_path: Path) -> None:
    document = a_chain()
    document["events"][0]["games"] = [
        [1000, "abel", 450, "bea", 400],
        ["Final", "abel", 440, "bea", 390],
    ]
    error = refusal(written(tmp_path, document))
    assert (error["code"], error["field"]) == ("field.range", "events[0].games[1][0]")


def test_more_games_than_rounds_can_be_are_refused_where_they_begin(tmp_path: Path) -> None:
    document = a_chain()
    document["events"][0]["games"] = [[1, "abel", 400, "bea", 300]] * 1001
    error = refusal(written(tmp_path, document))
    assert (error["code"], error["field"]) == ("game.too_many", "events[0].games[1000]")


def test_what_cannot_be_rated_names_the_event_and_the_player(tmp_path: Path) -> None:
    document = a_chain()
    document["events"][0]["games"] = [[1, "abel", 9999, "bea", 1]]
    document["events"][1]["games"] = [[1, "abel", 400, "bea", 400]]
    document["events"][0]["seeds"] = {"abel": 19_900, "bea": 19_900}
    path = written(tmp_path, document)
    error = refusal(path)
    assert (error["code"], error["field"]) == ("player.rating", "events[1]")
    assert error["message"].startswith("Player abel has the rating ")


PLACES = st.sampled_from(
    [
        *("initial", "initial.dora", "events", "events[0]", "events[0].games[0]"),
        *(f"initial.dora.{name}" for name in ("rating", "deviation", "games", "last_played")),
        *(f"events[0].{name}" for name in ("id", "date", "seeds", "games")),
        *(f"events[0].games[0][{position}]" for position in range(5)),
    ]
)


@given(PLACES, JSON_VALUES, st.sampled_from(["coco", "naspa"]))
@examples(200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_value_anywhere_is_rated_or_refused(
    tmp_path: Path, place: str, value: Any, system: str
) -> None:
    document = a_chain()
    change(document, place, value)
    path = written(tmp_path, document)
    out, code = io.StringIO(), 0
    try:
        call_command("rate_chain", str(path), "--system", system, "--json", stdout=out)
    except SystemExit as left:
        code = int(left.code or 0)
    assert list(json.loads(out.getvalue())) == (["events"] if code == 0 else ["error"])
