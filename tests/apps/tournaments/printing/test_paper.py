"""Paper: what can be printed, and what stands on each document."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    give,
    new_event,
    publish,
    set_up,
    signed_in,
)
from tests.builders.events import HIDDEN, a_large_event, a_played_event, hidden_players
from tests.depth import size
from tests.pages import main_words, source, source_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry, WithdrawEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.failover.lifeboat.tables import tables
from tournaments.models import Tournament
from tournaments.printing.pages.documents import BY_KEY, DOCUMENTS
from tournaments.printing.views import public_address
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division
from tournaments.results.commands.results import EnterForfeit
from tournaments.rounds.commands.rearranging import SwapSeats
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

KEYS = [document.key for document in DOCUMENTS]
FOR_THE_DIRECTOR_ALONE = {"roster"}
AS_QUICK_FOX = {"public_name_style": "alias", "alias": "Quick Fox"}
Show = Callable[..., str]


@pytest.fixture
def show(spring: Tournament) -> Show:
    """Return the text of a document as the director gets it, tags taken out."""
    client = signed_in("dora")

    def text(key: str, query: str = "", slug: str = SLUG, status: int = 200) -> str:
        answer = client.get(f"/desk/{slug}/paper/{key}/{query}")
        assert answer.status_code == status
        return main_words(answer)

    return text


@pytest.mark.parametrize("key", ["", *KEYS])
def test_a_stranger_is_asked_to_sign_in_and_another_director_is_refused(
    client: Client, spring: Tournament, key: str
) -> None:
    address = f"/desk/{SLUG}/paper/{key}/" if key else reverse("desk-paper", args=(SLUG,))
    assert client.get(address).status_code == 302
    assert signed_in("other").get(address).status_code == 403
    assert signed_in("boss", operator=True).get(address).status_code == 200


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_written_by_printing(spring: Tournament, key: str) -> None:
    assert signed_in("dora").post(f"/desk/{SLUG}/paper/{key}/").status_code == 405


def test_the_list_names_every_document_and_carries_the_choice(spring: Tournament) -> None:
    page = signed_in("dora").get(f"/desk/{SLUG}/paper/?division=A&round=2&size=letter")
    for document in DOCUMENTS:
        assert document.title in source(page)
        address = f"/desk/{SLUG}/paper/{document.key}/?division=A&amp;round=2&amp;size=letter"
        assert address in source(page)
    assert 'aria-current="page"> Paper' in source(page)


def test_a_choice_that_does_not_exist_stands_beside_its_field(spring: Tournament) -> None:
    page = source_at(signed_in("dora"), f"/desk/{SLUG}/paper/?division=Q&size=A0")
    assert 'id="paper_division_error"' in page
    assert 'id="paper_size_error"' in page


@pytest.mark.parametrize("query", ["?division=Q", "?round=99", "?round=x", "?size=A0"])
def test_a_document_of_what_does_not_exist_is_missing(show: Show, query: str) -> None:
    show("roster", query, status=404)


def test_an_unknown_document_is_missing(show: Show) -> None:
    show("certificate", status=404)


@pytest.mark.parametrize("document", DOCUMENTS, ids=KEYS)
def test_every_document_has_a_template_and_says_why_it_is_empty(show: Show, document: Any) -> None:
    get_template(document.template)
    assert ("No round is published yet." in show(document.key)) == document.of_round
    assert "Round 2 is not published." in show(document.key, "?round=2")


def test_every_document_is_filled_in_an_event_without_entries(show: Show) -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    for key in KEYS:
        assert "division b" in show(key, "?division=B").casefold(), key
    assert "Nobody is entered yet." in show("scorecards", "?division=B")


def test_an_event_without_divisions_says_so(show: Show) -> None:
    give(CreateEvent(event="bare", name="Bare", director="dora"))
    assert "no division yet" in show("roster", slug="bare")


def test_a_draft_is_never_printed(show: Show) -> None:
    set_up(1, (1, 2), (3, 4))
    assert "No round is published yet." in show("slips")
    assert "Round 1 is not published." in show("pairings", "?round=1")
    assert "Bea" not in show("scorecards").partition("#1 Ada")[2].partition("#2 Bea")[0]


def test_a_slip_names_board_sides_and_both_totals_so_far(show: Show) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)
    enter(1, 3, 400, 400)
    publish(2, (1, 3), (2, 4))
    text = show("slips", "?round=2")
    assert re.search(r"Round 2 Board 1 .*so far 1–0 \+34 .*so far ½–½ \+0", text)
    assert text.index("Board 1") < text.index("Board 2")
    assert "Winner #1 #3 tie" in text or "Winner #3 #1 tie" in text


def test_whoever_goes_first_stands_first_on_the_slip_and_a_draw_is_to_be_ticked(
    show: Show,
) -> None:
    publish(1, (1, 2), (3, 4))
    first = show("slips")
    assert ("1st #" in first) != ("Draw for the start" in first)


def test_who_sits_out_and_a_game_decided_before_it_began_get_no_slip(show: Show) -> None:
    publish(1, (1, 2), byes=(3,), absent=(4,))
    text = show("slips")
    assert "Ada" in text
    assert "Cem" not in text
    assert "Dov" not in text
    give(EnterForfeit(event=SLUG, division="A", round=1, absent=(2,)))
    assert "No game of this round needs a slip." in show("slips")


def test_pairings_name_who_sits_out_and_why(show: Show) -> None:
    publish(1, (1, 2), byes=(3,), absent=(4,))
    text = show("pairings")
    assert re.search(r"– Cem #3 bye \+50", text)
    assert re.search(r"– Dov #4 absent", text)
    names = show("pairings-names")
    assert names.index("Ada") < names.index("Bea") < names.index("Cem") < names.index("Dov")


def test_every_list_from_a_to_z_goes_by_family_name(client: Client) -> None:
    give(CreateEvent(event="names", name="Names", director="boss"))
    give(CreateDivision(event="names", name="A", planned_rounds=1))
    give(AddPlayer(key="jlw", given_name="Julian", family_name="Lloyd Webber"))
    give(AddPlayer(key="fox", given_name="Zora", family_name="Zed", **AS_QUICK_FOX))
    typed = ("Ada Zimmer", "Zoe Abbot", "Patel, Anjali", "Åsa Öberg", "Jan O’Brien", "Per Ødegård")
    members = [Member(name=name) for name in typed]
    members += [
        Member(name="Julian Lloyd Webber", player="jlw"),
        Member(name="Zora Zed", player="fox"),
    ]
    for member in members:
        give(AddEntry(event="names", division="A", members=(member,)))
    boards = tuple(HandPairing(one=one, two=one + 1) for one in (1, 3, 5, 7))
    give(SetUpRound(event="names", division="A", round=1, boards=boards))
    give(PublishRound(event="names", division="A", round=1))
    shown = [
        "Abbot, Zoe", "Lloyd Webber, Julian", "Öberg, Åsa", "O’Brien, Jan", "Ødegård, Per",
        "Patel, Anjali", "Quick Fox", "Zimmer, Ada",
    ]  # fmt: skip
    boss = signed_in("boss", operator=True)
    for path in ("/desk/names/paper/pairings-names/", "/events/names/A/pairings/names/"):
        assert _rows(boss.get(path)) == shown, path
    at_the_door = [name for name in shown if name != "Quick Fox"]
    with_names_as_entered = [*at_the_door[:-1], "Zed, Zora", "Zimmer, Ada"]
    assert _rows(boss.get("/desk/names/paper/roster/")) == with_names_as_entered
    edition = versioned_division("names", "A")
    assert edition is not None
    kept = (
        tables(DivisionReadModel(edition))["pairings-by-name.csv"].decode("utf-8-sig").splitlines()
    )
    families = [name.partition(",")[0] for name in shown]
    assert len(kept) == len(families) + 1
    assert all(name in line for name, line in zip(families, kept[1:], strict=True))


def _rows(answer: Any) -> list[str]:
    """Return the names at the heads of the rows of a list."""
    found = re.findall(r'<th scope="row">(.*?)</th>', source(answer), re.DOTALL)
    names = [re.sub(r"<span.*?</span>|<[^>]+>", "", unescape(one)).strip() for one in found]
    return [name for name in names if name]


def test_a_scorecard_is_filled_as_far_as_play_is_known(show: Show) -> None:
    publish(1, (1, 2), byes=(3,), absent=(4,))
    enter(1, 1, 423, 389)
    text = show("scorecards")
    ada = text.partition("#1 Ada")[2].partition("#2 Bea")[0]
    assert re.search(r"1 1 (1st|2nd)? ?2 Bea 1590 W 423 389 \+34 1–0 \+34 2 3", ada)
    assert re.search(r"1 bye W \+50 1–0 \+50", text.partition("#3 Cem")[2])


def test_who_has_withdrawn_gets_no_scorecard_but_stays_in_the_standings(show: Show) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)
    enter(1, 3, 410, 400)
    give(WithdrawEntry(event=SLUG, division="A", entry=4, from_round=2))
    publish(2, (1, 3), byes=(2,))
    assert "#4 Dov 1570" not in show("scorecards")
    assert "Dov #4 withdrawn" in show("standings", "?round=2")
    assert "withdrawn from round 2" in show("roster")


def test_who_withdrew_has_no_place_on_paper_on_pages_in_files_and_at_the_console(
    show: Show, client: Client, capsys: Any
) -> None:
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)
    enter(1, 3, 410, 400)
    for entry in (2, 4):
        give(WithdrawEntry(event=SLUG, division="A", entry=entry, from_round=2))
    publish(2, (1, 3))
    enter(2, 1, 400, 400)
    boss = signed_in("boss", operator=True)
    printed = source_at(boss, f"/desk/{SLUG}/paper/standings/?round=2")
    assert re.findall(r'<td class="num place">(.*?)</td>', printed) == ["1", "2", "", ""]
    for page in ("standings", "wallchart", "pairings", "results", "player/2"):
        assert "None" not in source_at(client, f"/events/{SLUG}/A/{page}/"), page
    assert "None" not in show("wallchart")
    call_command("standings", SLUG)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:4].strip() for line in lines[1:]] == ["1", "2", "", ""]
    assert [line.split()[-1] for line in lines[3:]] == ["withdrawn", "withdrawn"]
    edition = versioned_division(SLUG, "A")
    assert edition is not None
    kept = tables(DivisionReadModel(edition))["standings.csv"].decode("utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in kept] == ["Rank", "1", "2", "", ""]


def test_the_missing_slips_are_the_boards_without_a_result(show: Show) -> None:
    publish(1, (1, 2), (3, 4))
    assert "2 slips out" in show("missing")
    enter(1, 1, 423, 389)
    text = show("missing")
    assert "1 slip out" in text
    assert "Cem" in text
    assert "Ada" not in text
    enter(1, 3, 410, 400)
    assert "Every slip is in." in show("missing")


def test_standings_are_those_of_the_last_complete_round_unless_one_is_named(show: Show) -> None:
    assert "Entries before round 1" in show("standings")
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 423, 389)
    assert "Entries before round 1" in show("standings")
    assert "Standings in round 1, so far" in show("standings", "?round=1")
    enter(1, 3, 410, 400)
    assert "Standings after round 1" in show("standings")


def test_the_capped_column_on_paper_has_the_capped_spread(show: Show) -> None:
    overrides: dict[str, Any] = {"standings_spread_cap": [100]}
    give(ChangeRules(event=SLUG, division="A", overrides=overrides))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 500, 310)
    enter(1, 3, 410, 400)
    assert "1–0 +190 +100" in show("standings")


def test_the_wall_chart_has_a_column_for_every_planned_round(show: Show) -> None:
    publish(1, (1, 2), (3, 4))
    assert "Player 1 2 3 W–L" in show("wallchart")


def test_blank_paper_is_there_before_the_first_round(show: Show) -> None:
    assert show("blank-slips").count("Winner upper lower tie") == 4
    assert "Ada 1600" in show("blank-standings")


def test_a_closed_event_can_still_be_printed(show: Show) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    assert "Ada" in show("roster")


def test_each_division_is_a_part_of_its_own(show: Show) -> None:
    new_event("wide", divisions="AB")
    publish(1, (1, 2), (3, 4), slug="wide")
    both = show("pairings", slug="wide")
    assert "Wide · Division A" in both
    assert "Wide · Division B No round is published yet." in both
    assert "Division A" not in show("pairings", "?division=B", slug="wide")


@pytest.mark.parametrize("key", [key for key in KEYS if key not in FOR_THE_DIRECTOR_ALONE])
def test_what_hangs_in_the_hall_says_public_names(key: str) -> None:
    a_played_event("shy", players=5, rounds=2, open_games=1, registered=hidden_players())
    page = source_at(signed_in("boss", operator=True), f"/desk/shy/paper/{key}/")
    assert not any(name in page for name in HIDDEN)


def test_the_check_in_list_says_the_names_as_entered() -> None:
    a_played_event("shy", players=5, rounds=1, registered=hidden_players())
    page = source_at(signed_in("boss", operator=True), "/desk/shy/paper/roster/")
    assert "Undisclosed, Philomena" in page


@pytest.mark.parametrize("key", KEYS)
def test_a_large_event_costs_as_many_queries_as_four_players(key: str, spring: Tournament) -> None:
    publish(1, (1, 2), (3, 4))
    a_large_event(players=size(60, deep=300), rounds=3, open_games=5)
    client = signed_in("boss", operator=True)
    counts = []
    for slug in (SLUG, "grand"):
        client.get(f"/desk/{slug}/paper/{key}/")
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/desk/{slug}/paper/{key}/").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 13


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("localhost:8000", ""),
        ("127.0.0.1:8000", ""),
        ("192.168.1.5:8000", "192.168.1.5:8000/events/spring/"),
        ("localhostess.example", "localhostess.example/events/spring/"),
    ],
)
def test_paper_names_the_address_only_where_others_can_use_it(
    rf: Any, settings: Any, spring: Tournament, host: str, said: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    assert public_address(rf.get("/", headers={"host": host}), spring) == said


def test_every_print_template_belongs_to_a_document() -> None:
    room = "tournaments/printing"
    folder = Path(settings.BASE_DIR) / "templates" / room
    pages = {f"{room}/{path.name}" for path in folder.iterdir() if not path.name.startswith("_")}
    assert pages - {f"{room}/paper.html"} == {document.template for document in BY_KEY.values()}


def test_pairings_by_board_are_set_as_large_as_their_sheets_hold_them_and_alike_in_all_divisions(
    spring: Tournament,
) -> None:
    publish(1, (1, 2), (3, 4))
    boss = signed_in("boss", operator=True)
    few = source_at(boss, f"/desk/{SLUG}/paper/pairings/")
    assert 'class="fitted type-30' in few
    large = a_large_event("grand", players=120, rounds=1, open_games=60)
    give(CreateDivision(event="grand", name="B", planned_rounds=1))
    for name in ("Uma", "Vic"):
        give(AddEntry(event="grand", division="B", members=(Member(name=name),)))
    pair = (HandPairing(one=1, two=2),)
    give(SetUpRound(event="grand", division="B", round=1, boards=pair, confirmed=True))
    give(PublishRound(event="grand", division="B", round=1, confirmed=True))
    many = source_at(boss, f"/desk/{large}/paper/pairings/")
    [size] = set(re.findall(r'class="fitted type-(\d+)', many))
    # Read at two metres: capitals of 16 points are 4 mm high.
    assert 16 <= int(size) < 30
    boards = re.findall(r'<th scope="row" class="num board">(\d+)</th>', many)
    assert boards == [*(str(board) for board in range(1, 61)), "1"]


def test_pairings_by_board_say_when_and_where_they_were_changed(show: Show) -> None:
    publish(1, (1, 2), byes=(3, 4))
    give(SwapSeats(event=SLUG, division="A", round=1, one=2, two=3, confirmed=True))
    said = show("pairings")
    assert re.search(r"Division A · Changed \d\d:\d\d ", said)
    assert re.search(r"1 (Ada|Cem) #\d (Cem|Ada) #\d changed – Bea #2 bye", said)
