"""Lists at the console: made, changed, filled and shown; a mistake leaves nothing behind."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from ratings.models import EventChoice, ImportedRating, ListImport, RatingList
from tests.apps.ratings.list_cases import KEY, a_list, a_register, line, meant, take_in
from tests.apps.tournaments.desk_events import new_event
from tests.contract_calls import answer, refusal

pytestmark = pytest.mark.django_db

LIST = "Name,Rating,Number,Lunch\nSmythe,1643,17,soup\nLee,1512,,\nKats Dov,1400,,"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    a_register()
    a_list()
    path = tmp_path / "list.csv"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_a_file_is_imported_with_a_report_of_who_did_not_match(file: Path) -> None:
    told = answer("import_ratings", KEY, file, "--on", "2026-01-05")
    assert told["matched"] == {"number": 1}
    assert [(one["line"], one["name"]) for one in told["unmatched"]] == [
        (3, "Lee"),
        (4, "Kats Dov"),
    ]
    near = [one["player"] for one in told["unmatched"][1]["near"]]
    assert near == ["dov-1", "dov-2"]
    assert [warning["code"] for warning in told["warnings"]] == [
        "games.unknown",
        "column.unknown",
        "stranger",
    ]
    assert told["warnings"][2]["message"] == (
        "Number 17 is Ann Smith in the register, and Smythe on the list."
    )
    assert meant()["Smythe"] == "ann"
    assert str(ListImport.objects.get().effective_on) == "2026-01-05"


def test_a_dry_run_reports_and_stores_nothing(file: Path) -> None:
    told = answer("import_ratings", KEY, file, "--dry-run")
    assert (told["stored"], told["lines"]) == (False, 3)
    assert not ListImport.objects.exists()


@pytest.mark.parametrize(
    ("lines", "on", "said"),
    [
        (
            1,
            "2026-02-01",
            "This file has 1 player; the list has 5. The others will no longer be in it",
        ),
        (
            2,
            "2026-01-05",
            "This file has 2 players; the list has 5. The others will no longer be in",
        ),
        (3, "2026-02-01", ""),
        (1, "2026-01-04", ""),
    ],
)
def test_a_file_that_leaves_out_most_of_the_list_is_odd(
    file: Path, lines: int, on: str, said: str
) -> None:
    take_in(*(line(number, f"Player {number}") for number in range(1, 6)))
    rows = [f"Player {number},1500,100" for number in range(lines)]
    file.write_text("\n".join(["Name,Rating,Games", *rows]), encoding="utf-8")
    warnings = answer("import_ratings", KEY, file, "--on", on, "--dry-run")["warnings"]
    told = [one["message"] for one in warnings if one["code"] == "import.shrinks"]
    assert [one[: len(said)] for one in told] == ([said] if said else [])


def test_a_computed_list_opens_fewer_players_after_a_short_import(file: Path) -> None:
    a_list("club", system="elo")
    take_in(*(line(number, f"Player {number}") for number in range(1, 8)), key="club")
    out = io.StringIO()
    call_command("import_ratings", "club", str(file), "--dry-run", stdout=out)
    said = "This file has 3 players; the import in force has 7. The others will start without a"
    assert said in out.getvalue()


def test_without_json_the_report_is_sentences(file: Path) -> None:
    out = io.StringIO()
    call_command("import_ratings", KEY, str(file), stdout=out)
    assert "3 ratings imported: 1 of players in the register (1 by number)." in out.getvalue()
    assert "Line 4: who is Kats Dov? Near: Dov Katz (dov-1), Dov Katz" in out.getvalue()
    file.write_text("Smythe,1643", encoding="utf-8")
    call_command("import_ratings", KEY, str(file), "--dry-run", stdout=out)
    assert "1 rating read, nothing stored" in out.getvalue()


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("Name,Rating\nAnn,x\nBea,-1", 2, "Line 2: A rating is a whole number"),
        ("Name,Rating\nAnn,1\nAnn,2", 3, "Line 3: Ann is already in line 2"),
        ("Who,Rating\nAnn,1", 1, "Line 1 has no column for the name."),
        ("", None, "The list is empty"),
    ],
)
def test_a_wrong_file_is_refused_naming_the_file_and_the_line(
    file: Path, text: str, line: int | None, said: str
) -> None:
    file.write_text(text, encoding="utf-8")
    error = refusal("import_ratings", KEY, file)
    assert (error["file"], error["line"]) == (str(file), line)
    assert error["message"].startswith(said)
    assert not ImportedRating.objects.exists()


@pytest.mark.parametrize("day", ["5.1.2026", "2026-13-01", "soon"])
def test_a_day_that_is_none_is_said_with_how_days_are_written(file: Path, day: str) -> None:
    error = refusal("import_ratings", KEY, file, "--on", day)
    assert error["message"] == f"--on takes a day as YYYY-MM-DD, not {day}."
    assert not ListImport.objects.exists()


def test_a_list_or_a_file_that_is_not_there_is_refused(file: Path) -> None:
    assert refusal("import_ratings", "nowhere", file)["code"] == "list.unknown"
    assert refusal("import_ratings", KEY, file.parent / "no.csv")["code"] == "file.missing"
    file.write_bytes(b"\x00\x01\x02\x03")
    error = refusal("import_ratings", KEY, file)
    assert error["code"] == "file.binary"
    assert "CSV" not in error["message"]


def test_a_list_is_made_changed_and_shown(file: Path) -> None:
    made = answer("rating_list", "club", "--name", "Club", "--system", "elo", "--no-public")
    assert (made["counts"], made["is_public"], made["is_estimate"]) == (["elo"], False, True)
    assert answer("rating_list", "club", "--provisional", "50")["provisional_games"] == 50
    error = refusal("rating_list", "club", "--choose", "spring/A", "left-out")
    assert error["message"] == "There is no division spring/A."
    assert not EventChoice.objects.exists()
    new_event()
    answer("rating_list", "club", "--choose", "spring/A", "left-out")
    assert EventChoice.objects.get().counts is False
    answer("import_ratings", KEY, file)
    matched = answer("rating_list", KEY, "--match", "Lee", "bea")
    assert matched["last_import"]["unmatched"] == 1
    assert [one["list"] for one in answer("rating_list")["lists"]] == ["club", KEY]


def test_a_way_that_is_none_names_the_three_that_are(file: Path) -> None:
    for key in ((KEY,), ()):
        told = refusal("rating_list", *key, "--choose", "spring/A", "maybe")["message"]
        assert told == "--choose takes counts, left-out or by-rule, not 'maybe'."


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nowhere",), "list.unknown"),
        (("--name", "X"), "usage"),
        (("club", "--counts-from", "soon"), "list.date"),
        (("club", "--system", "wespa"), "system.unknown"),
        ((KEY, "--choose", "spring/A", "perhaps"), "usage"),
        ((KEY, "--match", "Nobody", "ann"), "match.no_line"),
    ],
)
def test_a_wrong_request_is_refused_with_a_code(
    file: Path, arguments: tuple[str, ...], code: str
) -> None:
    assert refusal("rating_list", *arguments)["code"] == code
    assert not RatingList.objects.filter(key="club").exists()
