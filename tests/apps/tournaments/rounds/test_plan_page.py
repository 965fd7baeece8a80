"""The page of the round plan: who may, what is typed, what is refused beside its row."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.journal.guard import writing
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    signed_in,
)
from tests.apps.tournaments.rounds.plan_events import GAMES, HILL, SWISS, held, plan
from tests.pages import source, source_at
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules
from tournaments.pairing.plans.plan import PlanRow, row_of
from tournaments.pairing.plans.presets import presets
from tournaments.rounds.commands.planning import PlannedRounds, PlanPairing, planned_rounds
from tournaments.rounds.queries.plan_lines import plan_lines
from tournaments.rounds.queries.planned import plan_of
from tournaments.rounds.queries.planning import plan_by_number

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spring")]


def address(query: str = "division=A", name: str = "desk-plan") -> str:
    return f"{reverse(name, kwargs={'slug': SLUG})}?{query}"


def typed(page: bytes, *rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the fields that a browser sends of the page, with these rows typed into it."""
    sent: dict[str, Any] = {
        f"{name}_{at}": value for at, row in enumerate(rows) for name, value in row.items()
    }
    marks = {name: hidden(page, name) for name in ("token", "shown")}
    return {"rows": len(rows), **marks, **sent, **more}


def save(desk: Client, *rows: dict[str, Any], **more: Any) -> Any:
    page = desk.get(address()).content
    return desk.post(address(), typed(page, *rows, **more))


def row(first: Any, last: Any, method: str = "swiss fold", **more: Any) -> dict[str, Any]:
    return {"first": first, "last": last, "method": method, "lag": 0, "repeats": "", **more}


def test_a_post_without_signing_in_changes_nothing(client: Client) -> None:
    assert client.post(address(), {"rows": 1, "first_0": 1, "method_0": "swiss"}).status_code == 302
    assert plan_of(division()) == ()


@pytest.mark.parametrize(("name", "rights"), [("guest", {"staff": False}), ("other", {})])
def test_nobody_but_the_director_comes_to_the_page(name: str, rights: dict[str, bool]) -> None:
    client = signed_in(name, **rights)
    assert client.get(address()).status_code == 403
    assert client.post(address(), row(1, 2)).status_code == 403
    assert plan_of(division()) == ()


def test_the_page_shows_the_plan_in_words_with_what_is_next(desk: Client) -> None:
    give(plan(SWISS, PlannedRounds(first=3, last=3, method="koth", repeats=0)))
    publish(1, (1, 2), (3, 4))
    page = source_at(desk, address())
    for words in (
        "1 to 2",
        "King of the hill",
        "1st meets 2nd",
        "none",
        "the round before",
        "next",
    ):
        assert words in page


def test_rounds_that_no_row_names_are_shown_as_left_to_the_director() -> None:
    give(plan(PlannedRounds(first=2, last=2, method="swiss")))
    assert [(line.rounds, line.method, line.state) for line in plan_lines(division())] == [
        ("1", "", "next"),
        ("2", "Swiss", ""),
        ("3", "", ""),
    ]


def test_rows_are_typed_and_saved(desk: Client) -> None:
    answered = save(
        desk,
        row(1, 2, "factor nearest", options="factor = 2", repeats="1", since=1),
        row("", "", ""),
        row(3, "", "koth whole", lag=1),
    )
    assert answered.status_code == 302
    assert plan_of(division()) == (
        PlanRow(
            first=1, last=2, method="factor", variant="nearest", repeats=1, options=(("factor", 2),)
        ),
        PlanRow(first=3, last=3, method="koth", lag=1),
    )


def test_a_row_that_is_left_out_goes(desk: Client) -> None:
    give(plan(SWISS, HILL))
    assert save(desk, row(1, 2, out="on"), row(3, 3, "koth whole")).status_code == 302
    assert held() == "round 3 King of the hill"


