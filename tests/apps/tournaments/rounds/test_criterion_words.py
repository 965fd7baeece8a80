"""Every criterion and every rule that a method reports is called by words a director knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.builders.pairing_checks import answer_of, with_conditions
from tests.builders.positions import a_field
from tournaments.pairing.methods import METHODS, Pairing, Request, pair
from tournaments.pairing.position import PairingPlayer, PairingPosition
from tournaments.pairing.terms.prizes import GibsonRules, Prizes
from tournaments.rounds.wording.criteria import CRITERIA, criterion_words, rule_words

REQUESTS = [
    Request(key, variant, seed="s", options=(("simulations", 40),) if key == "cop" else ())
    for key, method in METHODS.items()
    for variant in method.variants or ("",)
]


def _runaway() -> PairingPosition:
    """Returns an odd field before the last round but one, in which the first has clinched."""
    half_wins = (24, 14, 13, 12, 11, 10, 9, 6, 5, 2, 1)
    players = tuple(
        PairingPlayer(number, half_wins=wins, half_losses=24 - wins, spread=-number)
        for number, wins in enumerate(half_wins, 1)
    )
    rules = GibsonRules((50,), pairs_out=True)
    return PairingPosition(13, players, total_rounds=14, prizes=Prizes(3), gibson=rules)


def _fields() -> Iterator[PairingPosition]:
    for players, rounds in ((8, 0), (9, 3), (12, 5), (16, 7), (25, 6)):
        yield a_field(players, rounds, 7, total_rounds=rounds + 2)
        yield with_conditions(players, rounds, 7)
        yield a_field(players, rounds, 7, total_rounds=rounds + 1, prizes=Prizes(2))
    yield _runaway()
    yield replace(_runaway(), players=_runaway().players[:-1])


FIELDS = tuple(_fields())


def _scheduled(position: PairingPosition) -> PairingPosition:
    """Returns the position with a table for the method that plays only what it is given."""
    bare = replace(position, fixed=(), fixed_byes=(), apart=(), avoid=())
    return replace(position, schedule=pair(bare, Request("roundrobin")).schedule)


def _answers(request: Request) -> Iterator[Pairing]:
    for position in FIELDS:
        given = _scheduled(position) if request.method == "schedule" else position
        answer = answer_of(given, request)
        if isinstance(answer, Pairing):
            yield answer


def _terms(answer: Pairing) -> set[str]:
    return {*answer.objective}.union(*(why.terms for why in answer.explanation))


@pytest.mark.parametrize("asked", REQUESTS, ids=lambda r: f"{r.method} {r.variant}".strip())
def test_whatever_a_method_reports_has_words(asked: Request) -> None:
    answers = list(_answers(asked))
    assert answers
    for answer in answers:
        assert _terms(answer) <= set(CRITERIA)
        for why in answer.explanation:
            words = rule_words(why.rule)
            assert words != why.rule or not words
            assert "{" not in words


def test_a_criterion_that_no_method_has_stands_for_itself() -> None:
    assert criterion_words("seats_taken") == "seats taken"


def test_a_rule_that_no_method_gives_stands_for_itself() -> None:
    assert rule_words("moon.phase") == "moon.phase"
    assert rule_words("") == ""


def test_a_rule_is_told_in_the_sentence_of_the_pairing() -> None:
    assert rule_words("koth.certain") == "No missing result can change the rank of either."
