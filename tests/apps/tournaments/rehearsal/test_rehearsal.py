"""Rehearsals: who may ask for one, what is played, and that it is an event like any other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core import jobs
from core.errors import UserError
from core.journal.errors import Refused
from core.models import Job, JournalEntry
from tests.apps.tournaments.desk_events import SLUG, give, new_event, signed_in
from tests.builders.grounds import built_once
from tests.contract_calls import answer, refusal
from tests.pages import source_at
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateEvent
from tournaments.failover.queries.replay_digest import differences, project
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Board, Division, Entry, Result, Round, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import rules_from_values
from tournaments.rehearsal.jobs.plans import free_slug, invented_event, rehearsal_of
from tournaments.rehearsal.jobs.playing import EventPlan, rehearse
from tournaments.rehearsal.jobs.rehearsing import ask_to_rehearse
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.commands.planning import PlannedRounds, PlanPairing
from tournaments.simulation.day import CALM, Chances

pytestmark = pytest.mark.django_db

STORM = Chances(late=300, leaves=300, no_show=60, misread=200)
WISHES = {"method": "swiss", "complete": "", "seed": "7"}


@pytest.fixture
@built_once
def event() -> Tournament:
    """Ada to Dov and Eve, in division A of three rounds."""
    new_event()
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1500))
    return Tournament.objects.get()


def address(slug: str = SLUG) -> str:
    return reverse("desk-rehearse", kwargs={"slug": slug})


def plan(slug: str = "stormy", **more: Any) -> EventPlan:
    made = invented_event(slug, players=20, divisions=1, rounds=6, method="swiss", seed="9")
    return replace(made, **({"chances": STORM} | more))


def shortened(made: EventPlan, rounds: int) -> EventPlan:
    """Return the plan with fewer rounds."""
    return replace(made, divisions=tuple(replace(d, rounds=rounds) for d in made.divisions))


@built_once
def a_stormy_event() -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """Rehearse the usual plan; return what was told at the end, and how far it was meanwhile."""
    told: list[tuple[int, int]] = []
    return rehearse(plan(), lambda done, total: told.append((done, total))), told


def entries_by_lot(slug: str) -> list[int]:
    held = Entry.objects.filter(tournament__slug=slug).order_by("key")
    return list(held.values_list("random_number", flat=True))


def commands(slug: str) -> Counter[str]:
    entries = JournalEntry.objects.filter(stream__key=f"event:{slug}")
    return Counter(entries.values_list("command", flat=True))


def scores() -> list[tuple[Any, ...]]:
    """Return every result of the only event, by round and name."""
    rows = Result.objects.order_by("board__round__number", "board__slot")
    return list(
        rows.values_list("board__round__number", "board__slot", "reason", "score_one", "score_two")
    )


def test_a_stranger_another_director_and_a_guest_may_not_rehearse(
    event: Tournament, client: Client
) -> None:
    assert client.post(address(), WISHES)["Location"].startswith(reverse("login"))
    for name, staff in (("other", True), ("guest", False)):
        assert signed_in(name, staff=staff).post(address(), WISHES).status_code == 403
    assert not Job.objects.exists()


@pytest.mark.parametrize("operator", [False, True])
def test_the_director_and_the_operator_may(event: Tournament, operator: bool) -> None:
    desk = signed_in("boss" if operator else "dora", operator=operator)
    assert "Rehearse" in source_at(desk, address())
    sent = desk.post(address(), WISHES)
    assert sent["Location"] == reverse("desk-job", kwargs={"number": Job.objects.get().pk})


def test_sending_the_form_twice_asks_for_one_rehearsal(event: Tournament) -> None:
    desk = signed_in("dora")
    assert {desk.post(address(), WISHES)["Location"] for _ in range(2)} == {
        reverse("desk-job", kwargs={"number": Job.objects.get().pk})
    }


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"complete": "4"}, "less than or equal to 3"),
        ({"complete": "0"}, "greater than or equal to 1"),
        ({"method": "magic"}, "magic is not one of the available choices"),
        ({"seed": "s" * 31}, "at most 30 characters"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field_and_nothing_typed_is_lost(
    event: Tournament, wrong: dict[str, str], said: str
) -> None:
    sent = signed_in("dora").post(address(), {**WISHES, "calm": "on", **wrong})
    page = sent.content.decode()
    assert sent.status_code == 422
    assert said in page
    assert 'name="calm" id="id_calm" checked' in page
    assert not Job.objects.exists()


def test_an_event_with_too_few_entries_is_refused_in_a_sentence() -> None:
    new_event()
    give(WithdrawEntry(event=SLUG, division="A", entry=4, from_round=1))
    sent = signed_in("dora").post(address(), WISHES)
    assert sent.status_code == 422
    assert "A rehearsal needs a division with at least 4 entries." in sent.content.decode()


def test_the_job_plays_a_copy_and_leaves_the_event_alone(event: Tournament) -> None:
    give(ChangeRules(event=SLUG, division="A", overrides={"bye_spread": 75}))
    before = commands(SLUG)
    job = ask_to_rehearse(event, seed="7", method="swiss", calm=True, asked_by="dora")
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == ("done", 6, 6)
    assert commands(SLUG) == before
    copy = Tournament.objects.get(slug=f"{SLUG}-rehearsal")
    assert (copy.name, copy.director, copy.rehearsal) == ("Rehearsal of Spring", "dora", True)
    assert job.result["event"] == copy.slug
    assert job.result["commands"] == sum(commands(copy.slug).values())
    division = copy.divisions.get()
    assert division.overrides == {"bye_spread": 75}
    assert list(division.entries.values_list("name", "rating")) == list(
        event.divisions.get().entries.values_list("name", "rating")
    )
    assert Result.objects.filter(reason="bye", spread_one=75).count() == 3


def test_the_page_of_the_job_shows_the_report(event: Tournament) -> None:
    desk = signed_in("dora")
    number = desk.post(address(), WISHES)["Location"].strip("/").rpartition("/")[2]
    overview = source_at(desk, reverse("desk-event", kwargs={"slug": SLUG}))
    assert f"Rehearsal no. {number}</a>: " in overview
    jobs.run(int(number))
    page = source_at(desk, reverse("desk-job", kwargs={"number": number}))
    assert "How it went" in page
    assert reverse("desk-event", kwargs={"slug": f"{SLUG}-rehearsal"}) in page


def test_a_rehearsal_is_not_on_the_list_of_events_and_says_what_it_is(client: Client) -> None:
    rehearse(plan("practice", chances=CALM, complete=1))
    assert b"practice" not in client.get("/").content
    for place in ("", "A/standings/", "A/player/1/"):
        page = source_at(client, f"/events/practice/{place}")
        assert "Rehearsal: nobody played, the results are drawn" in page
        assert '<meta name="robots" content="noindex">' in page


def test_a_director_may_go_on_by_hand_where_a_rehearsal_stopped(event: Tournament) -> None:
    job = ask_to_rehearse(event, seed="7", method="koth", complete=1, asked_by="dora")
    jobs.run(job.pk)
    desk = signed_in("dora").get(reverse("desk-event", kwargs={"slug": f"{SLUG}-rehearsal"}))
    assert desk.status_code == 200
    assert Round.objects.get().stage == "published"


def test_every_rehearsal_of_an_event_has_a_slug_of_its_own(event: Tournament) -> None:
    wanted = [f"{SLUG}-rehearsal", f"{SLUG}-rehearsal-2", f"{SLUG}-rehearsal-3"]
    for slug in wanted:
        last = Tournament.objects.order_by("pk").last()
        assert last is not None
        made = rehearsal_of(last, seed="1", method="swiss", complete=1)
        assert (made.slug, made.name) == (slug, "Rehearsal of Spring")
        rehearse(made)
    assert len(free_slug("s" * 60)) == 60


@pytest.mark.parametrize("method", ["swiss", "koth", "roundrobin", "random"])
def test_a_stormy_event_is_played_to_the_end_by_every_method(method: str) -> None:
    made = invented_event("stormy", players=20, divisions=1, rounds=6, method=method, seed="9")
    told = rehearse(replace(made, chances=STORM))
    given = commands("stormy")
    assert told["rounds"] == given["round.published"] == 6
    assert bool(given["entry.arrived"]) == (method != "roundrobin")
    for code in ("entry.withdrawn", "forfeit.entered", "result.corrected"):
        assert given[code], code
    assert not Round.objects.filter(boards__result=None).exists()
    assert told["games"] == Result.objects.filter(begun=True).count()


def test_every_slip_is_corrected_in_the_end() -> None:
    seen = []
    for chances in (CALM, Chances(misread=1000)):
        with transaction.atomic():
            rehearse(shortened(plan(chances=chances), 1))
            seen.append((scores(), commands("stormy")["result.corrected"]))
            transaction.set_rollback(True)
    assert seen[0][0] == seen[1][0]
    assert [corrected for _, corrected in seen] == [0, 10]


def test_the_same_plan_gives_the_same_event_again() -> None:
    seen = []
    with transaction.atomic():
        seen.append((rehearse(plan()), scores()))
        transaction.set_rollback(True)
    seen.append((a_stormy_event()[0], scores()))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("more", [{}, {"start_mode": "draw"}], ids=["by rule", "drawn"])
def test_the_same_seed_gives_the_same_event_whatever_its_name(more: dict[str, Any]) -> None:
    seen = []
    for slug in ("stormy", "calm-after-all"):
        made = plan(slug, name="One event")
        rehearse(replace(made, divisions=(replace(made.divisions[0], overrides=more),)))
        seen.append(project(Tournament.objects.get(slug=slug)))
    assert differences(seen[0], seen[1]) == []


def test_another_seed_gives_another_event() -> None:
    one, two = plan(), replace(plan("other"), seed="10")
    rehearse(shortened(one, 2))
    rehearse(shortened(two, 2))
    numbers = {seed: entries_by_lot(seed) for seed in ("stormy", "other")}
    assert numbers["stormy"] != numbers["other"]


def test_what_lots_are_drawn_by_is_no_essay() -> None:
    with pytest.raises(Refused, match=r"lots: .* at most 100 char"):
        give(CreateEvent(event="long", name="Long", lots="x" * 101))


def test_a_simulated_event_replays_equal() -> None:
    a_stormy_event()
    found = compare_with_replay(Tournament.objects.get())
    assert found.equal, found.differences[:5]


def test_drawn_starts_are_recorded_as_they_go() -> None:
    made = plan()
    drawn = replace(made.divisions[0], overrides={"start_mode": "draw"})
    rehearse(replace(made, divisions=(drawn,), complete=2))
    assert commands("stormy")["start.recorded"]


def test_teams_and_the_late_are_copied_and_who_withdrew_before_is_not(event: Tournament) -> None:
    pair = (Member(name="Fay"), Member(name="Gus"))
    give(AddEntry(event=SLUG, division="A", members=pair, rating=1400, team="Harbour"))
    give(WithdrawEntry(event=SLUG, division="A", entry=2, from_round=1))
    (division,) = rehearsal_of(event, seed="1", method="swiss").divisions
    assert [line.name for line in division.lines] == ["Ada", "Cem", "Dov", "Eve", "Fay & Gus"]
    assert division.lines[-1].team == "Harbour"


def test_simulate_answers_as_the_contract_says() -> None:
    told = answer("simulate", "tryout", "--players", 13, "--rounds", 3, "--seed", 4)
    assert (told["rounds"], told["repeats"]) == (3, 0)
    assert 15 <= told["games"] <= 18
    assert told["start_imbalance"]["max"] <= 3
    assert sum(told["start_imbalance"]["players"].values()) == 13
    assert told["winner"] in range(1, 14)
    event = Tournament.objects.get(slug="tryout")
    assert event.rehearsal
    assert event.divisions.get().entries.count() == 13


def test_simulate_splits_the_players_into_divisions_by_rating() -> None:
    told = answer("simulate", "two", "--players", 12, "--divisions", 2, "--rounds", 1)
    assert [part["players"] for part in told["divisions"]] == [6, 6]
    ratings = {
        name: list(Entry.objects.filter(division__name=name).values_list("rating", flat=True))
        for name in "AB"
    }
    assert min(ratings["A"]) >= max(ratings["B"])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("there",), "event.taken"),
        (("Not A Slug",), "slug.malformed"),
        (("new", "--players", "3"), "simulate.players"),
        (("new", "--players", "9000"), "simulate.players"),
        (("new", "--divisions", "0"), "simulate.players"),
        (("new", "--rounds", "0"), "rounds.out_of_range"),
        (("new", "--rounds", "201"), "rounds.out_of_range"),
        (("new", "--method", "magic"), "method.unknown"),
    ],
)
def test_simulate_refuses_what_cannot_be_and_makes_nothing(
    arguments: tuple[str, ...], code: str
) -> None:
    answer("simulate", "there", "--players", 4, "--rounds", 1)
    before = JournalEntry.objects.count()
    assert refusal("simulate", *arguments)["code"] == code
    assert JournalEntry.objects.count() == before


def test_a_rehearsal_tells_how_far_it_is() -> None:
    _, told = a_stormy_event()
    assert told == sorted(told)
    assert {total for _, total in told} == {60}
    assert told[-1] == (60, 60)
    assert told[-2][0] < 60


def test_an_unknown_method_is_refused_before_a_job_is_written(event: Tournament) -> None:
    with pytest.raises(UserError) as refused:
        ask_to_rehearse(event, seed="1", method="magic")
    assert refused.value.code == "method.unknown"
    assert not Job.objects.exists()


def test_a_rehearsal_follows_the_plan_and_keeps_the_conditions_of_the_event() -> None:
    new_event()
    where: dict[str, Any] = {"event": SLUG, "division": "A"}
    rows = (
        PlannedRounds(first=1, last=1, method="random"),
        PlannedRounds(first=2, last=2, method="koth", repeats=0),
    )
    give(PlanPairing(**where, rows=rows))
    give(SetCondition(**where, kind="apart", one=1, two=4))
    give(ChangePairingRules(**where, places=2))
    made = rehearsal_of(Tournament.objects.get(), seed="3", method="", calm=True)
    rehearse(made)
    played = Division.objects.get(tournament__slug=made.slug)
    assert [row.pairing["method"] for row in played.rounds.all()] == ["random", "koth", "swiss"]
    assert rules_from_values(played.pairing_rules) == replace(preset_rules("naspa"), places=2)
    apart = {entry.name for entry in played.entries.filter(key__in=[1, 4])}
    for board in Board.objects.filter(round__division=played).prefetch_related("seats__entry"):
        assert {seat.entry.name for seat in board.seats.all()} != apart
