"""Every command through its form: done, refused in a sentence, asked back, sent twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import says
from core.models import JournalEntry
from people.desk.pages import PAGES as REGISTER_PAGES
from people.models import Player
from people.selectors import REGISTER
from tests.apps.tournaments.desk_events import (
    SLUG,
    entries_of,
    give,
    hidden,
    signed_in,
)
from tests.apps.tournaments.desks import desk_of_an_operator
from tests.apps.tournaments.overview.desk_case import Case, Ground
from tests.apps.tournaments.overview.desk_cases import (
    CASES,
    player,
    round_1,
    round_2,
    with_result,
)
from tests.pages import source, source_at
from tournaments.event.desk_pages import NEW_EVENT
from tournaments.models import Seat
from tournaments.overview.desk_pages import PAGES
from tournaments.results.commands.results import EnterForfeit

__all__ = ["desk_of_an_operator"]

pytestmark = pytest.mark.django_db

BY_PATH = {case.path: case for case in CASES}


def _address(case: Case) -> str:
    query = f"?division=A&{case.query}" if case.query else "?division=A"
    return reverse(f"desk-{case.path}", kwargs={"slug": SLUG}) + query


def _filled(desk: Client, case: Case, **more: Any) -> dict[str, Any]:
    page = desk.get(_address(case)).content
    sent = {"token": hidden(page), **case.typed, **more}
    return sent | ({"seen": hidden(page, "seen")} if b'name="seen"' in page else {})


def _accepted(desk: Client, case: Case) -> dict[str, Any]:
    """Return the fields sent, with the consequence accepted where the command always asks."""
    sent = _filled(desk, case)
    if case.asks:
        asked = desk.post(_address(case), sent)
        assert case.asks in source(asked)
        sent["confirmed"] = hidden(asked.content, "confirmed")
    return sent


def test_there_is_a_case_for_every_form_of_an_event() -> None:
    assert [case.path for case in CASES] == [page.path for page in PAGES]


@pytest.mark.parametrize("path", BY_PATH)
def test_a_form_gives_its_command_leads_on_and_sent_twice_does_it_once(
    desk: Client, path: str
) -> None:
    case = BY_PATH[path]
    case.ground()
    before, sent = len(entries_of()), _accepted(desk, case)
    answer = desk.post(_address(case), sent, follow=True)
    assert answer.redirect_chain, source(answer)
    written = entries_of()[before:]
    assert [says(entry).split(" against")[0] for entry in written] == [case.said]
    assert written[0].actor == "dora"
    assert written[0].reason == case.typed.get("why", "")
    assert f"Log {written[0].seq}: {case.said.split(chr(10))[0]}"[:30] in source(answer)
    again = desk.post(_address(case), sent, follow=True)
    assert len(entries_of()) == before + 1
    assert "It was sent twice but done only once." in source(again)


@pytest.mark.parametrize("path", BY_PATH)
def test_a_refusal_is_a_sentence_on_the_form_and_keeps_what_was_typed(
    desk: Client, path: str
) -> None:
    case = BY_PATH[path]
    (case.wrong_ground or case.ground)()
    before, sent = len(entries_of()), _filled(desk, case, **case.wrong)
    answer = desk.post(_address(case), sent)
    page = source(answer)
    assert answer.status_code == 422
    assert case.refused in page
    assert len(entries_of()) == before
    typed = {str(v) for k, v in sent.items() if v not in ("", 7, "1,4") and k != "boards"}
    assert all(f'value="{value}"' in page for value in typed), typed
    assert hidden(answer.content) == sent["token"]


def test_the_scores_of_a_game_entered_as_a_forfeit_can_be_put_in_its_place(desk: Client) -> None:
    round_1()
    give(EnterForfeit(event=SLUG, division="A", round=1, absent=(2,)))
    address = reverse("desk-correct-result", kwargs={"slug": SLUG}) + "?division=A&round=1&entry=1"
    page = desk.get(address).content
    chosen = re.findall(r'<option value="([^"]*)" selected', page.decode())
    typed = {"score": 380, "opponent_score": 400, "why": "she was there"}
    sent = dict(zip(("reason", "winner"), chosen, strict=True)) | typed
    answer = desk.post(address, {**sent, "token": hidden(page), "seen": hidden(page, "seen")})
    assert answer.status_code == 302, source(answer)
    assert says(entries_of()[-1]).endswith(
        "corrected: no. 1 Ada 380-400 no. 2 Bea, before: forfeit"
    )


def test_going_back_and_sending_something_else_is_a_new_request(desk: Client) -> None:
    case = BY_PATH["add-entry"]
    sent = _filled(desk, case)
    desk.post(_address(case), sent)
    desk.post(_address(case), sent | {"name": "Finn"})
    assert [says(entry).split()[0] for entry in entries_of()[-2:]] == ["Eve", "Finn"]


CONFIRMED = [
    ("add-entry", {}, round_1, "Some rounds are already published"),
    ("change-rules", {}, round_1, "Standings and later awards will follow the new rules"),
    ("record-start", {}, round_1, "Later published rounds keep their sides."),
    (
        "close-event",
        {},
        round_1,
        "division A, round 1: 2 results are missing, of board 1 and 2;",
    ),
    ("enter-result", {"score": 1310}, round_1, "The spread is 930."),
    ("correct-result", {"score": 1310}, with_result, "The spread is 930."),
    ("correct-result", {"score": 99}, with_result, "99 is under 100."),
    (
        "correct-result",
        {"score": 300},
        round_2,
        "This changes who won, and round 2 is already published",
    ),
]


@pytest.mark.parametrize(("path", "more", "ground", "asked"), CONFIRMED)
def test_a_command_with_consequences_asks_back_and_is_then_done_once(
    desk: Client, path: str, more: dict[str, Any], ground: Ground, asked: str
) -> None:
    case = BY_PATH[path]
    ground()
    address = _address(case) + ("" if path in ("add-entry", "change-rules") else "&round=1")
    first = entries_of()
    page = desk.get(address).content
    sent = {"token": hidden(page), **case.typed, **more}
    if path == "record-start":
        sent["entry"] = _second_of_board_1()
    answer = desk.post(address, sent)
    assert answer.status_code == 422
    assert asked in source(answer)
    assert b"Yes, " in answer.content
    between = source(answer).split("Before you confirm:")[1].split("Yes, ")[0]
    assert "<label" not in between, "the question is not beside the button that has the focus"
    assert entries_of() == first
    accepted = sent | {"confirmed": hidden(answer.content, "confirmed")}
    for _ in range(2):
        assert desk.post(address, accepted).status_code == 302
    assert len(entries_of()) == len(first) + 1


def test_an_odd_correction_that_changes_who_won_asks_about_both_one_after_the_other(
    desk: Client,
) -> None:
    case = BY_PATH["correct-result"]
    round_2()
    address = _address(case) + "&round=1"
    sent = {"token": hidden(desk.get(address).content), **case.typed, "score": 99}
    for asked in ("99 is under 100.", "This changes who won, and round 2 is already published"):
        answer = desk.post(address, sent)
        assert asked in source(answer)
        sent |= {"confirmed": hidden(answer.content, "confirmed")}
    assert desk.post(address, sent).status_code == 302


@pytest.mark.parametrize("why", ["5 0 0", "450 389", "b7 423 389"])
def test_a_slip_typed_as_the_reason_of_a_correction_is_refused(desk: Client, why: str) -> None:
    case = BY_PATH["correct-result"]
    with_result()
    answer = desk.post(_address(case), _filled(desk, case, why=why))
    assert "Give the reason in words, for example: slip misread." in source(answer)
    assert entries_of()[-1].command == "result.entered"


def _second_of_board_1() -> int:
    return Seat.objects.get(board__number=1, round__number=1, side="second").entry.number


def test_accepting_the_consequences_of_one_request_does_not_accept_another(desk: Client) -> None:
    case = BY_PATH["add-entry"]
    round_1()
    sent = _filled(desk, case)
    answer = desk.post(_address(case), sent)
    sent["confirmed"] = hidden(answer.content, "confirmed")
    before = len(entries_of())
    again = desk.post(_address(case), sent | {"name": "Finn"})
    assert b"Some rounds are already published" in again.content
    assert len(entries_of()) == before


def test_a_board_that_somebody_else_changed_is_looked_at_again_before_it_is_changed(
    desk: Client,
) -> None:
    case = BY_PATH["correct-result"]
    with_result()
    mine, theirs = _filled(desk, case), _filled(desk, case, score=420)
    desk.post(_address(case), theirs)
    answer = desk.post(_address(case), mine)
    page = source(answer)
    assert answer.status_code == 422
    assert "Somebody else has changed this board in the meantime; look at it again." in page
    assert "#1 Ada 420" in page
    again = mine | {"seen": hidden(answer.content, "seen")}
    assert desk.post(_address(case), again).status_code == 302
    assert says(entries_of()[-1]).endswith("410-380 no. 2 Bea, before: 420-380")


def test_what_the_table_refuses_is_said_before_anything_is_typed(desk: Client) -> None:
    page = source_at(desk, _address(BY_PATH["publish-round"]))
    assert "The round is not paired yet; pair it first." in page
    assert "<button disabled" in page


def test_a_new_event_is_ones_own_and_its_address_is_made_from_the_name() -> None:
    desk = signed_in("dora", operator=True)
    address = reverse(NEW_EVENT.url_name)
    sent = {"token": hidden(desk.get(address).content), "name": "Fall Open 2026", "starts_on": ""}
    for _ in range(2):
        answer = desk.post(address, sent)
        assert answer["Location"] == reverse("desk-event", kwargs={"slug": "fall-open-2026"})
    assert [entry.actor for entry in entries_of("fall-open-2026")] == ["dora"]
    taken = desk.post(address, {"token": "x", "name": "Fall Open 2026"})
    assert b"An event fall-open-2026 already exists." in taken.content
    assert b'value="Fall Open 2026"' in taken.content


def test_a_player_and_a_club_are_added_changed_and_taken_back() -> None:
    desk = signed_in("dora", operator=True)
    _send(desk, "add-club", {"name": "North", "slug": "north"})
    sent = {"given_name": "Eve", "family_name": "Hill", "public_name_style": "full"}
    _send(desk, "add-player", {**sent, "key": "eve", "club": "north"})
    consents = {"is_listed": "no", "photos": "no", "wants_reports": "no"}
    changed = sent | {"public_name_style": "alias", "alias": "Fox", "club": "north"} | consents
    _send(desk, "change-player", changed, "?player=eve")
    assert Player.objects.get(key="eve").public_name == "Fox"
    _send(desk, "register-undo", {}, "?seq=3")
    assert Player.objects.get(key="eve").public_name == "Eve Hill"
    _send(desk, "show-player", {"country": "BE", "consent": "on"}, "?player=eve")
    assert Player.objects.get(key="eve").country == "BE"
    _send(desk, "hide-player", {}, "?player=eve")
    assert Player.objects.get(key="eve").country == ""
    journal = JournalEntry.objects.filter(stream__key=REGISTER).order_by("seq")
    assert [says(entry) for entry in journal] == [
        "Club North added",
        "Player Eve Hill added",
        "Player Eve Hill: changed alias, public name",
        "Undid log 3: Player Eve Hill: changed alias, public name",
        "Eve Hill agreed on paper to be shown with picture and country",
        "Eve Hill is not shown with picture and country any more",
    ]


def _send(desk: Client, path: str, sent: dict[str, Any], query: str = "") -> None:
    address = reverse(f"desk-{path}") + query
    token = hidden(desk.get(address).content)
    for _ in range(2):
        answer = desk.post(address, {**sent, "token": token})
        assert answer.status_code == 302, source(answer)
        assert answer["Location"] == reverse("desk-register")


def test_a_player_whose_key_is_taken_is_refused_at_the_field() -> None:
    player()
    desk = signed_in("dora", operator=True)
    sent = {"key": "eve", "given_name": "Eva", "public_name_style": "full"}
    answer = desk.post(reverse("desk-add-player"), sent)
    assert b"A player eve already exists." in answer.content
    assert b'value="Eva"' in answer.content


def test_an_entry_takes_the_name_of_the_player_it_names(desk: Client) -> None:
    player()
    case = BY_PATH["add-entry"]
    desk.post(_address(case), _filled(desk, case, name="", player="eve"))
    assert says(entries_of()[-1]).startswith("Eve Hill entered")
    answer = desk.post(_address(case), _filled(desk, case, player="nobody"))
    assert b"No player in the register has the key, number or name nobody." in answer.content


def test_a_team_of_three_is_entered_in_one_form(desk: Client) -> None:
    case = BY_PATH["add-entry"]
    desk.post(_address(case), _filled(desk, case, name_2="Finn", name_3="Gil", team="Hill"))
    assert entries_of()[-1].payload["members"] == [
        {"name": name, "player": ""} for name in ("Eve", "Finn", "Gil")
    ]


def test_every_form_of_the_register_is_walked_here() -> None:
    walked = {"add-player", "change-player", "add-club", "register-undo"}
    walked |= {"show-player", "hide-player"}
    assert {page.path for page in REGISTER_PAGES} == walked
