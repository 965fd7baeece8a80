"""The sentences of the log: they say what holds now and before, with names beside the numbers."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest
from django.urls import reverse

from core.journal.command import Command
from core.journal.guard import writing
from core.journal.undo import says
from games.engine.rulesets import Parameter, parameters
from people.commands import ChangePlayer
from tests.apps.tournaments.desk_events import (
    SLUG,
    entries_of,
    give,
    new_event,
    set_up,
    signed_in,
)
from tests.pages import words
from tournaments.event.commands.event import ChangeRules
from tournaments.kernel.wording.changes import pairing_rules_changed, rules_changed
from tournaments.kernel.wording.pairing_rules import BYE_POLICIES, rule_in_words
from tournaments.pairing.terms.rules import TEAM_MATES, PairingRules
from tournaments.results.commands.results import EnterForfeit, EnterResult, RecordSitOut
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.rearranging import PairWaiting, TakeBoardApart
from tournaments.rounds.commands.rounds import HandPairing, RecordStart, SetUpRound

A: dict[str, Any] = {"event": SLUG, "division": "A"}
ONE: dict[str, Any] = {**A, "round": 1}
CHOICES_OF: dict[str, Any] = {"bye_policy": tuple(BYE_POLICIES), "team_mates": TEAM_MATES}
FULL: dict[str, Any] = {
    "bye_policy": "german",
    "bye_spares_newcomers": True,
    "bye_spares_first": True,
    "team_mates": "apart",
    "team_mates_until": 2,
    "places": 3,
    "places_assumed": True,
    "classes": (("B", 2),),
    "class_prizes": 2,
    "gibson_pairs_out": True,
    "gibson_spread": (400, 300),
    "gibson_equality": True,
    "gibson_equivalent": ((1, 2),),
    "gibson_victims": "C",
    "contention_is_public": True,
}


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        (
            "gibson_pairs_out",
            "no",
            "yes",
            "Clinched players are now paired out of the others' way",
        ),
        ("gibson_pairs_out", "yes", "no", "Clinched places no longer affect pairings"),
        ("classes", "none", "B 1", "Class prizes: B 1 (before: none)"),
        ("places", "0", "10", "Places with a prize: 10 (before: none)"),
        ("contention_is_public", "no", "yes", "Everybody now sees who can still win"),
        (
            "team_mates",
            "meet",
            "apart",
            "Entries of one team now never meet (before: meet like everybody else)",
        ),
    ],
)
def test_a_rule_of_pairing_that_changed_is_a_sentence(
    name: str, before: str, after: str, said: str
) -> None:
    assert pairing_rules_changed([(name, before, after)]) == said


def test_the_example_of_a_first_day_is_two_sentences() -> None:
    changed = [("gibson_pairs_out", "no", "yes"), ("classes", "none", "B 1")]
    assert ChangePairingRules(**A).sentence({"changed": changed}) == (
        "Pairing of division A: Clinched players are now paired out of the others' way. Class "
        "prizes: B 1 (before: none)"
    )


def test_rules_of_a_division_are_told_by_what_they_mean_and_with_what_held_before() -> None:
    asked = {"planned_rounds": 5, "overrides": {"bye_spread": 75}, "rating_system": ""}
    before = {"planned_rounds": 7, "overrides": {"bye_spread": 60}, "rating_system": "naspa"}
    assert rules_changed(asked, before) == (
        "5 rounds (before: 7). Spread of a bye: +75 of spread (before: +60 of spread). Rated by"
        " nobody (before: NASPA since 2009)"
    )


@pytest.mark.parametrize("parameter", parameters(), ids=lambda one: one.name)
def test_every_rule_of_a_rule_set_is_told_in_words(parameter: Parameter) -> None:
    several = parameter.kind == "several"
    values = [parameter.default, *([one] if several else one for one in parameter.choices)]
    values += [None] if parameter.optional else []
    for value in values:
        asked = {"planned_rounds": None, "overrides": {parameter.name: value}}
        said = rules_changed({**asked, "rating_system": None}, {"overrides": {}})
        assert "_" not in said, said
        assert "(before: as the rule set says)" in said


@pytest.mark.parametrize("name", [field.name for field in fields(PairingRules)])
def test_every_rule_of_pairing_is_told_in_words(name: str) -> None:
    bare, full = PairingRules(), PairingRules(**FULL)
    values = [*CHOICES_OF.get(name, ()), getattr(bare, name), getattr(full, name)]
    for before, after in pairwise(values):
        was, now = (rule_in_words(name, value) for value in (before, after))
        said = pairing_rules_changed([(name, was, now)])
        assert said[0].isupper(), said
        assert "_" not in said, said


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"tea_breaks": 2}, "Tea breaks: 2"),
        ({"tea_breaks": True}, "Tea breaks: yes"),
        ({"tea_breaks": None}, "Tea breaks: none"),
        ({"tea_breaks": ["one", 2]}, "Tea breaks: one, 2"),
        ({"challenge_type": "by_coin"}, "A wrong challenge costs: by_coin"),
        ({"bye_spread": None}, "Spread of a bye: none"),
    ],
)
def test_what_a_program_of_another_version_wrote_is_told_plainly(
    overrides: dict[str, Any], said: str
) -> None:
    asked = {"planned_rounds": None, "rating_system": None, "ruleset": "tavern"}
    told = f"rule set tavern (before: none). {said} (before: as the rule set says)"
    assert (
        rules_changed({**asked, "overrides": overrides}, {"ruleset": "", "overrides": {}}) == told
    )


@pytest.mark.django_db
def test_a_rule_that_the_program_no_longer_has_leaves_the_log_readable() -> None:
    new_event()
    give(ChangeRules(**A, overrides={"bye_spread": 60}))
    entry = entries_of()[-1]
    for kept in (entry.payload, entry.answer):
        rules = json.dumps(kept).replace("bye_spread", "tea_breaks")
        kept.update(json.loads(rules))
    with writing():
        entry.save()
    page = signed_in("dora").get(reverse("desk-log", kwargs={"slug": SLUG}))
    assert page.status_code == 200
    assert "Tea breaks: 60" in words(page)


def test_a_clock_and_a_challenge_are_told_with_their_units() -> None:
    asked = {"planned_rounds": None, "rating_system": None}
    changed = {"base_time_s": 1350, "challenge_type": "points"}
    assert rules_changed({**asked, "overrides": changed}, {"overrides": {"base_time_s": 1200}}) == (
        "Time for each player: 22:30 minutes (before: 20 minutes). A wrong challenge costs: points"
        " (before: as the rule set says)"
    )


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("bye", "has a bye"),
        ("absent", "is absent"),
        ("forfeit", "forfeits the round"),
        ("rest", "rests"),
    ],
)
def test_who_sits_out_is_told_in_a_sentence(outcome: Any, said: str) -> None:
    command = RecordSitOut(**ONE, entry=1, outcome=outcome)
    assert command.sentence({"name": "Ada", "spread": -50}) == (
        f"Round 1 of A: no. 1 Ada {said}, spread -50"
    )


OLD: list[tuple[Command, dict[str, Any], str]] = [
    (EnterForfeit(**ONE, absent=(4,)), {"opponent": 3}, "no. 4 forfeited to no. 3"),
    (EnterForfeit(**ONE, absent=(4, 3)), {"opponent": 3}, "neither no. 4 nor no. 3 came"),
    (
        EnterResult(**ONE, entry=1, score=423, opponent_score=389),
        {"opponent": 2},
        "no. 1 423-389 no. 2",
    ),
    (
        RecordStart(**ONE, entry=2),
        {"before": 1, "other": 1},
        "no. 2 went first against no. 1 (the sheet had it the other way round)",
    ),
    (PairWaiting(**ONE, one=3, two=4), {"board": 2}, "no. 3 and no. 4 paired on board 2"),
    (
        TakeBoardApart(**ONE, entry=1),
        {"board": "Board 1", "waiting": [1, 2]},
        "Board 1 split, no. 1 and no. 2 wait",
    ),
    (
        SetUpRound(**ONE, boards=(HandPairing(one=1, two=4),), byes=(2,)),
        {},
        "set up: no. 1 v no. 4, bye for no. 2",
    ),
    (
        ChangeRules(**A, planned_rounds=4, overrides={"bye_spread": 60}),
        {"changed": []},
        "4 rounds. Spread of a bye: +60 of spread",
    ),
    (ChangePlayer(key="eve", alias="Fox"), {"changed": ["alias"]}, "Player eve: changed alias"),
]


@pytest.mark.parametrize(("command", "answer", "said"), OLD)
def test_an_entry_from_before_names_were_kept_still_reads_as_a_sentence(
    command: Command, answer: dict[str, Any], said: str
) -> None:
    assert command.sentence(answer).endswith(said)


@pytest.mark.django_db
def test_the_log_of_a_round_names_whom_its_numbers_mean() -> None:
    new_event()
    set_up(1, (1, 4), byes=(2,), absent=(3,))
    assert says(entries_of()[-1]) == (
        "Round 1 of A set up: no. 1 Ada v no. 4 Dov, bye for no. 2 Bea, absent: no. 3 Cem"
    )
    give(SetUpRound(**ONE, boards=(HandPairing(one=1, two=2), HandPairing(one=3, two=4))))
    assert says(entries_of()[-1]).endswith("no. 1 Ada v no. 2 Bea, no. 3 Cem v no. 4 Dov")