def test_what_is_wrong_stands_beside_its_row_and_nothing_typed_is_lost(desk: Client) -> None:
    answered = save(desk, row(1, 2), row("", "", ""), row(2, 3, options="speed"), row(9, "", ""))
    page = source(answered)
    assert answered.status_code == 422
    assert "&#x27;speed&#x27; is not a number for a method; write factor=3." in page
    assert "Row 4: choose a method." in page
    assert 'value="speed"' in page
    page = source(save(desk, row(1, 2), row("", "", ""), row(2, 3)))
    assert '<p class="wrong" id="id_first_2_error">Round 2 is in row 1 and in row 3.</p>' in page
    assert plan_of(division()) == ()


def test_a_doubt_is_asked_about_and_accepted(desk: Client) -> None:
    rows = (row(1, 2, "roundrobin berger"),)
    answered = save(desk, *rows)
    assert answered.status_code == 422
    accepted = hidden(answered.content, "confirmed")
    again = typed(answered.content, *rows, confirmed=accepted)
    assert desk.post(address(), again).status_code == 302
    assert held() == "rounds 1-2 Round robin"


def test_more_rows_keep_what_was_typed_and_write_nothing(desk: Client) -> None:
    answered = save(desk, row(1, 2, "koth whole", options="odd words"), more="yes")
    page = source(answered)
    assert answered.status_code == 200
    assert 'value="odd words"' in page
    assert 'name="first_3"' in page
    assert '<option value="koth whole" selected>' in page
    assert plan_of(division()) == ()


def test_the_plan_of_a_published_round_is_refused_beside_its_row(desk: Client) -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    page = source(save(desk, row("", "", ""), row(1, 3, "koth whole")))
    assert 'id="id_first_1_error">Round 1 is published; its plan stays as it was: Swiss.' in page


def test_a_plan_that_changed_meanwhile_is_not_written_over_unseen(desk: Client) -> None:
    page = desk.get(address()).content
    give(plan(HILL))
    answered = desk.post(address(), typed(page, row(1, 1)))
    assert "The plan was changed in the meantime: round 3 King of the hill." in source(answered)
    assert desk.post(address(), typed(answered.content, row(1, 1))).status_code == 302
    assert held() == "round 1 Swiss"


def test_the_same_form_sent_twice_is_done_once(desk: Client) -> None:
    page = desk.get(address()).content
    sent = typed(page, row(1, 1))
    assert [desk.post(address(), sent).status_code for _ in range(2)] == [302, 302]
    assert [e.command for e in entries_of()].count("division.pairing_planned") == 1


@pytest.mark.parametrize("preset", [preset.key for preset in presets()])
def test_a_ready_plan_fills_the_rows_and_saves_nothing(desk: Client, preset: str) -> None:
    page = desk.get(address(f"division=A&begin={preset}")).content
    assert b"Nothing is saved yet." in page
    assert plan_of(division()) == ()
    rows = next(p for p in presets() if p.key == preset).plan(4, 3)
    for at, wanted in enumerate(rows):
        assert f'name="first_{at}" value="{wanted.first}"' in page.decode()


def test_a_ready_plan_leaves_published_rounds(desk: Client) -> None:
    give(plan(SWISS))
    publish(1, (1, 2), (3, 4))
    page = source_at(desk, address("division=A&begin=school"))
    assert '<option value="swiss fold" selected>' in page
    assert '<option value="random" selected>' not in page


def test_the_plan_of_another_division_is_copied_as_far_as_it_goes(desk: Client) -> None:
    new_event("both", divisions="AB")
    where: dict[str, Any] = {"event": "both", "division": "B"}
    give(ChangeRules(**where, planned_rounds=5))
    give(PlanPairing(**where, rows=(PlannedRounds(first=2, last=5, method="queen"),)))
    there = reverse("desk-plan", kwargs={"slug": "both"})
    assert "As division B" in source_at(desk, f"{there}?division=A")
    page = source_at(desk, f"{there}?division=A&begin=as B")
    assert 'name="last_0" value="3"' in page
    assert '<option value="queen" selected>' in page


