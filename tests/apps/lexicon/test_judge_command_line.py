"""`judge` at the console: one verdict under the command line contract, and nothing stored."""

from __future__ import annotations

import io
from itertools import permutations

import pytest
from django.core.management import call_command

from core.models import JournalEntry
from lexicon.casual import LABEL, casual_list
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list
from tests.contract_calls import answer, leaves, refusal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@built_once
def short() -> None:
    imported_list("SHORT", ["AX", "CAT", "QUIZ", "ZA"])


def said(*arguments: str) -> tuple[int, str, str]:
    """Returns the exit code of `judge`, and what it prints on stdout and on stderr."""
    out, error = io.StringIO(), io.StringIO()
    try:
        call_command("judge", *arguments, stdout=out, stderr=error)
    except SystemExit as left:
        return int(str(left.code)), out.getvalue(), error.getvalue()
    return 0, out.getvalue(), error.getvalue()


def test_a_good_play_is_acceptable_and_leaves_with_0() -> None:
    assert said("SHORT", "cat", "ZA") == (0, "ACCEPTABLE\n", "")
    assert answer("judge", "SHORT", "cat", "ZA") == {"lexicon": "SHORT", "acceptable": True}


def test_the_code_is_found_whatever_its_case() -> None:
    assert answer("judge", "short", "cat") == {"lexicon": "SHORT", "acceptable": True}


def test_a_bad_play_is_unacceptable_and_leaves_with_1_whichever_word_is_bad() -> None:
    assert said("SHORT", "cat", "tac") == (1, "UNACCEPTABLE\n", "")
    for words in permutations(("CAT", "ZA", "TAC")):
        told = leaves("judge", "SHORT", *words, code=1)
        assert told == {"lexicon": "SHORT", "acceptable": False}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("cat", "c4t"), "In c4t, the character 4 is on no tile."),
        (("a",), "a is only one tile; a word has at least two."),
        (("  ",), "Type the words of the play."),
        (("a" * 16,), f"{'a' * 15}... is longer than 15 tiles."),
        (("ax",) * 9, "A play can make at most 8 words."),
    ],
)
def test_what_has_to_be_typed_again_leaves_with_2_and_without_a_verdict(
    words: tuple[str, ...], reason: str
) -> None:
    assert said("SHORT", *words) == (2, "", f"{reason}\n")
    assert leaves("judge", "SHORT", *words, code=2) == {"lexicon": "SHORT", "acceptable": None}
    code, _, error = said("SHORT", *words, "--json")
    assert (code, error) == (2, f"{reason}\n")


def test_nine_words_are_judged_for_a_rack_of_eight() -> None:
    assert said("SHORT", *("ax",) * 9, "--rack", "8") == (0, "ACCEPTABLE\n", "")


def test_an_unknown_lexicon_is_an_error_of_the_request() -> None:
    assert refusal("judge", "NONE", "cat")["code"] == "lexicon.unknown"


def test_the_casual_list_is_called_so_beside_its_verdict() -> None:
    code, out, error = said(casual_list().code, "cat")
    assert (code, out, error) == (0, "ACCEPTABLE\n", f"{LABEL}\n")
    told = answer("judge", casual_list().code, "cat")
    assert told == {"lexicon": casual_list().code, "acceptable": True}


def test_nothing_is_stored() -> None:
    said("SHORT", "cat")
    assert not JournalEntry.objects.exists()
