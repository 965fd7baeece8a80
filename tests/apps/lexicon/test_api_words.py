"""Words over the API: for every account, while the pages are open, and never a whole list."""

from __future__ import annotations

from typing import Any, get_args
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries, Settings

from core.journal.guard import writing
from core.roles.table import Permission
from lexicon import places
from lexicon.api.words import PAGES, RATE, Kind, Sorted
from lexicon.models import Lexicon
from lexicon.selectors.installed import lexica_folder
from lexicon.words.about import About, store_about
from lexicon.words.study import PAGE, Order, StudyKind
from tests.apps.api.asking import Program, error, of
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list

pytestmark = pytest.mark.django_db

WORDS = "ALE LATE LATER LEA PLATE ALTER STALE TALE TEA TEAL SLATE STEAL ZEAL ATE EAT ETA"
TOLD = {"LATE": About("coming after the expected time [adj LATER]", "#")}
PATHS = ("words", "words/CLUB", "words/CLUB?find=anagram&tiles=late", "words/CLUB/look_up?word=ale")


@pytest.fixture(autouse=True)
@built_once
def club() -> Lexicon:
    """Return a lexicon of a few words, one with a definition."""
    lexicon = imported_list("CLUB", WORDS.split())
    with writing():
        lexicon.about = store_about(lexica_folder(), TOLD)
        lexicon.save()
    return lexicon


@pytest.fixture(autouse=True)
def _nobody_has_asked() -> None:
    cache.clear()


def _member() -> Program:
    return of("ann", staff=False, scope=[Permission.VIEW])


def _found(path: str, **asked: Any) -> Any:
    answer = _member().get(f"{path}?{urlencode(asked)}")
    assert answer.status_code == 200, answer.content
    return answer.json()


# Who may


@pytest.mark.parametrize("path", PATHS[:1] + PATHS[2:])
def test_every_account_asks_for_words_and_nobody_else(path: str) -> None:
    assert Program().get(path).status_code == 401
    assert of("boss", operator=True, event="spring").get(path).status_code == 403
    answer = _member().get(path)
    assert answer.status_code == 200
    again = _member().get(path, **{"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", PATHS)
def test_while_a_director_has_them_closed_nobody_gets_a_word(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "The word tools are closed while Spring is played."
    monkeypatch.setattr(places, "_closings", [lambda: why])
    for program in (_member(), of("boss", operator=True)):
        said = error(program.get(path))
        assert (said["code"], said["message"]) == ("words.closed", why)


def test_who_asks_too_often_has_to_wait_whatever_they_ask(settings: Settings) -> None:
    settings.API_RATES = {**settings.API_RATES, RATE: "3/min"}
    program = _member()
    told = [program.get(path).status_code for path in (*PATHS[:1], *PATHS[2:], PATHS[0])]
    assert told == [200, 200, 200, 429]


def test_one_that_is_put_away_or_not_there_is_not_found() -> None:
    with writing():
        Lexicon.objects.update(is_put_away=True)
    for path in ("words/CLUB?tiles=late", "words/CLUB/look_up?word=ale", "words/NONE?tiles=late"):
        assert _member().get(path).status_code == 404
    assert "CLUB" not in [one["lexicon"] for one in _found("words")["items"]]


# What is found


def test_the_questions_and_the_orders_are_those_of_the_page() -> None:
    assert set(get_args(Kind)) == set(map(str, StudyKind))
    assert set(get_args(Sorted)) == set(map(str, Order))


def test_words_are_found_with_their_hooks_and_what_is_told_about_them() -> None:
    found = _found("words/CLUB", find="anagram", tiles="late", order="alphabet")
    assert (found["total"], found["page"], found["pages"]) == (3, 1, 1)
    assert [one["word"] for one in found["words"]] == ["LATE", "TALE", "TEAL"]
    late = found["words"][0]
    assert (late["front_hooks"], late["back_hooks"]) == ("PS", "R")
    assert (late["is_inner_front"], late["is_inner_back"]) == (True, False)
    assert (late["symbols"], late["definition"]) == (TOLD["LATE"].symbols, TOLD["LATE"].definition)


def test_another_list_narrows_the_answer() -> None:
    imported_list("OTHER", ["LATE", "TEA"])
    asked = {"find": "anagram", "tiles": "late", "order": "alphabet"}
    for name, words in (("not_in", ["TALE", "TEAL"]), ("also_in", ["LATE"])):
        found = _found("words/CLUB", **asked, **{name: "OTHER"})
        assert [one["word"] for one in found["words"]] == words


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"find": "anagram", "tiles": ""}, "tiles"),
        ({"find": "anagram", "tiles": "[A"}, "tiles"),
        ({"find": "all", "tiles": "A"}, "tiles"),
        ({"find": "riddle", "tiles": "A"}, "find"),
        ({"tiles": "A" * 300}, "tiles"),
        ({"tiles": "A", "length": "many"}, "length"),
        ({"tiles": "A", "having": "7"}, "having"),
        ({"tiles": "A", "not_in": "CLUB"}, "not_in"),
        ({"tiles": "A", "order": "best"}, "order"),
        ({"tiles": "A", "page": PAGES + 1}, "page"),
        ({"tiles": "A", "page": 0}, "page"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_field(asked: dict[str, Any], field: str) -> None:
    answer = _member().get(f"words/CLUB?{urlencode(asked)}")
    assert (answer.status_code, error(answer)["field"]) == (400, field)


def test_no_question_is_answered_with_more_than_ten_pages(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    letters = "ABCDEFGHIJK"
    imported_list("LONG", [f"{a}{b}{c}" for a in letters for b in letters for c in letters])
    first = _found("words/LONG", find="all")
    assert (first["total"], first["pages"]) == (len(letters) ** 3, PAGES)
    assert len(first["words"]) == PAGE
    program = _member()
    program.get("words/LONG?find=all")
    # The token, three for what its account may (roles, own events, own clubs), whether they are
    # closed, the lexicon and the others.
    with django_assert_num_queries(7):
        last = program.get(f"words/LONG?find=all&page={PAGES}").json()
    assert last["page"] == PAGES
    assert {one["word"] for one in last["words"]}.isdisjoint(one["word"] for one in first["words"])
    assert program.get(f"words/LONG?find=all&page={PAGES + 1}").status_code == 400


def test_a_word_is_shown_with_all_that_leads_on() -> None:
    imported_list("OTHER", ["LATE", "TEA"])
    late = _found("words/CLUB/look_up", word="late")
    assert (late["word"], late["is_word"]) == ("LATE", True)
    assert (late["front_hooks"], late["back_hooks"]) == ("PS", "R")
    assert late["anagrams"] == {"total": 2, "words": ["TALE", "TEAL"]}
    assert late["beginning_with"] == {"total": 1, "words": ["LATER"]}
    assert "OTHER" in late["held_by"]
    assert "ALTER" not in str(late)


def test_a_word_that_the_lexicon_does_not_hold_says_so() -> None:
    shown = _found("words/CLUB/look_up", word="TAEL")
    assert (shown["is_word"], shown["rank"]) == (False, None)
    assert shown["anagrams"]["words"] == ["LATE", "TALE", "TEAL"]


@pytest.mark.parametrize("word", ["", "7", "A" * 60, "A" * 300])
def test_what_is_no_word_is_refused(word: str) -> None:
    answer = _member().get(f"words/CLUB/look_up?{urlencode({'word': word})}")
    assert (answer.status_code, error(answer)["field"]) == (400, "word")
