"""Contention: who may see it and ask for it, what is stored, and when it is out of date."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client

from core import jobs
from core.models import Job, StoredPage
from tests.apps.tournaments.contention.contention_events import (
    address,
    division,
    forecast_now,
    public,
    show_to_all,
    two_rounds_played,
)
from tests.apps.tournaments.desk_events import SLUG, enter, give, new_event, publish, signed_in
from tests.contract_calls import answer, refusal
from tests.pages import source_at
from tournaments.contention import jobs as contention_job
from tournaments.contention.jobs import FORECAST, ask_to_forecast, ask_where_due
from tournaments.contention.queries import contention_of, ground_of, is_current, prospects_of
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.event.commands.event import ChangeRules
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import DivisionContention, Tournament
from tournaments.pairing.contention.forecast import SIMULATIONS, forecast
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.queries.pairing import conditions_for, position_for

pytestmark = pytest.mark.django_db

CORRECTED: dict[str, Any] = {
    "event": SLUG,
    "division": "A",
    "round": 2,
    "entry": 1,
    "score": 300,
    "opponent_score": 400,
}
Committed = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]


@pytest.fixture
def event() -> Tournament:
    """Division A of three rounds: two are complete, Ada has won both, two places have a prize."""
    return two_rounds_played()


def test_only_the_director_sees_it_at_the_desk(event: Tournament, client: Client) -> None:
    assert client.get(address()).status_code == 302
    assert signed_in("mallory").get(address()).status_code == 403
    assert signed_in("dora").get(address()).status_code == 200


def test_only_the_director_has_it_worked_out(event: Tournament, client: Client) -> None:
    assert client.post(address("desk-forecast")).status_code == 302
    assert signed_in("mallory").post(address("desk-forecast")).status_code == 403
    assert not Job.objects.filter(kind=FORECAST).exists()
    assert signed_in("dora").get(address("desk-forecast")).status_code == 405


def test_the_public_sees_it_only_where_the_director_says_so(
    event: Tournament, client: Client
) -> None:
    forecast_now()
    assert public(client).status_code == 404
    assert "Who can still win" not in client.get(f"/events/{SLUG}/A/standings/").text
    show_to_all()
    page = public(client)
    assert page.status_code == 200
    assert "in control" in page.text
    assert "Who can still win" in client.get(f"/events/{SLUG}/A/standings/").text
    assert "Who can still win" in client.get(f"/events/{SLUG}/").text
    give(ChangePairingRules(event=SLUG, division="A", contention_is_public=False))
    assert public(client).status_code == 404


def test_there_is_no_page_of_a_division_that_does_not_exist(
    event: Tournament, client: Client
) -> None:
    assert client.get(f"/events/{SLUG}/Z/contention/").status_code == 404
    dora = signed_in("dora")
    assert dora.get(address() + "?division=Z").status_code == 404
    assert dora.post(address("desk-forecast") + "?division=Z").status_code == 404


def test_asking_for_it_queues_a_job_and_leads_back(event: Tournament) -> None:
    dora = signed_in("dora")
    response = dora.post(address("desk-forecast") + "?division=A")
    assert response.headers["Location"] == address() + "?division=A"
    job = Job.objects.get()
    assert (job.kind, job.asked_by) == (FORECAST, "dora")
    assert job.arguments == {"event": SLUG, "divisions": ["A"]}
    page = dora.get(address())
    assert "waiting for a worker" in page.text
    assert page.headers["Refresh"]


def test_the_desk_says_what_is_certain_without_any_worker(
    event: Tournament, client: Client
) -> None:
    text = source_at(signed_in("dora"), address())
    assert "in control" in text
    assert "needs help" in text
    assert "What is certain, 1 to play." in text
    assert "Work out the chances now" in text
    assert "Chances from" not in text


def test_where_total_score_ranks_the_tables_show_it(event: Tournament, client: Client) -> None:
    dora = signed_in("dora")
    assert ">Total<" not in dora.get(address()).text
    overrides = {"sum_before_spread": True}
    give(ChangeRules(event=SLUG, division="A", overrides=overrides, confirmed=True))
    forecast_now()
    text = dora.get(address()).text
    assert ">Total<" in text
    assert ">810<" in text
    table = client.get(f"/events/{SLUG}/A/standings/").text
    assert "By wins, fewer losses, total score, then spread." in table
    assert ">810<" in table


def test_the_desk_shows_the_chances_that_were_worked_out(event: Tournament, client: Client) -> None:
    forecast_now()
    text = signed_in("dora").get(address()).text
    assert "Work out the chances now" not in text
    assert "Chances from 10\N{NO-BREAK SPACE}000 simulated endings" in text
    assert f"seed {SLUG}/A/2" in text


def round_page(dora: Client, number: int) -> str:
    return source_at(dora, f"{address('desk-round')}?round={number}")


def test_before_a_late_round_is_paired_the_desk_says_who_can_still_win(event: Tournament) -> None:
    forecast_now()
    assert "After round 2: 1 in control, 2 need help, 1 out." in round_page(signed_in("dora"), 3)


def test_a_round_page_without_a_forecast_says_only_what_is_clinched(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("tournaments.pairing.contention.forecast.outlooks")
    dora = signed_in("dora")
    assert "After round 2. <a" in round_page(dora, 3)
    give(ChangeRules(event=SLUG, division="A", planned_rounds=4, confirmed=True))
    publish(3, (1, 4), (2, 3))
    enter(3, 1, 600, 100)
    enter(3, 2, 400, 400)
    give(ChangePairingRules(event=SLUG, division="A", gibson_spread=(50,)))
    assert "After round 3: <strong>1st Ada for certain</strong>. <a" in round_page(dora, 4)


def test_an_older_forecast_does_not_take_the_place_of_a_newer_one(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one worker simulates, the results change and another is done before it."""
    meanwhile = [True]

    def interrupted(*given: Any, **more: Any) -> Any:
        if meanwhile and meanwhile.pop():
            give(CorrectResult(**CORRECTED), reason="slip")
            forecast_now()
        return forecast(*given, **more)

    monkeypatch.setattr(contention_job, "forecast", interrupted)
    assert forecast_now().result["made"] == 0
    held = division()
    assert held.contention.version == held.version
    assert is_current(held.contention, ground_of(load_sheet(held)))


