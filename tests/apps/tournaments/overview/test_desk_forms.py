"""The input of the desk's forms, and what it is taken for."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets import RULESETS, parameters, ruleset
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.pages import words
from tournaments.event.forms.rule_fields import PREFIX, add_rule_fields, overrides_from
from tournaments.kernel.desk.context import EventContext, usual_round
from tournaments.kernel.queries.sheet import BoardLine, SeatLine
from tournaments.models import Result
from tournaments.results.commands.results import CorrectResult, EnterForfeit, EnterResult
from tournaments.results.forms.results import CorrectResultForm
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound
from tournaments.rounds.forms.pairing_lines import Pairings, read_pairings, written_pairings


@pytest.mark.parametrize(
    ("line", "boards"),
    [
        ("1 4", (HandPairing(one=1, two=4),)),
        ("  1-4 ", (HandPairing(one=1, two=4),)),
        ("1 - 4", (HandPairing(one=1, two=4),)),
        ("3: 1 4", (HandPairing(one=1, two=4, board=3),)),
        ("3:1-4 first 4", (HandPairing(one=1, two=4, board=3, first=4),)),
        ("1 4 FIRST 1", (HandPairing(one=1, two=4, first=1),)),
        ("", ()),
    ],
)
def test_a_board_is_read_as_it_is_typed(line: str, boards: tuple[HandPairing, ...]) -> None:
    assert read_pairings(line) == Pairings(boards, (), ())


def test_byes_and_absences_are_read_one_or_several_a_line() -> None:
    read = read_pairings("bye 5\nAbsent 7, 8\n\nbyes 9 10")
    assert (read.byes, read.absent) == ((5, 9, 10), (7, 8))


@pytest.mark.parametrize("line", ["1", "1 2 3", "one two", "bye", "3; 1 2", "1 2 first", "0x1 2"])
def test_a_line_that_is_nothing_is_named(line: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read_pairings(f"1 4\n{line}")
    assert len(refused.value.messages) == 1
    assert refused.value.messages[0].startswith("Line 2: ")


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    said: list[str] = []
    try:
        read_pairings(text)
    except ValidationError as refused:
        said = refused.messages
    assert all(re.match(r"Line \d+: ", message) for message in said)


def _seat(entry: int, side: str = "", decided_by: str = "") -> SeatLine:
    return SeatLine(entry, side, decided_by, None, 0, 0, None)


def _board(number: int | None, one: SeatLine, two: SeatLine | None, reason: str = "") -> BoardLine:
    return BoardLine(
        1, 1, number, 0, one, two, reason or None, begun=False, rated=False, changed_at=None
    )


def test_a_draft_is_written_as_it_would_be_typed() -> None:
    text = written_pairings(
        [
            _board(2, _seat(1), _seat(4)),
            _board(1, _seat(2, "first", "manual"), _seat(3, "second", "manual")),
            _board(None, _seat(5), None, "bye"),
            _board(None, _seat(7), None, "absent"),
        ]
    )
    assert text == "2: 1 4\n1: 2 3 first 2\nbye 5\nabsent 7"
    assert read_pairings(text) == Pairings(
        (HandPairing(one=1, two=4, board=2), HandPairing(one=2, two=3, board=1, first=2)),
        (5,),
        (7,),
    )


def _rules(key: str, typed: dict[str, Any]) -> dict[str, Any]:
    class RulesForm(forms.Form):
        pass

    form = RulesForm({PREFIX + name: value for name, value in typed.items()})
    add_rule_fields(form, ruleset(key), {})
    assert form.is_valid(), form.errors
    return overrides_from(form.cleaned_data, ruleset(key))


def test_every_parameter_but_the_rating_system_has_a_field() -> None:
    form = forms.Form()
    add_rule_fields(form, ruleset("naspa"), {})
    named = {name.removeprefix(PREFIX) for name in form.fields}
    assert named == {p.name for p in parameters()} - {"rating_system"}


@pytest.mark.parametrize("key", RULESETS)
def test_nothing_typed_changes_nothing(key: str) -> None:
    assert _rules(key, {}) == {}


@pytest.mark.parametrize(
    ("typed", "changed"),
    [
        ({"bye_spread": "60"}, {"bye_spread": 60}),
        ({"bye_spread": "50"}, {}),
        ({"missed_round_spread": "none"}, {"missed_round_spread": None}),
        ({"spread_cap": "200, 150"}, {"spread_cap": [200, 150]}),
        ({"spread_cap": "none"}, {}),
        ({"final_draw": "yes"}, {"final_draw": True}),
        ({"final_draw": "no"}, {}),
        ({"bye_credit": "tie"}, {"bye_credit": "tie"}),
        ({"scoreless_counts": ["pass"]}, {"scoreless_counts": ["pass"]}),
    ],
)
def test_only_what_differs_from_the_rule_set_is_recorded(
    typed: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert _rules("naspa", typed) == changed


@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("bye_spread", "x", "x is not a whole number."),
        ("bye_spread", "none", "none is not a whole number."),
        ("bye_spread", "-1", "-1 is not between 0 and 1000."),
        ("spread_cap", "200, 6000", "6000 is not between 1 and 5000."),
    ],
)
def test_a_rule_that_cannot_be_is_refused_at_its_field(name: str, typed: str, said: str) -> None:
    form = forms.Form({PREFIX + name: typed})
    add_rule_fields(form, ruleset("naspa"), {})
    assert form.errors == {PREFIX + name: [said]}


@pytest.mark.django_db
def test_the_likely_round_is_where_the_hall_is() -> None:
    new_event()
    assert usual_round(division(), EnterResult.code) == 1
    publish(1, (1, 2), (3, 4))
    assert usual_round(division(), EnterResult.code) == 1
    for entry in (1, 3):
        where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1, "entry": entry}
        give(EnterResult(**where, score=400, opponent_score=380))
    assert usual_round(division(), CorrectResult.code) == 1
    publish(2, (1, 3), (2, 4))
    assert usual_round(division(), EnterResult.code) == 2
    assert usual_round(division(), EnterForfeit.code) == 2
    assert usual_round(division(), SetUpRound.code) == 3
    assert usual_round(division(), PublishRound.code) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("entered", "shown"),
    [
        ({"score": 400, "opponent_score": 380}, ("", None)),
        ({"score": 400, "opponent_score": 380, "reason": "time", "winner": 2}, ("2", None)),
        ({"reason": "adjudicated", "winner": 1, "award": 50}, ("1", 50)),
        ({"reason": "adjudicated", "winner": "tie"}, ("tie", 0)),
        ({"reason": "disqualified", "winner": "nobody", "award": 50}, ("nobody", None)),
        ({"score": 400, "opponent_score": 380, "reason": "left"}, ("", None)),
        ({"score": 400, "opponent_score": 380, "reason": "left", "winner": 2}, ("2", None)),
        ({"score": 380, "opponent_score": 380, "reason": "left"}, ("", None)),
        ({"score": 400, "opponent_score": 380, "reason": "left", "winner": "tie"}, ("tie", None)),
        ({"reason": "left", "winner": 1}, ("1", None)),
        ({"reason": "void", "winner": "nobody"}, ("", None)),
    ],
)
def test_a_correction_starts_from_what_was_entered(
    entered: dict[str, Any], shown: tuple[str, int | None]
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1}
    give(EnterResult(**where, entry=1, **entered))
    for number in (1, 2):
        held = division()
        filling = EventContext(
            "dora",
            event=held.tournament,
            division=held,
            round=1,
            entry=held.entries.get(number=number),
        )
        filled = CorrectResultForm(where=filling).prefilled()
        mine = entered.get("score" if number == 1 else "opponent_score")
        assert (filled["score"], filled["winner"], filled["award"]) == (mine, *shown)


@pytest.mark.django_db
@pytest.mark.parametrize("absent", [(1,), (2,), (1, 2)])
def test_a_correction_of_a_forfeit_starts_as_a_game_played_without_a_winner(
    absent: tuple[int, ...],
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    give(EnterForfeit(event=SLUG, division="A", round=1, absent=absent))
    held = division()
    where = EventContext(
        "dora", event=held.tournament, division=held, round=1, entry=held.entries.get(number=1)
    )
    assert CorrectResultForm(where=where).prefilled() == {
        "score": None,
        "opponent_score": None,
        "reason": "played",
        "winner": "",
        "award": None,
    }


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["   ", "four hundred", "4e2", "1500", "-150"])
def test_a_score_that_is_none_is_refused_in_one_sentence_that_names_board_and_field(
    typed: str,
) -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    address = reverse("desk-enter-result", args=(SLUG,)) + "?division=A&round=1&entry=4"
    sent = {"token": "", "score": "400", "opponent_score": typed}
    answer = signed_in("dora").post(address, sent)
    said = "On board 2 the score of #3 Cem must be a whole number from -149 to 1499."
    assert answer.status_code == 422
    assert said in words(answer)
    assert "Enter a whole number" not in words(answer)
    assert "Ensure this value" not in words(answer)
    assert not Result.objects.exists()
