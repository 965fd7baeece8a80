"""Rulings on plays over the API: who may rule, and what a ruling tells."""

from __future__ import annotations

import pytest

from core.roles.table import Permission
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.challenges.judge_events import CODE, open_judge, rule
from tests.apps.tournaments.challenges.ruling_events import paired_event
from tests.apps.tournaments.desk_events import SLUG, entries_of

pytestmark = pytest.mark.django_db

RULINGS = f"events/{SLUG}/rulings"
AT_A_BOARD = f"events/{SLUG}/divisions/A/rounds/1/rulings"
PHONY = {"by": 1, "words": ["queex"], "play_score": 42}


def test_only_those_who_may_judge_in_the_event_rule_on_plays() -> None:
    paired_event()
    before = len(entries_of())
    otto, reader = of("otto"), of("dora", scope=[Permission.VIEW])
    assert Program().get(RULINGS).status_code == 401
    assert otto.get(RULINGS).status_code == 403
    assert reader.get(RULINGS).json()["items"] == []
    for program, status in ((Program(), 401), (otto, 403), (reader, 403)):
        assert program.post(AT_A_BOARD, PHONY).status_code == status
    assert len(entries_of()) == before


def test_what_a_ruling_would_come_to_is_told_both_ways_and_judges_nothing() -> None:
    paired_event()
    before, path = len(entries_of()), f"{AT_A_BOARD}/foreseen"
    assert Program().post(path, PHONY).status_code == 401
    assert of("otto").post(path, PHONY).status_code == 403
    told = of("dora").post(path, PHONY).json()
    assert told["words"] == ["QUEEX"]
    assert "loses the 42 points again" in told["if_unacceptable"]
    assert told["if_acceptable"] != told["if_unacceptable"]
    assert len(entries_of()) == before


def test_verdicts_of_judges_are_listed_until_a_ruling_uses_them() -> None:
    paired_event()
    rule(open_judge(), "ZAP")
    program, path = of("dora"), f"events/{SLUG}/unused_verdicts"
    assert of("otto").get(path).status_code == 403
    (verdict,) = program.get(path).json()["items"]
    assert (verdict["words"], verdict["acceptable"], verdict["division"]) == (["ZAP"], True, "A")
    used = {"by": 1, "station": verdict["station"], "station_seq": verdict["station_seq"]}
    assert program.post(AT_A_BOARD, used).status_code == 200
    assert program.get(path).json() == {"items": []}


def test_a_ruling_says_what_it_comes_to_and_never_which_word_was_wrong() -> None:
    paired_event()
    program = of("dora")
    both = program.post(AT_A_BOARD, {**PHONY, "words": ["zap", "queex"]})
    assert both.status_code == 200, both.content
    (shown,) = program.get(RULINGS).json()["items"]
    assert (shown["ruling"], shown["by"], shown["against"]) == (1, 1, 2)
    assert (shown["words"], shown["acceptable"], shown["lexicon"]) == (
        ["ZAP", "QUEEX"],
        False,
        CODE,
    )
    assert "loses the 42 points again" in shown["says"]
    assert program.get(f"{RULINGS}?acceptable=true").json()["items"] == []
    own = program.post(AT_A_BOARD, {**PHONY, "acceptable": True})
    assert (own.status_code, error(own)["code"]) == (422, "reason.missing")
