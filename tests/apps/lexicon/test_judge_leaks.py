"""Nobody learns which word of a play is bad: not from the page, its headers, or what it costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import permutations
from random import Random
from time import perf_counter_ns
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.models import JournalEntry
from lexicon.commands.judge import ChangeJudge
from lexicon.words.files import WordFiles
from lexicon.words.judging import LEAST_LOOKUPS
from tests.apps.lexicon.stations import give, judge, ruling, sent, shown, station
from tests.builders.lexica import imported_list

pytestmark = pytest.mark.django_db

GOOD = ("CAT", "ZA", "QUIZ")
BAD = ("TAC", "AZ", "ZIUQ")
MAY_DIFFER = {"X-Request-ID", "Date"}
PLAYS = [
    tuple(BAD[n] if n in wrong else GOOD[n] for n in order)
    for wrong in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2))
    for order in permutations(range(3))
]


@pytest.fixture
def device(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A judge that has a second opinion, and no limit to how often it rules in a minute."""
    monkeypatch.setattr("lexicon.commands.judge.RULINGS_A_MINUTE", 10_000)
    imported_list("LATER", ["TAC", "CAT", "ZA", "QUIZ"])
    station(second_opinion="LATER")
    return judge(client)


def headers(answer: Any) -> Mapping[str, str]:
    assert not answer.cookies
    return {name: value for name, value in answer.items() if name not in MAY_DIFFER}


def test_plays_that_differ_in_which_word_is_bad_get_the_same_bytes(device: Client) -> None:
    give(ChangeJudge(station="hall-1", second_opinion=""))
    answers = [ruling(device, "\n".join(play)) for play in PLAYS]
    assert len(answers) == 42
    assert len({answer.content for answer in answers}) == 1
    assert all(headers(answer) == headers(answers[0]) for answer in answers)
    assert b"UNACCEPTABLE" in answers[0].content


def test_plays_of_more_or_fewer_words_get_the_same_bytes(device: Client) -> None:
    plays = ("TAC", "CAT TAC", "TAC AZ ZIUQ", "CAT " * 7 + "ZIUQ", "ZZZZZZZZZZZZZZZ")
    give(ChangeJudge(station="hall-1", second_opinion=""))
    assert len({ruling(device, play).content for play in plays}) == 1


def test_good_and_bad_plays_differ_in_one_bit_and_not_in_shape(device: Client) -> None:
    answers = [ruling(device, words) for words in ("CAT ZA", "CAT TAC", "AX DOG", "TAC")]
    # Both lists say yes, the second only, the first only, the second only.
    assert len({answer.content for answer in answers}) == 3
    assert len({len(answer.content) for answer in answers}) == 1
    assert all(headers(answer) == headers(answers[0]) for answer in answers)
    assert "Content-Length" in headers(answers[0])


def test_the_tags_of_good_and_bad_are_the_same(device: Client) -> None:
    shapes = {
        tuple(re.findall(r"<[/\w]+", ruling(device, words).content.decode()))
        for words in ("CAT", "TAC")
    }
    assert len(shapes) == 1


def test_what_cannot_be_judged_is_told_without_asking_the_list(
    device: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looked_up(monkeypatch)
    pages = [
        device.post("/judge/rule/", {"step": "check", "words": f"{word} C4T"}).content.decode()
        for word in ("CAT", "TAC", "ACT")
    ]
    texts = {page.partition("</textarea>")[2] for page in pages}
    assert len(texts) == 1
    assert shown(device, "CAT TAC") is not None
    assert asked == []


def test_what_the_opponent_sees_does_not_ask_the_list_either(
    device: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looked_up(monkeypatch)
    fields = shown(device, "TAC CAT")
    assert asked == []
    sent(device, fields)
    assert asked


def test_as_much_is_looked_up_and_as_many_queries_are_made_whatever_is_bad(
    device: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = looked_up(monkeypatch)
    costs = set()
    for play in [GOOD, *PLAYS]:
        fields = shown(device, " ".join(play))
        asked.clear()
        with CaptureQueriesContext(connection) as queries:
            sent(device, fields)
        costs.add((len(asked), len(queries)))
    assert len(costs) == 1
    # Twice: there is a second opinion, which looks up as much.
    assert costs.pop()[0] == 2 * LEAST_LOOKUPS


def test_good_and_bad_plays_take_times_that_overlap(device: Client) -> None:
    """Timed in a drawn order, so that a busy machine slows both alike.

    The share of pairs in which the good play took longer is a half where the verdict does not
    matter; with 60 of each it is off by a quarter once in a million times.
    """
    draw = Random(6)
    plays = draw.sample([(good, n) for good in (True, False) for n in range(60)], 120)
    took: dict[bool, list[int]] = {True: [], False: []}
    for good, _ in plays:
        fields = shown(device, " ".join(GOOD if good else draw.choice(PLAYS)))
        begun = perf_counter_ns()
        sent(device, fields)
        took[good].append(perf_counter_ns() - begun)
    longer = sum(good > bad for good in took[True] for bad in took[False]) / 3600
    assert 0.25 < longer < 0.75
    assert max(min(each) for each in took.values()) < min(max(each) for each in took.values())


def test_the_journal_of_good_and_bad_is_as_long(device: Client) -> None:
    ruling(device, "CAT")
    ruling(device, "TAC")
    good, bad = JournalEntry.objects.filter(command="judge.ruled").order_by("seq")
    assert set(good.answer) == set(bad.answer)
    assert set(good.facts["ruling"]) == set(bad.facts["ruling"])


def looked_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns a list of the words looked up from now on, in whatever list."""
    asked: list[str] = []
    holds = WordFiles.holds

    def noting(self: WordFiles, codes: str) -> bool:
        asked.append(codes)
        return holds(self, codes)

    monkeypatch.setattr(WordFiles, "holds", noting)
    return asked
