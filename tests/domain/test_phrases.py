"""Phrases: English with named parameters, worded anew where they are shown."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator

import pytest

from core import phrases
from core.phrases import Phrase, english, phrase, phrase_count

FRENCH = {
    "No. {number} sits out.": "Le n° {number} ne joue pas.",
    "{count} board": "{count} table",
    "{count} boards": "{count} tables",
    "draft": "brouillon",
    "Round {round} is a {state}.": "La ronde {round} : {state}.",
}


def _in_french(source: str) -> str:
    return FRENCH.get(source, source)


def _count_in_french(one: str, many: str, count: int) -> str:
    return _in_french(one if count < 2 else many)


@pytest.fixture
def installed() -> Iterator[None]:
    """Puts back what the app installed."""
    before = (*phrases._translations, phrases._language)
    yield
    phrases.install(*before)


@pytest.fixture
def in_french(installed: None) -> None:
    phrases.install(_in_french, _count_in_french)


def test_a_phrase_is_its_english_text() -> None:
    said = phrase("No. {number} sits out.", number=7)
    assert said == "No. 7 sits out."
    assert hash(said) == hash("No. 7 sits out.")
    assert json.dumps([said]) == '["No. 7 sits out."]'


def test_braces_are_as_written_where_nothing_is_filled_in() -> None:
    assert phrase("config {key}") == "config {key}"


@pytest.mark.parametrize(("count", "text"), [(0, "0 boards"), (1, "1 board"), (2, "2 boards")])
def test_a_count_chooses_one_or_many(count: int, text: str) -> None:
    assert phrase_count("{count} board", "{count} boards", count=count) == text


def test_what_was_said_in_english_is_shown_in_the_language_of_the_reader(installed: None) -> None:
    said = phrase("No. {number} sits out.", number=7)
    boards = phrase_count("{count} board", "{count} boards", count=1)
    phrases.install(_in_french, _count_in_french)
    assert str(said) == f"{said}" == "Le n° 7 ne joue pas."
    assert f"{boards:>10}" == "   1 table"


def test_a_phrase_within_a_phrase_is_shown_in_the_same_language(installed: None) -> None:
    said = phrase("Round {round} is a {state}.", round=2, state=phrase("draft"))
    assert said == "Round 2 is a draft."
    phrases.install(_in_french, _count_in_french)
    assert str(said) == "La ronde 2 : brouillon."


def test_what_is_joined_is_in_the_language_in_which_it_was_said(in_french: None) -> None:
    said = [phrase("draft"), phrase_count("{count} board", "{count} boards", count=0)]
    assert ", ".join(said) == "brouillon, 0 table"


def test_a_journal_keeps_a_text_in_english_whatever_the_language_of_the_reader(
    in_french: None,
) -> None:
    assert english(phrase("Round {round} is a {state}.", round=2, state=phrase("draft"))) == (
        "Round 2 is a draft."
    )
    assert english(phrase_count("{count} board", "{count} boards", count=1)) == "1 board"
    assert english(phrase_count("{count} board", "{count} boards", count=2)) == "2 boards"
    assert english("Ann") == "Ann"


def test_a_constant_takes_its_parameters_later(installed: None) -> None:
    constant = phrase("No. {number} sits out.")
    phrases.install(_in_french, _count_in_french)
    said = constant.format(number=3)
    assert isinstance(said, Phrase)
    assert str(said) == "Le n° 3 ne joue pas."


@pytest.mark.parametrize("wrong", ["Nr. {nubmer}", "Nr. {}", "Nr. {number", "Nr. {number.x}"])
def test_a_translation_with_wrong_braces_is_shown_in_english(installed: None, wrong: str) -> None:
    phrases.install(lambda _: wrong, lambda *_: wrong)
    assert str(phrase("No. {number} sits out.", number=7)) == "No. 7 sits out."
    assert str(phrase_count("{count} board", "{count} boards", count=2)) == "2 boards"


def test_a_parameter_that_nobody_gave_is_a_fault_of_the_code(in_french: None) -> None:
    with pytest.raises(KeyError):
        phrase("No. {number} sits out.", entry=7)


def test_braces_in_a_parameter_are_as_somebody_typed_them() -> None:
    said = phrase("Round {round} is a {state}.", round="{state.__class__}", state="{0}")
    assert str(phrase("“{said}”", said=said)) == "“Round {state.__class__} is a {0}.”"


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_copy_of_a_phrase_is_still_a_phrase(again: object, installed: None) -> None:
    assert callable(again)
    said = again(phrase("No. {number} sits out.", number=7))
    phrases.install(_in_french, _count_in_french)
    assert str(said) == "Le n° 7 ne joue pas."