LINES = "1, 1, 4, 4\n1, 2, 3\n2, 1, 2\n2, 3, bye\n"


def test_games_are_pasted_for_the_row_of_a_fixed_schedule_and_shown_again(desk: Client) -> None:
    assert save(desk, row(1, 2, "schedule"), games=LINES).status_code == 302
    held = plan_by_number(division())
    assert planned_rounds(held[0]).games == GAMES
    assert LINES in source_at(desk, address())


def test_games_are_sent_as_a_file(desk: Client) -> None:
    sent = SimpleUploadedFile("games.csv", b"round,one,two,first\n" + LINES.encode())
    assert save(desk, row(1, 2, "schedule"), file=sent).status_code == 302
    assert planned_rounds(plan_by_number(division())[0]).games == GAMES


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ("1, 1, 4\n2, x, 3", "Games, line 2: one is “x”; it is a number from 1."),
        ("1, 1, 4\n3, 1, 2", "Games: round 2 has no game"),
        ("1, 1, 4", "Row 1 has no games for round 2."),
        (LINES + "3, 1, 2", "Round 3 of the games is in no row with a fixed schedule."),
        (LINES.replace("1, 2, 3", "1, 2, 9"), "division A has no entry no. 9."),
        ("", "Row 1 needs the games of rounds 1 to 2; add them."),
    ],
)
def test_games_that_cannot_be_are_refused_and_stay(desk: Client, games: str, said: str) -> None:
    answered = save(desk, row(1, 2, "schedule"), games=games)
    assert answered.status_code == 422
    page = source(answered)
    assert said in page
    assert games in page
    assert plan_of(division()) == ()


def test_a_file_that_is_refused_is_named_and_what_it_said_stays(desk: Client) -> None:
    broken = SimpleUploadedFile("games.csv", b"1,x,2")
    page = source(save(desk, row(1, 2, "schedule"), file=broken, games=LINES))
    assert "games.csv, line 1: one is “x”" in page
    assert LINES in page
    other = SimpleUploadedFile("games.csv", LINES.replace("2, 3, bye", "2, 9, bye").encode())
    page = source(save(desk, row(1, 2, "schedule"), file=other))
    assert "2, 9, bye" in page
    assert "no entry no. 9." in page


def test_games_of_numbers_that_moved_are_not_read(desk: Client) -> None:
    give(plan(PlannedRounds(first=1, last=2, method="schedule", games=GAMES)))
    page = desk.get(address()).content
    sent = typed(page, row(1, 2, "schedule"), games=LINES, numbering=hidden(page, "numbering"))
    give(AddEntry(event=SLUG, division="A", members=(Member(name="Eve"),), rating=1900))
    answered = desk.post(address(), sent)
    assert "The list has changed in the meantime; check it again." in source(answered)


def test_what_nobody_can_begin_with_is_not_found(desk: Client) -> None:
    assert desk.get(address("division=A&begin=miracle")).status_code == 404
    assert desk.get(address("division=Z")).status_code == 404


def test_a_method_that_is_gone_is_still_read_and_named(desk: Client) -> None:
    give(plan(SWISS))
    kept = division()
    values = [{**kept.plan[0], "method": "dowsing"}]
    with writing():
        type(kept).objects.filter(pk=kept.pk).update(plan=values)
    assert row_of(plan_of(division()), 1) is not None
    page = source_at(desk, address())
    assert "dowsing, which no longer exists" in page


def test_the_overview_leads_to_the_plan(desk: Client) -> None:
    page = source_at(desk, address("", name="desk-event"))
    assert f"{address()}" in page


def test_an_event_without_divisions_says_what_comes_first(desk: Client) -> None:
    new_event("bare", divisions="")
    page = source_at(desk, reverse("desk-plan", kwargs={"slug": "bare"}))
    assert "then plan how its rounds are paired" in page
