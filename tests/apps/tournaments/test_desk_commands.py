"""Every command through its form: done, refused in a sentence, asked back, sent twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from people.commands import AddPlayer
from people.models import Player
from people.selectors import REGISTER
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    entries_of,
    give,
    hidden,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tournaments.commands.entries import WithdrawEntry
from tournaments.commands.event import ChangeRules, CloseEvent
from tournaments.forms.pages import NEW_EVENT, PAGES, REGISTER_PAGES
from tournaments.models import Seat

pytestmark = pytest.mark.django_db

Ground = Callable[[], None]


@dataclass(frozen=True)
class Case:
    """A form: what must be there first, what is typed, what the log then says.

    `wrong` is typed on the same ground and refused with `refused` on the page.
    """

    path: str
    typed: dict[str, Any]
    said: str
    refused: str
    wrong: dict[str, Any] = field(default_factory=dict)
    query: str = ""
    ground: Ground = lambda: None
    wrong_ground: Ground | None = None


def _round_1() -> None:
    publish(1, (1, 2), (3, 4))


def _draft() -> None:
    set_up(1, (1, 2), (3, 4))


def _drawn() -> None:
    give(ChangeRules(event=SLUG, division="A", overrides={"start_mode": "draw"}))
    _round_1()


def _with_result() -> None:
    _round_1()
    enter(1, 1, 400, 380)


def _round_2() -> None:
    _with_result()
    enter(1, 3, 1, 2)
    publish(2, (1, 3), (2, 4))


def _withdrawn() -> None:
    give(WithdrawEntry(event=SLUG, division="A", entry=4, from_round=1))


def _player() -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Hill"))


def _close() -> None:
    give(CloseEvent(event=SLUG, confirmed=True))


def _undo(seq: int) -> None:
    give(UndoEntry(journal=f"event:{SLUG}", seq=seq))


CASES = [
    Case(
        "create-division",
        {"name": "B", "planned_rounds": 5, "ruleset": "wespa", "rating_system": "usual"},
        "Division B made: 5 rounds, rules wespa",
        "Division A exists already.",
        {"name": "A"},
    ),
    Case(
        "change-rules",
        {"planned_rounds": 4, "rule_bye_spread": "60"},
        "Rules of division A changed: 4 rounds; bye_spread = 60",
        "5000 is not between 0 and 1000.",
        {"rule_bye_spread": "5000"},
    ),
    Case(
        "add-entry",
        {"name": "Eve", "rating": 1234},
        "Eve entered in division A, rating 1234",
        "Give a name, or a player of the register.",
        {"name": ""},
    ),
    Case(
        "change-entry",
        {"name": "Ada", "rating": 1700},
        "No. 1 Ada changed: rating 1600 to 1700",
        "Nothing would change.",
        {"rating": 1600},
        query="entry=1",
    ),
    Case(
        "withdraw-entry",
        {"entry": 4, "from_round": 2},
        "No. 4 Dov withdrawn from round 2 on",
        "Division A has rounds 1 to 3.",
        {"from_round": 9},
    ),
    Case(
        "reinstate-entry",
        {"entry": 4, "from_round": 2},
        "No. 4 Dov plays again from round 2",
        "Division A has rounds 1 to 3.",
        {"from_round": 9},
        ground=_withdrawn,
    ),
    Case(
        "set-up-round",
        {"boards": "1-4\n3: 2 3"},
        "Round 1 of A set up: 1-4, 2-3",
        "Line 2: &#x27;2 against 3&#x27; is no board, bye or absence.",
        {"boards": "1-4\n2 against 3"},
    ),
    Case(
        "publish-round",
        {},
        "Round 1 of A published",
        "Nobody said what no. 3, 4 does in round 1.",
        ground=_draft,
        wrong_ground=lambda: set_up(1, (1, 2)),
    ),
    Case(
        "record-start",
        {"entry": 2},
        "Round 1 of A: no. 2 went first",
        "Select a valid choice.",
        {"entry": 7},
        ground=_drawn,
    ),
    Case(
        "enter-result",
        {"score": 400, "opponent_score": 380},
        "Round 1 of A: no. 1 400-380 no. 2",
        "Both scores are needed.",
        {"opponent_score": ""},
        query="entry=1",
        ground=_round_1,
    ),
    Case(
        "correct-result",
        {"score": 410, "opponent_score": 380, "why": "slip misread"},
        "Round 1 of A corrected: no. 1 410-380 no. 2, before 400-380",
        "This field is required.",
        {"why": ""},
        query="entry=1",
        ground=_with_result,
    ),
    Case(
        "enter-forfeit",
        {"absent": "4"},
        "Round 1 of A: no. 4 forfeited to no. 3",
        "Select a valid choice.",
        {"absent": "1,4"},
        ground=_round_1,
    ),
    Case(
        "record-sit-out",
        {"entry": 4, "outcome": "bye", "spread": ""},
        "Round 1 of A: bye for no. 4 Dov, spread +50",
        "Ensure this value is less than or equal to 10000.",
        {"spread": 10_001},
        ground=lambda: publish(1, (1, 2), byes=(3,), absent=(4,)),
    ),
    Case(
        "set-penalty",
        {"entry": 4, "points": -10, "why": "late"},
        "Penalty of no. 4 Dov in round 1: +0 to -10",
        "Nothing would change.",
        {"points": 0},
        ground=_round_1,
    ),
    Case(
        "close-event",
        {},
        "Event closed",
        "The event is closed; undo the closing first.",
        wrong_ground=_close,
    ),
    Case(
        "undo",
        {},
        "Undid no. 6: Dov entered in division A, rating 1570",
        "No. 6 is already undone.",
        query="seq=6",
        wrong_ground=lambda: _undo(6),
    ),
    Case(
        "restore",
        {},
        "Restored the state after no. 6: 1 entries undone",
        "Nothing was done after that moment.",
        query="seq=6",
        ground=_withdrawn,
        wrong_ground=lambda: None,
    ),
]
BY_PATH = {case.path: case for case in CASES}


@pytest.fixture
def desk() -> Client:
    new_event()
    return signed_in("dora")


def _address(case: Case) -> str:
    query = f"?division=A&{case.query}" if case.query else "?division=A"
    return reverse(f"desk-{case.path}", kwargs={"slug": SLUG}) + query


def _filled(desk: Client, case: Case, **more: Any) -> dict[str, Any]:
    page = desk.get(_address(case)).content
    sent = {"token": hidden(page), **case.typed, **more}
    return sent | ({"seen": hidden(page, "seen")} if b'name="seen"' in page else {})


def test_there_is_a_case_for_every_form_of_an_event() -> None:
    assert [case.path for case in CASES] == [page.path for page in PAGES]


@pytest.mark.parametrize("path", BY_PATH)
def test_a_form_gives_its_command_and_leads_on(desk: Client, path: str) -> None:
    case = BY_PATH[path]
    case.ground()
    before = len(entries_of())
    answer = desk.post(_address(case), _filled(desk, case), follow=True)
    assert answer.redirect_chain, answer.content.decode()
    written = entries_of()[before:]
    assert [says(entry).split(" against")[0] for entry in written] == [case.said]
    assert written[0].actor == "dora"
    assert written[0].reason == case.typed.get("why", "")
    assert f"No. {written[0].seq}: {case.said.split(chr(10))[0]}"[:30] in answer.content.decode()


@pytest.mark.parametrize("path", BY_PATH)
def test_a_form_sent_twice_does_it_once(desk: Client, path: str) -> None:
    case = BY_PATH[path]
    case.ground()
    before, sent = len(entries_of()), _filled(desk, case)
    desk.post(_address(case), sent)
    answer = desk.post(_address(case), sent, follow=True)
    assert len(entries_of()) == before + 1
    assert "It was sent twice and done once." in answer.content.decode()


@pytest.mark.parametrize("path", BY_PATH)
def test_a_refusal_is_a_sentence_on_the_form_and_keeps_what_was_typed(
    desk: Client, path: str
) -> None:
    case = BY_PATH[path]
    (case.wrong_ground or case.ground)()
    before, sent = len(entries_of()), _filled(desk, case, **case.wrong)
    answer = desk.post(_address(case), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert case.refused in page
    assert len(entries_of()) == before
    typed = {str(v) for k, v in sent.items() if v not in ("", 7, "1,4") and k != "boards"}
    assert all(f'value="{value}"' in page for value in typed), typed
    assert hidden(answer.content) == sent["token"]


def test_going_back_and_sending_something_else_is_a_new_request(desk: Client) -> None:
    case = BY_PATH["add-entry"]
    sent = _filled(desk, case)
    desk.post(_address(case), sent)
    desk.post(_address(case), sent | {"name": "Finn"})
    assert [says(entry).split()[0] for entry in entries_of()[-2:]] == ["Eve", "Finn"]


CONFIRMED = [
    ("add-entry", {}, _round_1, "Rounds were published already"),
    ("change-rules", {}, _round_1, "Standings and later awards will follow the new rules"),
    ("record-start", {}, _round_1, "Later published rounds keep their sides."),
    ("close-event", {}, _round_1, "A round 1 lacks 2 results"),
    (
        "correct-result",
        {"score": 300},
        _round_2,
        "This changes who won, and round 2 is published already",
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
    assert asked in answer.content.decode()
    assert b"Do it: " in answer.content
    assert entries_of() == first
    accepted = sent | {"confirmed": hidden(answer.content, "confirmed")}
    for _ in range(2):
        assert desk.post(address, accepted).status_code == 302
    assert len(entries_of()) == len(first) + 1


def _second_of_board_1() -> int:
    return Seat.objects.get(board__number=1, round__number=1, side="second").entry.number


def test_accepting_the_consequences_of_one_request_does_not_accept_another(desk: Client) -> None:
    case = BY_PATH["add-entry"]
    _round_1()
    sent = _filled(desk, case)
    answer = desk.post(_address(case), sent)
    sent["confirmed"] = hidden(answer.content, "confirmed")
    before = len(entries_of())
    again = desk.post(_address(case), sent | {"name": "Finn"})
    assert b"Rounds were published already" in again.content
    assert len(entries_of()) == before


def test_a_board_that_somebody_else_changed_is_looked_at_again_before_it_is_changed(
    desk: Client,
) -> None:
    case = BY_PATH["correct-result"]
    _with_result()
    mine, theirs = _filled(desk, case), _filled(desk, case, score=420)
    desk.post(_address(case), theirs)
    answer = desk.post(_address(case), mine)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody else changed this board meanwhile; look at it again." in page
    assert "#1 Ada 420" in page
    again = mine | {"seen": hidden(answer.content, "seen")}
    assert desk.post(_address(case), again).status_code == 302
    assert says(entries_of()[-1]).endswith("410-380 no. 2, before 420-380")


def test_what_the_table_refuses_is_said_before_anything_is_typed(desk: Client) -> None:
    page = desk.get(_address(BY_PATH["publish-round"])).content.decode()
    assert "The round is not set up yet." in page
    assert "<button disabled" in page


def test_a_new_event_is_ones_own_and_its_address_is_made_from_the_name() -> None:
    desk = signed_in("dora")
    address = reverse(NEW_EVENT.url_name)
    sent = {"token": hidden(desk.get(address).content), "name": "Fall Open 2026", "starts_on": ""}
    for _ in range(2):
        answer = desk.post(address, sent)
        assert answer["Location"] == reverse("desk-event", kwargs={"slug": "fall-open-2026"})
    assert [entry.actor for entry in entries_of("fall-open-2026")] == ["dora"]
    taken = desk.post(address, {"token": "x", "name": "Fall Open 2026"})
    assert b"An event fall-open-2026 exists already." in taken.content
    assert b'value="Fall Open 2026"' in taken.content


def test_a_player_and_a_club_are_added_changed_and_taken_back() -> None:
    desk = signed_in("dora")
    _send(desk, "add-club", {"name": "North", "slug": "north"})
    sent = {"given_name": "Eve", "family_name": "Hill", "public_name_style": "full"}
    _send(desk, "add-player", {**sent, "key": "eve", "club": "north"})
    changed = sent | {"public_name_style": "alias", "alias": "Fox", "club": "north"}
    _send(desk, "change-player", changed, "?player=eve")
    assert Player.objects.get(key="eve").public_name == "Fox"
    _send(desk, "register-undo", {}, "?seq=3")
    assert Player.objects.get(key="eve").public_name == "Eve Hill"
    journal = JournalEntry.objects.filter(stream__key=REGISTER).order_by("seq")
    assert [says(entry) for entry in journal] == [
        "Club North added",
        "Player Eve Hill added",
        "Player eve changed: alias, public_name_style",
        "Undid no. 3: Player eve changed: alias, public_name_style",
    ]


def _send(desk: Client, path: str, sent: dict[str, Any], query: str = "") -> None:
    address = reverse(f"desk-{path}") + query
    token = hidden(desk.get(address).content)
    for _ in range(2):
        answer = desk.post(address, {**sent, "token": token})
        assert answer.status_code == 302, answer.content.decode()
        assert answer["Location"] == reverse("desk-register")


def test_a_player_whose_key_is_taken_is_refused_at_the_field() -> None:
    _player()
    desk = signed_in("dora")
    sent = {"key": "eve", "given_name": "Eva", "public_name_style": "full"}
    answer = desk.post(reverse("desk-add-player"), sent)
    assert b"A player eve exists already." in answer.content
    assert b'value="Eva"' in answer.content


def test_an_entry_takes_the_name_of_the_player_it_names(desk: Client) -> None:
    _player()
    case = BY_PATH["add-entry"]
    desk.post(_address(case), _filled(desk, case, name="", player="eve"))
    assert says(entries_of()[-1]).startswith("Eve Hill entered")
    answer = desk.post(_address(case), _filled(desk, case, player="nobody"))
    assert b"The register has no player nobody." in answer.content


def test_a_team_of_three_is_entered_in_one_form(desk: Client) -> None:
    case = BY_PATH["add-entry"]
    desk.post(_address(case), _filled(desk, case, name_2="Finn", name_3="Gil", team="Hill"))
    assert entries_of()[-1].payload["members"] == [
        {"name": name, "player": ""} for name in ("Eve", "Finn", "Gil")
    ]


def test_every_form_of_the_register_is_walked_here() -> None:
    walked = {"add-player", "change-player", "add-club", "register-undo"}
    assert {page.path for page in REGISTER_PAGES} == walked
