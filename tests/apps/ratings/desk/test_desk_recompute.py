"""A rating list computed anew at the desk: who may, what is shown, and what becomes of it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.jobs import run
from core.models import Job, JournalEntry
from ratings.desk import recompute as desk_recompute
from ratings.models import EventRating, ListState, RatingList, Recompute, Standing
from ratings.recompute_job import ask_to_recompute
from ratings.selectors import proposals
from ratings.systems.field import RatedGame
from tests.apps.ratings.lists import in_force, record
from tests.apps.tournaments.desk_events import hidden, signed_in
from tests.builders.grounds import built_once
from tests.builders.rated_events import Invented, invented_history
from tests.builders.rating_lists import a_list, imported_list, rate_all, registered
from tests.pages import source, source_at

pytestmark = pytest.mark.django_db

HISTORY = list(invented_history(12, players=20, field=8, rounds=5, begins_on=date(2021, 5, 3)))
PAGES = ("desk-recompute", "desk-proposal", "desk-apply-ratings", "desk-discard-ratings")


def address(name: str, key: str = "open", **query: int) -> str:
    asked = "&".join(f"{word}={value}" for word, value in query.items())
    return reverse(name, kwargs={"key": key}) + (f"?{asked}" if asked else "")


def won_by_the_others(invented: Invented) -> Invented:
    """Returns an event with every game won by who lost it."""

    def turned(game: RatedGame) -> RatedGame:
        round_, opponent, credit, own, other = game
        return RatedGame(round_, opponent, 2 - credit, other, own)

    cards = tuple(
        type(card)(*card[:-1], tuple(turned(game) for game in card.games))
        for card in invented.event.cards
    )
    return replace(invented, event=replace(invented.event, cards=cards))


@pytest.fixture
@built_once
def rating_list() -> RatingList:
    """A list of twelve rated events."""
    made = a_list()
    registered(card.player for one in HISTORY for card in one.event.cards)
    rate_all(made, HISTORY)
    return made


@pytest.fixture
def proposal(rating_list: RatingList) -> Recompute:
    """The proposal after a correction of the first event, waiting for a decision."""
    record(rating_list, [won_by_the_others(HISTORY[0])])
    run(ask_to_recompute(rating_list).pk)
    return Recompute.objects.get(rating_list=rating_list, stage="ready")


@pytest.fixture
def director() -> Client:
    return signed_in("dora", operator=True)


@pytest.mark.parametrize("name", PAGES)
def test_strangers_sign_in_first_and_accounts_without_rights_are_refused(
    rating_list: RatingList, client: Client, name: str
) -> None:
    assert client.get(address(name))["Location"].startswith(reverse("login"))
    guest = signed_in("guest", staff=False)
    assert guest.get(address(name)).status_code == 403
    assert {asker.post(address(name)).status_code for asker in (client, guest)} <= {302, 403, 405}


def test_a_job_about_a_list_is_seen_by_staff_alone(rating_list: RatingList) -> None:
    job = Job.objects.get(kind="recompute_list")
    page = reverse("desk-job", kwargs={"number": job.pk})
    told = source_at(signed_in("dora", operator=True), page)
    assert "12 events with 240 games" in told
    assert address("desk-proposal", number=1) in told
    assert signed_in("guest", staff=False).get(page).status_code == 403


def test_the_page_of_a_job_that_goes_on_counts_events_and_loads_itself_again(
    rating_list: RatingList, director: Client
) -> None:
    job = ask_to_recompute(rating_list)
    Job.objects.filter(pk=job.pk).update(
        state="running", started_at=job.queued_at, done=3, total=12
    )
    answer = director.get(reverse("desk-job", kwargs={"number": job.pk}))
    assert answer["Refresh"] == "2"
    assert "3 of 12 events" in source(answer)
    assert "Time left" in source(answer)


def test_a_list_is_computed_from_a_day_on_and_nothing_is_put_in_force(
    rating_list: RatingList, director: Client
) -> None:
    tampered = EventRating.objects.filter(event__key=HISTORY[-1].key).order_by("player")[0]
    EventRating.objects.filter(pk=tampered.pk).update(new=tampered.new + 7)
    before = in_force(rating_list)
    answer = director.post(address("desk-recompute"), {"from_on": "2021-07-01"})
    job = Job.objects.get(state="queued")
    assert answer["Location"] == reverse("desk-job", kwargs={"number": job.pk})
    assert job.asked_by == "dora"
    run(job.pk)
    job.refresh_from_db()
    assert (job.result["stage"], job.result["rows"]) == ("ready", 1)
    assert in_force(rating_list) == before


def test_a_day_is_distrusted_only_with_a_job_that_computes_from_it(
    rating_list: RatingList, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> Job:
        raise RuntimeError

    monkeypatch.setattr(desk_recompute, "ask_to_recompute", fails)
    before = ListState.objects.get().version
    with pytest.raises(RuntimeError):
        director.post(address("desk-recompute"), {"from_on": "2021-07-01"})
    state = ListState.objects.get()
    assert (state.distrusted_from, state.version) == (None, before)


def test_a_day_that_is_none_is_refused_at_its_field_and_asks_for_nothing(
    rating_list: RatingList, director: Client
) -> None:
    answer = director.post(address("desk-recompute"), {"from_on": "yesterday"})
    assert answer.status_code == 422
    assert 'value="yesterday"' in source(answer)
    assert not Job.objects.filter(state="queued").exists()


def test_an_imported_list_is_not_computed_here(director: Client) -> None:
    imported_list()
    for method, status in ((director.get, 200), (director.post, 422)):
        answer = method(address("desk-recompute", "federation"))
        assert answer.status_code == status
        assert "This list is imported; it is computed elsewhere" in source(answer)
    assert not Job.objects.exists()


def test_the_difference_is_told_in_a_sentence_and_line_by_line_the_biggest_first(
    proposal: Recompute, director: Client
) -> None:
    answer = director.get(address("desk-proposal"))
    page = source(answer)
    assert f"{in_words(proposal, 'would change')}, from 3 May 2021 on." in page
    lines = answer.context["lines"]
    assert len(lines) == proposal.rows
    changes = [abs(row.new - (row.was or 0)) for row in proposal.proposed.all()]
    signs = [line.figures[2].replace("\N{MINUS SIGN}", "-") for line in lines]
    assert [abs(int(sign)) for sign in signs] == sorted(changes, reverse=True)


def in_words(proposal: Recompute, verb: str) -> str:
    """Returns the sentence on a proposal, counted here row by row."""
    moved = [row.player for row in proposal.proposed.all() if row.was != row.new]
    kept = proposal.rows - len(moved)
    assert kept == 1
    assert len(moved) > 1
    head = f"{len(moved)} ratings of {len(set(moved))} players {verb}"
    return f"{head}; {kept} more keeps its figure, only its day or games differ"


def test_the_list_its_job_and_its_log_tell_ratings_from_rows_that_keep_theirs(
    proposal: Recompute, director: Client
) -> None:
    job = Job.objects.filter(kind="recompute_list").latest("pk")
    said = in_words(proposal, "would change")
    assert said in source_at(director, address("desk-list"))
    assert said in source_at(director, reverse("desk-job", kwargs={"number": job.pk}))
    logged = in_words(proposal, "put in force")
    director.post(address("desk-apply-ratings"), {"recompute": proposal.number})
    assert logged in source_at(director, address("desk-list"))


def test_where_players_will_stand_is_where_they_stand_once_it_is_applied(
    proposal: Recompute, director: Client
) -> None:
    rows = table(director)
    for row in rows:
        assert row["Stands"] == str(standing(row["Key"]))
    director.post(address("desk-apply-ratings"), {"recompute": proposal.number})
    for row in rows:
        assert row["Will stand"] == str(standing(row["Key"]))
    assert any(row["Will stand"] != row["Stands"] for row in rows)


def test_the_file_of_changes_is_the_same_read_in_parts(
    proposal: Recompute, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = table(director)
    with CaptureQueriesContext(connection) as at_once:
        table(director)
    monkeypatch.setattr(proposals, "AT_ONCE", 3)
    with CaptureQueriesContext(connection) as in_parts:
        assert table(director) == whole
    assert len(whole) == proposal.rows > 6
    assert len(in_parts) > len(at_once)


def table(director: Client) -> list[dict[str, str]]:
    """Returns the rows of the file of changes."""
    answer = director.get(address("desk-proposal-csv"))
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def standing(player: str) -> int:
    return Standing.objects.get(player=player).rating


def test_new_ratings_are_put_in_force_with_a_reason_that_the_log_keeps(
    proposal: Recompute, director: Client
) -> None:
    before, told = in_force(proposal.rating_list), in_words(proposal, "changed")
    typed = {"recompute": proposal.number, "why": "slip found", "token": "a" * 32}
    answer = director.post(address("desk-apply-ratings"), typed)
    assert answer["Location"] == address("desk-list")
    entry = JournalEntry.objects.get(stream__key="list:open", command="ratings.applied")
    assert (entry.reason, entry.actor) == ("slip found", "dora")
    assert in_force(proposal.rating_list) != before
    again = director.post(address("desk-apply-ratings"), typed, follow=True)
    assert "sent twice but done only once" in source(again)
    changed = source_at(director, address("desk-proposal", number=proposal.number))
    assert told in changed
    assert "Put them in force" not in changed


def test_new_ratings_that_are_let_go_change_nothing(proposal: Recompute, director: Client) -> None:
    before = in_force(proposal.rating_list)
    page = director.get(address("desk-proposal")).content
    typed = {"recompute": hidden(page, "recompute"), "token": hidden(page)}
    director.post(address("desk-discard-ratings"), typed)
    proposal.refresh_from_db()
    assert proposal.stage == "discarded"
    assert in_force(proposal.rating_list) == before


def test_outdated_ratings_say_so_and_can_only_be_computed_again(
    proposal: Recompute, director: Client
) -> None:
    record(proposal.rating_list, [won_by_the_others(HISTORY[1])])
    page = source_at(director, address("desk-proposal"))
    assert "These ratings are out of date" in page
    assert "Put them in force" not in page
    before = in_force(proposal.rating_list)
    answer = director.post(address("desk-apply-ratings"), {"recompute": proposal.number})
    assert answer.status_code == 422
    assert "Events have changed since these ratings were computed" in source(answer)
    assert in_force(proposal.rating_list) == before
    director.post(address("desk-recompute"))
    assert Job.objects.filter(state="queued", subject="list:open").count() == 1


@pytest.mark.parametrize("number", ["", "x", "0", "7", "9" * 30])
def test_an_answer_to_what_was_never_computed_is_refused(
    proposal: Recompute, director: Client, number: str
) -> None:
    before = in_force(proposal.rating_list)
    for name in ("desk-apply-ratings", "desk-discard-ratings"):
        assert director.post(address(name), {"recompute": number}).status_code == 422
    proposal.refresh_from_db()
    assert proposal.stage == "ready"
    assert in_force(proposal.rating_list) == before


@pytest.mark.parametrize(("number", "status"), [("2", 200), ("9", 404), ("x", 404), ("-1", 404)])
def test_an_address_names_a_computation_or_is_not_found(
    proposal: Recompute, director: Client, number: str, status: int
) -> None:
    for name in ("desk-proposal", "desk-proposal-csv"):
        assert director.get(f"{address(name)}?number={number}").status_code == status


def test_the_list_leads_to_what_waits_for_a_person(proposal: Recompute, director: Client) -> None:
    page = source_at(director, address("desk-list"))
    assert "waits for you" in page
    assert address("desk-proposal", number=proposal.number) in page


def test_a_player_of_one_event_is_named_as_he_was_there(director: Client) -> None:
    one = HISTORY[0]
    cards = one.event.cards
    passing = type(cards[0])(f"~{one.key}/1", *cards[0][1:])
    event = replace(one.event, cards=(passing, *cards[1:]))
    invented = replace(one, event=event, names=("Guest of the Day", *one.names[1:]))
    rating_list = a_list()
    rate_all(rating_list, [invented])
    record(rating_list, [won_by_the_others(invented)])
    run(ask_to_recompute(rating_list).pk)
    page = source_at(director, address("desk-proposal"))
    assert "Guest of the Day (not in the register)" in page
    assert "~" not in page
    assert all("~" not in row["Key"] for row in table(director))


def test_who_came_into_the_register_since_is_still_named(director: Client) -> None:
    one = HISTORY[0]
    passing = type(one.event.cards[0])(f"~{one.key}/1", *one.event.cards[0][1:])
    before = replace(one, event=replace(one.event, cards=(passing, *one.event.cards[1:])))
    rating_list = a_list()
    rate_all(rating_list, [before])
    record(rating_list, [one])
    run(ask_to_recompute(rating_list).pk)
    page = source_at(director, address("desk-proposal"))
    assert f"{one.names[0]} (not in the register)" in page
    assert "~" not in page


def test_an_event_of_another_day_is_told_with_the_day_that_it_had(
    rating_list: RatingList, director: Client
) -> None:
    last = HISTORY[-1]
    moved = replace(last.event, held_on=last.event.held_on + timedelta(days=1))
    record(rating_list, [replace(last, event=moved)])
    run(ask_to_recompute(rating_list).pk)
    page = source_at(director, address("desk-proposal"))
    assert f"{moved.held_on}, was {last.event.held_on}" in page


def test_the_page_needs_as_many_queries_for_many_ratings_as_for_few(
    proposal: Recompute, director: Client
) -> None:
    with CaptureQueriesContext(
        connection,
    ) as many:
        director.get(address("desk-proposal"))
    few_rows = proposal.proposed.order_by("pk").values_list("pk", flat=True)[:3]
    proposal.proposed.exclude(pk__in=list(few_rows)).delete()
    with CaptureQueriesContext(connection) as few:
        director.get(address("desk-proposal"))
    assert len(many) == len(few) <= 15
