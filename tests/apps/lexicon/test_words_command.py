"""`words`: what it prints for programs and for people, and what it refuses."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.journal.guard import writing
from lexicon.casual import LABEL, casual_list
from lexicon.management.commands.words import Command
from lexicon.models import Lexicon
from lexicon.selectors.installed import lexica_folder
from lexicon.words.about import About, store_about
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list

pytestmark = pytest.mark.django_db


def answer(*arguments: str) -> tuple[int, Any]:
    """Returns the exit code and the JSON document that the command prints."""
    out, code = io.StringIO(), 0
    try:
        call_command("words", *arguments, "--json", stdout=out)
    except SystemExit as left:
        code = int(left.code or 0)
    return code, json.loads(out.getvalue())


def words(*arguments: str) -> list[str]:
    code, told = answer("CLUB", *arguments)
    assert code == 0
    assert told["total"] >= len(told["words"])
    return [row["word"] for row in told["words"]]


@pytest.fixture(autouse=True)
@built_once
def club() -> Lexicon:
    """A lexicon of a few words, one with a definition."""
    held = "LATE LATER PLATE ALTER TALE TEA ALE ZEAL ATE"
    lexicon = imported_list("CLUB", held.split())
    with writing():
        lexicon.about = store_about(lexica_folder(), {"LATE": About("not early [adj]", "#")})
        lexicon.save()
    return lexicon


def test_a_word_is_told_with_its_hooks_its_meaning_and_its_place() -> None:
    assert answer("CLUB", "late") == (
        0,
        {
            "lexicon": "CLUB",
            "total": 2,
            "words": [
                {
                    "word": "LATE",
                    "definition": "not early [adj]",
                    "front_hooks": "P",
                    "back_hooks": "R",
                    "probability_order": 1,
                },
                {
                    "word": "TALE",
                    "definition": None,
                    "front_hooks": "",
                    "back_hooks": "",
                    "probability_order": 2,
                },
            ],
        },
    )


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["late?"], ["PLATE", "ALTER", "LATER"]),
        (["late?", "--anagram", "--order", "probability"], ["ALTER", "LATER", "PLATE"]),
        (["late?", "--length", "4"], []),
        (["??", "--subanagrams"], []),
        (["LATE", "--subanagrams"], ["LATE", "TALE", "ALE", "ATE", "TEA"]),
        (["*[TZ]EA*", "--pattern"], ["TEA", "ZEAL"]),
        (["?A*E", "--pattern"], ["LATE", "TALE"]),
        (["late", "--definition"], ["LATE"]),
        (["la", "--begins"], ["LATE", "LATER"]),
        (["ate", "--ends"], ["ATE", "LATE", "PLATE"]),
        (["ate", "--contains", "--limit", "2"], ["ATE", "LATE"]),
        (["ate", "--extensions"], ["LATE", "LATER", "PLATE"]),
        (["late", "--hooks"], ["LATER", "PLATE"]),
        (["--hooks", "late"], ["LATER", "PLATE"]),
        (["--pattern", "?A*E"], ["LATE", "TALE"]),
        (["--definition", "late"], ["LATE"]),
        (["--subanagrams", "LATE", "--length", "4"], ["LATE", "TALE"]),
        (["--length", "5", "--extensions", "ate"], ["LATER", "PLATE"]),
        (["--all", "--with", "L", "--without", "T"], ["ALE", "ZEAL"]),
        (["--all", "--vowels", "1"], []),
        (
            ["--all", "--length", "4-5", "--order", "longest", "--not-in", "OTHER"],
            ["ALTER", "LATER", "PLATE", "LATE", "ZEAL"],
        ),
        (["--all", "--also-in", "OTHER"], ["TEA", "TALE"]),
    ],
)
def test_every_question_can_be_asked(arguments: list[str], found: list[str]) -> None:
    imported_list("OTHER", ["TEA", "TALE"])
    assert words(*arguments) == found


def test_no_word_is_an_answer() -> None:
    assert answer("CLUB", "XYZZY") == (0, {"lexicon": "CLUB", "total": 0, "words": []})


def test_blanks_count_unless_they_are_left_out() -> None:
    imported_list("ODD", ["SSQ", "ZZE"])
    places = {}
    for arguments in ((), ("--no-blanks",)):
        _, told = answer("ODD", "--all", "--order", "alphabet", *arguments)
        places[arguments] = [row["probability_order"] for row in told["words"]]
    # The bag has one Z: the second can only be a blank.
    assert places == {(): [2, 1], ("--no-blanks",): [1, 2]}


def test_tiles_of_two_letters_stand_in_brackets() -> None:
    imported_list("ES", ["OCHO", "CHOCHO", "COCHO"], tile_set="es")
    _, told = answer("ES", "ocho")
    assert [(row["word"], row["front_hooks"]) for row in told["words"]] == [("O[CH]O", "C[CH]")]


def test_the_casual_list_answers_before_anything_is_imported() -> None:
    code, told = answer(casual_list().code, "QI", "--definition")
    assert (code, told["total"]) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        (["NOPE", "A"], "lexicon.unknown", None),
        (["CLUB"], "query.empty", "query"),
        (["CLUB", "A", "--all"], "query.all", "query"),
        (["CLUB", "[A"], "query.bracket", "query"),
        (["CLUB", "A5"], "tile.unknown", "query"),
        (["CLUB", "A*", "--subanagrams"], "query.rack", "query"),
        (["CLUB", "A", "--length", "x"], "query.range", "length"),
        (["CLUB", "A", "--vowels", "9-2"], "query.range", "vowels"),
        (["CLUB", "A", "--with", "7"], "tile.unknown", "with"),
        (["CLUB", "A", "--without", "?"], "tile.unknown", "without"),
        (["CLUB", "A", "--not-in", "NOPE"], "lexicon.unknown", None),
        (["CLUB", "A", "--not-in", "HU"], "query.alphabets", "query"),
        (["CLUB", "A", "--limit", "0"], "usage", "limit"),
    ],
)
def test_a_wrong_request_is_one_object_and_exit_2(
    arguments: list[str], code: str, field: str | None
) -> None:
    imported_list("HU", ["KA[CS]A"], tile_set="hu")
    left, told = answer(*arguments)
    assert (left, told["error"]["code"], told["error"]["field"]) == (2, code, field)
    assert told["error"]["message"].endswith(".")


def test_people_read_a_table_and_how_many_there_are() -> None:
    out = io.StringIO()
    call_command("words", "CLUB", "late?", stdout=out)
    told = [line.split() for line in out.getvalue().splitlines()]
    assert [line[0] for line in told[:-1]] == ["pLATE", "ALTEr", "LATEr"]
    assert told[-1] == ["3", "words", "in", "CLUB"]
    out = io.StringIO()
    call_command("words", casual_list().code, "QI", "--definition", stdout=out)
    assert out.getvalue().strip().endswith(f"1 word in {casual_list().code} ({LABEL})")


def test_the_options_may_come_first_of_all_and_one_query_too_many_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answer("--hooks", "CLUB", "late") == answer("CLUB", "--hooks", "late")
    with pytest.raises(SystemExit) as left:
        Command().run_from_argv(["manage.py", "words", "CLUB", "--hooks", "late", "tale"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "unrecognized arguments: tale\n"


def test_the_help_has_both_arguments_and_an_example_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        Command().run_from_argv(["manage.py", "words", "--help"])
    assert left.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.endswith("CODE [QUERY]") for line in lines)
    examples = lines[lines.index("examples:") + 1 :]
    assert [line.split()[:2] for line in examples] == [["words", "SCOWL80"]] * len(examples)


def test_a_code_is_found_whatever_its_case_and_printed_as_it_is() -> None:
    assert answer("club", "--hooks", "late") == answer("CLUB", "late", "--hooks")
    assert answer(casual_list().code.lower(), "qi")[1]["lexicon"] == casual_list().code


def test_two_kinds_of_question_cannot_be_asked_at_once() -> None:
    with pytest.raises(CommandError, match="not allowed with"):
        call_command("words", "CLUB", "A", "--hooks", "--pattern")
