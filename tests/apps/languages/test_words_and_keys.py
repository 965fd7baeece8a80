"""What is kept, and what is looked up, is the same in every language; what is shown is worded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from core import phrases
from core.phrases import phrase
from games.engine.rulesets import RULESETS, parameters
from tests.pseudo_locale import pseudo
from tournaments.entries.queries.door import DoorLine, DoorState, counted
from tournaments.event.forms.rule_fields import WholeField
from tournaments.formats.roster import columns
from tournaments.formats.roster.reading import read_roster
from tournaments.kernel.wording.changes import pairing_rules_changed
from tournaments.kernel.wording.pairing_rules import rule_in_words
from tournaments.kernel.wording.rule_groups import GROUPS
from tournaments.kernel.wording.rule_values import NONE, value_words
from tournaments.readmodel.frame import SECTIONS, section_place, section_words


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    """Has everything worded in a language of which no word is English."""
    before = (*phrases._translations, phrases._language)
    phrases.install(pseudo, lambda one, many, count: pseudo(one if count == 1 else many))
    yield
    phrases.install(*before)


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("contention_is_public", True, "yes"),
        ("classes", (), "none"),
        ("gibson_victims", "B", "class B"),
        ("gibson_victims", "", "any class"),
        ("team_mates_until", 4, "round 4"),
        ("team_mates_until", None, "the end"),
        ("bye_policy", "top_down", "top down"),
    ],
)
def test_a_journal_keeps_a_rule_of_pairing_in_english(name: str, value: Any, kept: str) -> None:
    before = rule_in_words(name, value)
    assert type(before) is str
    assert before == kept


def test_the_log_words_the_rules_that_a_journal_keeps() -> None:
    said = pairing_rules_changed(
        [("gibson_victims", "any class", "class B"), ("contention_is_public", "no", "yes")]
    )
    assert str(phrase("class {name}", name="B")) in said
    assert str(phrase("any class")) in said
    assert "class B" not in said
    assert str(phrase("Everybody now sees who can still win")) in said


def test_every_rule_set_is_told_in_another_language() -> None:
    for rules in RULESETS.values():
        for group in GROUPS:
            assert group.says(rules)
        for one in parameters():
            if one.name != "rating_system":
                assert value_words(one, getattr(rules, one.name))


def test_none_is_typed_in_the_language_of_the_reader_or_in_english() -> None:
    optional = next(one for one in parameters() if one.optional and one.kind == "whole")
    field = WholeField(optional)
    assert [field.clean(typed) for typed in (NONE, pseudo(NONE), f" {pseudo('None')} ")] == [
        NONE,
        NONE,
        NONE,
    ]


def test_the_tabs_of_a_division_are_found_by_their_names_in_the_code() -> None:
    for name, place in SECTIONS:
        assert section_place(name) == place
        assert str(section_words(name)) == pseudo(name)


def test_the_door_counts_who_is_here_late_or_not() -> None:
    lines = [
        DoorLine(key, key, f"Player {key}", 0, state)
        for key, state in enumerate((DoorState.HERE, DoorState.LATE, DoorState.NOT_HERE), 1)
    ]
    told = [(many, str(words)) for many, words in counted(lines)]
    assert told == [(2, pseudo("here")), (1, pseudo("not here"))]


def test_the_headings_of_a_roster_stay_english() -> None:
    roster = read_roster("name,life games,player key\nAnn,12,ann\n")
    assert roster.columns == (columns.NAME, columns.GAMES, columns.PLAYER)
    assert [person.life_games for person in roster.people] == [12]
    assert str(columns.column_words(columns.GAMES)) == pseudo("life games")