def test_a_forecast_of_a_state_that_has_passed_is_asked_for_again(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: Any, **more: Any) -> Any:
        give(CorrectResult(**CORRECTED), reason="slip")
        return forecast(*given, **more)

    monkeypatch.setattr(contention_job, "forecast", interrupted)
    assert forecast_now().result["made"] == 1
    assert Job.objects.filter(state="queued").count() == 1


def test_a_forecast_that_failed_is_shown_until_one_is_made(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ask_to_forecast(event, ["A"])
    with monkeypatch.context() as broken:
        broken.delattr(contention_job, "forecast")
        jobs.run(job.pk)
    dora = signed_in("dora")
    page = dora.get(address())
    assert "This is a fault in the program" in page.text
    assert "Work out the chances now" in page.text
    assert "Refresh" not in page.headers
    forecast_now()
    assert "This is a fault in the program" not in dora.get(address()).text


@pytest.mark.parametrize("name", ["ENGINE", "SIMULATIONS"])
def test_a_forecast_of_another_engine_no_longer_holds(
    event: Tournament, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    forecast_now()
    monkeypatch.setattr(f"tournaments.contention.queries.{name}", 7)
    held = division()
    assert not is_current(held.contention, ground_of(load_sheet(held)))


def test_before_the_first_round_it_is_too_early(client: Client) -> None:
    new_event()
    text = signed_in("dora").get(address()).text
    assert "too early" in text
    show_to_all()
    assert public(client).status_code == 404


def test_an_event_without_divisions_has_no_such_page(client: Client) -> None:
    new_event(divisions="")
    dora = signed_in("dora")
    assert dora.get(address()).status_code == 404
    assert dora.post(address("desk-forecast")).status_code == 404


def test_the_same_results_are_not_worked_out_again(event: Tournament) -> None:
    assert forecast_now().result == {"divisions": 1, "made": 1}
    made = division().contention.made_at
    assert forecast_now().result == {"divisions": 1, "made": 0}
    assert division().contention.made_at == made


def test_what_changes_nothing_leaves_the_forecast_as_it_is(event: Tournament) -> None:
    forecast_now()
    show_to_all()
    held = division()
    assert held.contention.version < held.version
    assert forecast_now().result["made"] == 0
    assert division().contention.version == division().version


def test_a_correction_makes_the_forecast_stale(event: Tournament, client: Client) -> None:
    show_to_all()
    forecast_now()
    assert "have come in or changed since" not in public(client).text
    give(
        CorrectResult(event=SLUG, division="A", round=2, entry=1, score=300, opponent_score=400),
        reason="slip",
    )
    assert "have come in or changed since" in public(client).text
    dora = signed_in("dora")
    assert "The chances after round 2 are out of date" in dora.get(address()).text
    assert forecast_now().result["made"] == 1
    assert "have come in or changed since" not in public(client).text


def test_the_public_reads_stored_bytes(
    event: Tournament, client: Client, django_assert_num_queries: Any
) -> None:
    show_to_all()
    forecast_now()
    first = public(client)
    assert StoredPage.objects.filter(path=f"/events/{SLUG}/A/contention/").exists()
    with django_assert_num_queries(2):
        again = public(client)
    assert again.content == first.content
    tag = {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"/events/{SLUG}/A/contention/", headers=tag).status_code == 304


def test_a_public_page_without_a_forecast_says_so_and_computes_none(
    event: Tournament, client: Client
) -> None:
    show_to_all()
    assert "Nobody has worked out yet" in public(client).text
    assert not DivisionContention.objects.exists()


def test_a_result_that_completes_a_late_round_asks_for_a_forecast(
    event: Tournament, django_capture_on_commit_callbacks: Committed
) -> None:
    assert not Job.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        publish(3, (1, 2), (3, 4))
    assert Job.objects.filter(kind=FORECAST).count() == 1


def test_nothing_is_asked_where_nothing_is_played_for(event: Tournament) -> None:
    give(ChangePairingRules(event=SLUG, division="A", places=0))
    ask_where_due(SLUG)
    assert not Job.objects.exists()
    forecast_now()
    enter_last_round()
    ask_where_due(SLUG, ["A"])
    assert Job.objects.filter(state="queued").count() == 1


def test_nothing_is_asked_early_while_nobody_has_clinched() -> None:
    new_event()
    show_to_all()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 420, 350)
    ask_where_due(SLUG)
    assert not Job.objects.exists()


def test_what_still_holds_is_not_asked_for_again(event: Tournament) -> None:
    forecast_now()
    ask_where_due(SLUG)
    assert not Job.objects.filter(state="queued").exists()


def enter_last_round() -> None:
    publish(3, (1, 2), (3, 4))
    enter(3, 1, 400, 300)
    enter(3, 3, 400, 300)


def test_after_the_last_round_the_winner_is_named_and_nothing_is_simulated(
    event: Tournament, client: Client
) -> None:
    enter_last_round()
    show_to_all()
    forecast_now()
    text = public(client).text
    assert "won" in text
    assert "simulated endings" not in text
    assert division().contention.simulations == 0


def test_who_has_left_plays_no_part(event: Tournament) -> None:
    give(WithdrawEntry(event=SLUG, division="A", entry=3, from_round=3))
    ground = ground_of(load_sheet(division()))
    assert [player.number for player in ground.contest.ranked] == [1, 2, 4]


def test_games_that_are_paired_but_not_over_are_pending(event: Tournament) -> None:
    before = ground_of(load_sheet(division()))
    publish(3, (1, 2), (3, 4))
    ground = ground_of(load_sheet(division()))
    assert ground.contest.pending == ((1, 2), (3, 4))
    assert ground.digest != before.digest
    enter(3, 1, 400, 300)
    assert ground_of(load_sheet(division())).digest == ground.digest


def test_a_stored_forecast_knows_what_it_was_made_from(event: Tournament) -> None:
    forecast_now()
    held = division()
    stored = contention_of(held)
    assert stored is not None
    assert is_current(stored, ground_of(load_sheet(held)))
    assert (stored.through_round, stored.simulations, stored.seed) == (2, 10_000, f"{SLUG}/A/2")
    rows = stored.forecast["rows"]
    assert sum(row["places"][0] for row in rows) == 10_000


def test_the_command_tells_what_is_certain_or_what_was_worked_out(event: Tournament) -> None:
    told = answer("contention", SLUG)
    (first,) = told["divisions"]
    assert (first["name"], first["through"], first["simulations"]) == ("A", 2, 0)
    assert first["rows"][0]["state"] == "in_control"
    forecast_now()
    assert answer("contention", SLUG, "--division", "A")["divisions"][0]["simulations"] == 10_000
    assert refusal("contention", "nowhere")["code"] == "event.unknown"


@pytest.mark.parametrize("first", [1, 3])
def test_a_house_player_wins_nothing_and_takes_no_place_from_others(
    event: Tournament, first: int
) -> None:
    """Ada has won both of two rounds; as a house player, also only from now on, she is no rival."""
    give(SetCondition(event=SLUG, division="A", kind="house", one=1, first=first, confirmed=True))
    forecast_now()
    rows = {row.outlook.player.number: row for row in prospects_of(division().contention)}
    assert rows.keys() == {2, 3, 4}
    assert min(row.outlook.best for row in rows.values()) == 1
    assert sum(row.first for row in rows.values()) == SIMULATIONS


def test_a_house_player_is_told_apart_in_what_is_paired(event: Tournament) -> None:
    give(SetCondition(event=SLUG, division="A", kind="house", one=1, first=3, confirmed=True))
    sheet = load_sheet(division())
    asked = conditions_for(sheet, 3, absent=(4,))
    position = position_for(sheet, 3, asked, based_on=2, absent=(4,))
    assert {p.number: p.ranked for p in position.players} == {2: True, 3: True}
    asked = conditions_for(sheet, 3)
    position = position_for(sheet, 3, asked, based_on=2)
    assert {p.number: p.ranked for p in position.players} == {1: False, 2: True, 3: True, 4: True}
