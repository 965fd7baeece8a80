"""Overtime entered with a result: who may, what the rule set takes off, and when it loses."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from core.actors import Actor
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import says
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, at, give, new_event, publish, signed_in
from tests.apps.tournaments.results.entry_lines import typed
from tests.builders.refusals import refused
from tournaments.event.commands.event import ChangeRules
from tournaments.failover.queries.replay_digest import project
from tournaments.models import Result, Tournament
from tournaments.results.commands.checking import ChooseResult, ReadAgain
from tournaments.results.commands.results import CorrectResult, EnterResult

pytestmark = pytest.mark.django_db

GAME: dict[str, Any] = {"event": SLUG, "division": "A", "round": 1, "entry": 1}
SCORES: dict[str, Any] = {"score": 423, "opponent_score": 400}


@pytest.fixture(autouse=True)
def _round() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))


def scores() -> tuple[Any, ...]:
    """Return the scores and half wins of board 1, and how it ended, those of Ada first."""
    row = Result.objects.select_related("board").get(board__slot=1)
    told = (row.score_one, row.score_two, row.won_one, row.won_two, row.spread_one)
    first = row.board.seats.get(position=0).entry.number == 1
    one, two, won, lost, spread = told
    assert spread is None or row.spread_two == -spread
    if not first:
        one, two, won, lost, spread = two, one, lost, won, row.spread_two
    return one, two, won, lost, row.reason, spread


def said() -> str:
    """Return the last sentence of the log."""
    entry = JournalEntry.objects.order_by("seq").last()
    assert entry is not None
    return str(says(entry))


def test_only_who_enters_results_enters_overtime() -> None:
    signed_in("otto")
    with pytest.raises(NotAllowed):
        execute(
            EnterResult(**GAME, **SCORES, overtime_s=60), actor=Actor(name="otto", trusted=False)
        )


@pytest.mark.parametrize(
    ("rules", "over", "told"),
    [
        ({}, (60, 0), (413, 400, 2, 0, "played", None)),
        # Three begun minutes turn the game.
        ({}, (125, 0), (393, 400, 0, 2, "played", None)),
        ({}, (0, 61), (423, 380, 2, 0, "played", None)),
        ({"overtime_unit_s": 30, "overtime_points": 5}, (31, 0), (413, 400, 2, 0, "played", None)),
        ({"overtime_rounding": "floor"}, (119, 0), (413, 400, 2, 0, "played", None)),
        ({"overtime_points": 0}, (500, 0), (423, 400, 2, 0, "played", None)),
        ({}, (600, 0), (323, 400, 0, 2, "played", None)),
        ({}, (601, 0), (423, 400, 0, 2, "time", -50)),
        ({"overtime_limit_when": "reached"}, (0, 600), (423, 400, 2, 0, "time", 50)),
        ({"overtime_at_limit": "stop_counting"}, (900, 0), (323, 400, 0, 2, "played", None)),
        ({}, (601, 700), (423, 400, 0, 0, "time", -50)),
    ],
)
def test_the_rule_set_says_what_overtime_costs(
    rules: dict[str, Any], over: tuple[int, int], told: tuple[Any, ...]
) -> None:
    if rules:
        give(ChangeRules(event=SLUG, division="A", overrides=rules, confirmed=True))
    command = EnterResult(**GAME, **SCORES, overtime_s=over[0], opponent_overtime_s=over[1])
    if all(over):
        # Both are past the limit, so both lose.
        give(command)
        row = Result.objects.get()
        assert (row.won_one, row.won_two, row.spread_one, row.spread_two) == (0, 0, -50, -50)
        assert row.reason == "time"
        return
    give(command)
    assert scores() == told


def test_the_log_says_what_was_on_the_slip_and_what_came_off() -> None:
    give(EnterResult(**GAME, **SCORES, overtime_s=125))
    assert said() == (
        "Round 1 of A: no. 1 Ada 423-400 no. 2 Bea; no. 1 was 2:05 over time: 393-400"
    )
    give(CorrectResult(**GAME, **SCORES, opponent_overtime_s=700), reason="slip misread")
    assert said() == (
        "Round 1 of A corrected: no. 1 Ada 423-400 no. 2 Bea; no. 2 was 11:40 over time, past the "
        "limit; no. 1 wins, before: 393-400"
    )


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({**SCORES, "overtime_s": -1}, "overtime.range"),
        ({**SCORES, "opponent_overtime_s": 7201}, "overtime.range"),
        ({"overtime_s": 60}, "score.missing"),
        ({**SCORES, "reason": "left", "winner": 1, "overtime_s": 60}, "overtime.ending"),
    ],
)
def test_overtime_that_cannot_be_is_refused_in_a_sentence(more: dict[str, Any], code: str) -> None:
    assert refused(EnterResult(**GAME, **more)).code == code


def test_a_line_and_a_form_take_minutes_and_seconds() -> None:
    dora = signed_in("dora")
    url = f"{at('desk-enter')}?division=A&round=1"
    typed(dora, "1 423 400 over 2:05", url=url)
    assert scores()[:4] == (393, 400, 0, 2)
    form = {"token": "d" * 32, "score": "420", "opponent_score": "410", "opponent_overtime_s": "1"}
    where = f"{at('desk-enter-result')}?division=A&round=1&entry=3"
    assert dora.post(where, form).status_code == 302
    assert dora.get(url).content.decode().count("393 (423 − 30 overtime)") == 1
    assert "1 423 400 over 2:05 0:00" in dora.get(url).content.decode()
    assert sorted(
        Result.objects.get(board__slot=2).__dict__[f"score_{n}"] for n in ("one", "two")
    ) == [*(400, 420)]
    wrong = dora.post(where, {**form, "token": "e" * 32, "overtime_s": "2:75"})
    assert "Type the minutes and seconds over time, such as 2:05." in unescape(
        wrong.content.decode()
    )


def test_a_correction_begins_with_the_slip_and_its_overtime() -> None:
    """The result keeps what came off, so nobody takes it off twice or forgets it."""
    give(EnterResult(**GAME, **SCORES, overtime_s=125))
    where = f"{at('desk-correct-result')}?division=A&round=1&entry=2"
    dora = signed_in("dora")
    page = unescape(dora.get(where).content.decode())
    assert "393 (423 − 30 overtime)" in page
    assert 'value="423"' in page
    assert 'value="2:05"' in page
    assert page.index('value="400"') < page.index('value="423"')
    give(CorrectResult(**GAME, **SCORES, overtime_s=601), reason="clock misread")
    page = unescape(dora.get(where).content.decode())
    assert "423 (10:01 over time)" in page
    assert '<option value="played" selected' in page
    give(CorrectResult(**GAME, **SCORES), reason="no overtime")
    assert Result.objects.get().overtime is None


def test_claims_that_count_the_same_agree_and_show_the_overtime_of_each() -> None:
    give(EnterResult(**GAME, score=393, opponent_score=400))
    dora = Actor(name="dora", trusted=True)
    execute(ReadAgain(**GAME, **SCORES, overtime_s=125), actor=dora)
    assert Result.objects.get().verified_by == "dora"
    execute(ReadAgain(**GAME, **SCORES, overtime_s=60), actor=dora)
    page = unescape(signed_in("dora").get(at("desk-exceptions")).content.decode())
    assert "413 (423 − 10 overtime)" in page
    chosen = ChooseResult(**GAME, claim=2, score=413, opponent_score=400)
    execute(chosen, actor=dora)
    assert sorted(Result.objects.get().overtime or []) == [[0, 0], [60, 10]]
    before = project(Tournament.objects.get())
    assert before["divisions"]["A"]["overtime"][0][:2] == [1, 1]


def test_a_scorecard_shows_what_overtime_took_off() -> None:
    give(EnterResult(**GAME, **SCORES, overtime_s=125))
    cards = signed_in("dora").get(f"/desk/{SLUG}/paper/scorecards/").content.decode()
    assert cards.count("393 (423 − 30 overtime)") == 2
