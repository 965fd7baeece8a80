"""A roster at the desk: for a whole event, from a tsh file, and with people of the register."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.undo import RestoreTo
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    entries_of,
    give,
    hidden,
    publish,
    signed_in,
)
from tests.apps.tournaments.entries.desk_rosters import PLAYERS, accept, names, preview
from tests.pages import sound_words, source_at, words_at
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.tsh import write_tsh
from tournaments.models import Division
from tournaments.rounds.commands.pairing_rules import ChangePairingRules

pytestmark = pytest.mark.django_db

BARE = reverse("desk-roster", kwargs={"slug": "bare"})
WHOLE = "Name\tRating\tDivision\nEve Esk\t1500\tB\nFox, Fay\t1400\tdivision a\nGus\t\tB\n"


def bare_event() -> None:
    """Make an event without a division."""
    give(CreateEvent(event="bare", name="Bare", director="dora"))


def test_only_the_director_pastes_the_roster_of_an_event_without_divisions(desk: Client) -> None:
    bare_event()
    assert Client().post(BARE).status_code == 302
    assert signed_in("other").post(BARE).status_code == 403
    assert desk.get(BARE).status_code == 200


@pytest.mark.parametrize("line", ["Eve Esk 1500", "Esk, Eve", "eve ésk, 1500, 17"])
def test_the_only_person_of_a_name_is_chosen_until_somebody_chooses_another(
    desk: Client, line: str
) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk"))
    shown = preview(desk, line)
    assert 'value="player:eve" selected' in shown.content.decode()
    assert "The register has one person of this name." in sound_words(shown)
    accept(desk, shown)
    entry = division().entries.order_by("-key")[0]
    assert entry.members.get().player == "eve"
    assert entry.shown_name in words_at(desk, PLAYERS)


@pytest.mark.parametrize(
    ("line", "why"),
    [("Eve Esk, 1500, 18", "another number"), ("Bea", "a namesake who is entered")],
)
def test_nobody_is_chosen_where_something_speaks_against_it(
    desk: Client, line: str, why: str
) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk", association_number="17"))
    give(AddPlayer(key="bea", given_name="Bea"))
    shown = preview(desk, line)
    assert shown.status_code == 422, why
    assert "choose who this is." in sound_words(shown)


def test_a_division_that_a_roster_makes_does_not_claim_prizes_that_the_other_has(
    desk: Client,
) -> None:
    give(ChangePairingRules(event=SLUG, division="A", places=3, gibson_pairs_out=False))
    said = sound_words(preview(desk, WHOLE))
    assert "as division A, but prizes and Gibsons of the rule set" in said


def test_a_column_of_divisions_fills_and_makes_them_and_the_preview_says_so_first(
    desk: Client,
) -> None:
    give(ChangeRules(event=SLUG, division="A", planned_rounds=5, overrides={"bye_spread": 75}))
    before = len(entries_of())
    shown = preview(desk, WHOLE)
    said = sound_words(shown)
    assert "Division B : 2 players new, 5 rounds, as division A" in said
    assert "Division A : 1 player" in said
    assert len(entries_of()) == before
    done = accept(desk, shown)
    made = Division.objects.get(name="B")
    assert (made.planned_rounds, made.overrides) == (5, {"bye_spread": 75})
    assert [entry.shown_name for entry in made.entries.all()] == ["Eve Esk", "Gus"]
    assert division().entries.filter(name="Fox, Fay").exists()
    codes = ["division.created", "roster.added", "roster.added"]
    assert [entry.command for entry in entries_of()[before:]] == codes
    assert "Division B made: 5 rounds" in sound_words(done)
    assert "Roster of division B: 2 entries added (Eve Esk, Gus)" in sound_words(done)


def test_a_roster_of_several_divisions_sent_twice_is_entered_once(desk: Client) -> None:
    shown = preview(desk, WHOLE)
    accept(desk, shown)
    before = len(entries_of())
    assert "It was sent twice but done only once." in sound_words(accept(desk, shown))
    assert len(entries_of()) == before


def test_a_roster_of_several_divisions_is_taken_back_with_the_divisions_it_made(
    desk: Client,
) -> None:
    before = len(entries_of())
    accept(desk, preview(desk, WHOLE))
    give(RestoreTo(journal=f"event:{SLUG}", seq=before))
    assert [one.name for one in Division.objects.all()] == ["A"]
    assert names() == ["Ada", "Bea", "Cem", "Dov"]


@pytest.mark.parametrize("published", ["first", "last"])
def test_a_roster_of_several_divisions_is_entered_whole_or_not_at_all(
    desk: Client, published: str
) -> None:
    publish(1, (1, 2), (3, 4))
    before = len(entries_of())
    lines = ["Hal;1300;A", "Eve;1500;B"]
    lines = lines if published == "first" else lines[::-1]
    asked = accept(desk, preview(desk, "\n".join(["Name;Rating;Division", *lines])))
    assert asked.status_code == 422
    assert "Before you confirm: Some rounds " in sound_words(asked)
    assert not re.search(r"Log \d+:", sound_words(asked)), "it says that something was done"
    assert "made: " not in sound_words(asked)
    assert len(entries_of()) == before
    done = sound_words(accept(desk, asked))
    assert len(entries_of()) == before + 3
    places = [done.index(f"Log {before + 1 + more}") for more in range(3)]
    assert places == sorted(places), "what was done is said in its order"


def test_an_event_without_divisions_gets_them_from_the_roster(desk: Client) -> None:
    bare_event()
    text = "Name,Div\nAnn Lee,A\nBo Moss,B"
    shown = desk.post(BARE, {"token": hidden(desk.get(BARE).content), "roster": text})
    assert "Division A : 1 player new, 7 rounds" in sound_words(shown)
    kept = {name: hidden(shown.content, name) for name in ("token", "checked")}
    desk.post(BARE, {**kept, "roster": text})
    made = Division.objects.filter(tournament__slug="bare").order_by("position")
    assert [one.name for one in made] == ["A", "B"]


@pytest.mark.parametrize("cell", ["B/2", "x" * 31, "<b>"])
def test_a_cell_that_can_be_no_division_is_refused_where_it_stands(desk: Client, cell: str) -> None:
    shown = preview(desk, f"Name;Division\nEve Esk;{cell}")
    assert shown.status_code == 422
    assert "cannot be the name of a division" in sound_words(shown)
    assert Division.objects.count() == 1


def test_a_tsh_file_gives_its_players_and_says_once_that_its_games_stay_out(desk: Client) -> None:
    text = "Esk, Eve  1500 2 0; 400 50; p12 1 0\nFox, Fay:AA000123  1400 1 0; 380 -50; class B\n"
    shown = preview(desk, text)
    said = sound_words(shown)
    assert said.count("opponents and scores in 2 lines are left out") == 1
    assert "Fay Fox rating 1400 number AA000123 class B" in said
    accept(desk, shown)
    assert names()[4:] == ["Esk, Eve", "Fox, Fay"]


def test_the_overview_leads_to_the_roster_while_nobody_is_entered(desk: Client) -> None:
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))
    page = source_at(desk, reverse("desk-event", kwargs={"slug": SLUG}))
    address = reverse("desk-roster", kwargs={"slug": SLUG}) + "?division=B"
    assert re.search(rf'href="{re.escape(address)}"[^>]*>Add entries', page)


def _sent_as_tsh(*, public: bool) -> str:
    event = division().tournament
    return "".join(map(bytes.decode, write_tsh(tsh_content(event, public=public)).values()))


def test_the_number_of_the_register_stays_there_and_in_what_is_sent_with_numbers(
    desk: Client,
) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk", association_number="AA000017"))
    give(AddPlayer(key="fay", given_name="Fay", family_name="Fox", association_number="IE 1;7"))
    accept(desk, preview(desk, "Eve Esk 1500\nFay Fox 1400"))
    entry = division().entries.get(members__player="eve")
    assert entry.association_number == ""
    change = reverse("desk-change-entry", kwargs={"slug": SLUG})
    page = desk.get(f"{change}?division=A&entry={entry.number}").text
    assert "AA000017" not in page
    assert "Eve Esk:AA000017" in _sent_as_tsh(public=False)
    assert "Fay Fox:" not in _sent_as_tsh(public=False), "tsh cannot write such a number"
    assert "AA000017" not in _sent_as_tsh(public=True)


def test_who_is_entered_by_number_is_not_entered_again_by_name(desk: Client) -> None:
    give(
        AddEntry(
            event=SLUG,
            division="A",
            members=(Member(name="E. Esk"),),
            rating=1,
            association_number="AA000017",
        )
    )
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk", association_number="AA000017"))
    shown = preview(desk, "Eve Esk 1500")
    assert shown.status_code == 422
    assert "Eve Esk is already entered, as " in sound_words(shown)


def test_two_lines_do_not_share_a_number_that_only_the_register_has(desk: Client) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk", association_number="AA000017"))
    token = {"who_1": "new", "who_2": "player:eve"}
    shown = preview(desk, "Eve E, 1400, AA000017\nEve Esk, 1500", **token)
    assert shown.status_code == 422
    assert "Line 1 already has this player's number." in sound_words(shown)


def test_a_name_with_digits_is_asked_about_by_its_line_and_taken_once_it_is_meant(
    desk: Client,
) -> None:
    shown = preview(desk, "1. Dr. Alice Wong (1520)\nPlayer 7, 1400\nBea Orr, 15oo")
    assert "Line 2: the name 'Player 7' contains digits." in sound_words(shown)
    assert "The name is right: enter it as it is" in sound_words(shown)
    assert accept(desk, shown).status_code == 422
    assert len(names()) == 4
    shown = accept(desk, shown, meant_2="Player 7")
    assert hidden(shown.content, "meant_2") == "Player 7"
    shown = accept(desk, shown, meant_2="Player 7", line_3="Bea Orr, 1500")
    accept(desk, shown, meant_2="Player 7")
    assert names()[4:] == ["Dr. Alice Wong", "Player 7", "Bea Orr"]


def test_a_name_with_digits_is_corrected_in_its_line(desk: Client) -> None:
    shown = accept(desk, preview(desk, "Karen White 13661"), line_1="Karen White 1366")
    accept(desk, shown)
    assert names()[4:] == ["Karen White"]


def test_one_tick_says_that_all_names_with_digits_are_right(desk: Client) -> None:
    shown = preview(desk, "Player 7, 1400\nPlayer 8, 1300")
    assert "The names are right: enter all 2 with their digits" in sound_words(shown)
    asked = {name: hidden(shown.content, name) for name in ("odd_1", "odd_2")}
    changed = accept(desk, shown, **asked, meant_all="1", line_2="Player 9, 1300")
    assert "Line 2: the name 'Player 9' contains digits." in sound_words(changed)
    accept(desk, shown, **asked, meant_all="1")
    assert names()[4:] == ["Player 7", "Player 8"]
