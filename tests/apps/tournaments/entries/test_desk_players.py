"""The players at the desk: check-in, a roster with its preview, and what is refused there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from core.journal.undo import says
from core.models import JournalEntry
from core.workbooks import write_workbook
from people.commands import AddPlayer
from people.models import Player
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    entries_of,
    give,
    hidden,
    publish,
    set_up,
    signed_in,
)
from tests.apps.tournaments.entries.desk_rosters import PLAYERS, ROSTER, accept, names, preview
from tests.pages import sound_words, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.check_in import CheckIn
from tournaments.event.commands.event import CreateEvent

pytestmark = pytest.mark.django_db

ALL = (1, 2, 3, 4)


def focused(answer: Any) -> str:
    """Return the tag that has the cursor."""
    tags = [tag for tag in re.findall(r"<[^>]+>", answer.content.decode()) if " autofocus" in tag]
    assert len(tags) == 1, tags
    return str(tags[0])


def tick(desk: Client, query: str = "", **sent: Any) -> Any:
    token = hidden(desk.get(PLAYERS).content)
    return desk.post(PLAYERS + query, {"token": token, **sent}, follow=True)


def quick(desk: Client, line: str) -> Any:
    token = hidden(desk.get(PLAYERS).content)
    return desk.post(ROSTER, {"token": token, "quick": "yes", "roster": line}, follow=True)


@pytest.mark.parametrize("address", [PLAYERS, ROSTER])
def test_only_the_director_comes_to_the_players(desk: Client, address: str) -> None:
    assert Client().get(address).status_code == 302
    assert signed_in("other").post(address).status_code == 403
    assert desk.get(address).status_code == 200
    assert desk.get(address.replace("division=A", "division=Z")).status_code == 404


def test_an_event_without_a_division_says_what_comes_first(desk: Client) -> None:
    give(CreateEvent(event="bare", name="Bare", director="dora"))
    page = desk.get(reverse("desk-players", kwargs={"slug": "bare"}))
    assert "No division yet" in sound_words(page)
    address = reverse("desk-roster", kwargs={"slug": "bare"})
    answer = desk.post(address, {"token": hidden(desk.get(address).content), "roster": "Ann Lee"})
    assert answer.status_code == 422
    said = "Give the roster a column Division, or make a division first."
    assert said in sound_words(answer)


def test_everybody_is_shown_with_where_he_stands(desk: Client) -> None:
    give(CheckIn(event=SLUG, division="A", here=(1,), not_here=(4,)))
    said = words_at(desk, PLAYERS)
    assert "1 here 1 not here 2 not ticked" in said
    assert "Check everybody in before you pair round 1: 2 to go." in said
    assert "Not ticked yet: #2 Bea, #3 Cem." in said


def test_a_tick_leads_to_the_next_who_is_not_ticked(desk: Client) -> None:
    answer = tick(desk, here="2")
    assert says(entries_of()[-1]) == "Check-in of division A: #2 Bea here"
    assert 'name="here" value="3"' in focused(answer)
    answer = tick(desk, not_here="4")
    assert 'name="here" value="1"' in focused(answer)


def test_everybody_else_is_here_means_those_whose_names_were_shown(desk: Client) -> None:
    tick(desk, not_here="4")
    answer = tick(desk, here="1,2,3")
    said = sound_words(answer)
    assert "3 here 1 not here" in said
    assert "All ticked: 3 here, 1 not. Pair round 1" in said
    assert "Everybody else" not in said


def test_a_search_finds_by_the_start_of_a_name_or_by_number(desk: Client) -> None:
    answer = desk.get(PLAYERS + "&q=be")
    assert 'value="2"' in focused(answer)
    assert "Cem" not in sound_words(answer).split("Who is here")[1].split("Everybody else")[0]
    assert 'value="3"' in focused(desk.get(PLAYERS + "&q=3"))
    assert "Nobody here is called “zz”." in words_at(desk, PLAYERS + "&q=zz")
    assert 'id="door-find"' in focused(tick(desk, "&q=be", here="2"))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"here": "9"}, "The list has changed in the meantime; check it again."),
        ({"here": "x"}, "Give the keys of entries."),
        ({"here": "1,"}, "Give the keys of entries."),
        ({}, "This would change nothing."),
    ],
)
def test_a_tick_that_means_nobody_is_refused(desk: Client, sent: Any, said: str) -> None:
    before = len(entries_of())
    answer = tick(desk, **sent)
    assert answer.status_code == 422
    assert said in sound_words(answer)
    assert len(entries_of()) == before


def test_who_has_a_seat_in_the_draft_is_asked_about_first(desk: Client) -> None:
    set_up(1, (1, 2), (3, 4))
    asked = tick(desk, not_here="4")
    assert asked.status_code == 422
    assert "#4 Dov has a seat in the draft of round 1" in sound_words(asked)
    sent = {name: hidden(asked.content, name) for name in ("token", "confirmed", "not_here")}
    done = desk.post(PLAYERS, sent, follow=True)
    assert "1 not here" in sound_words(done)


def test_the_page_says_when_a_draft_has_no_seat_for_somebody(desk: Client) -> None:
    set_up(1, (1, 2))
    said = sound_words(tick(desk, here="1,2,3,4"))
    assert "The draft of round 1 has no seat for #3, #4: pair it again." in said
    set_up(1, (1, 2), (3, 4))
    assert "Round 1 is set up and can be published." in words_at(desk, PLAYERS)


def test_after_round_1_who_was_missing_arrives_late(desk: Client) -> None:
    give(CheckIn(event=SLUG, division="A", here=(1, 2), not_here=(3, 4)))
    publish(1, (1, 2))
    page = desk.get(PLAYERS)
    assert "Late players play from round 2 on" in sound_words(page)
    assert 'name="here"' not in page.content.decode()
    address = reverse("desk-arrive-late", kwargs={"slug": SLUG}) + "?division=A&entry=4"
    assert address.replace("&", "&amp;") in page.content.decode()
    form = desk.get(address)
    assert "#3 Cem" in sound_words(form)
    assert "#1 Ada" not in sound_words(form)
    sent = {"token": hidden(form.content), "entry": 4, "from_round": 2}
    done = desk.post(address, sent, follow=True)
    assert done.redirect_chain[-1][0] == PLAYERS
    assert "3 here 1 not here" in sound_words(done)
    assert "Withdraw" in sound_words(done)


def test_a_closed_event_is_only_shown(desk: Client) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    page = desk.get(PLAYERS)
    assert "The event is closed." in sound_words(page)
    assert 'class="door-acts"' not in page.content.decode()


def test_a_typed_line_is_entered_at_once_and_the_cursor_stays(desk: Client) -> None:
    answer = quick(desk, "Eve Esk, 1610, 17")
    assert names()[-1] == "Eve Esk"
    assert says(entries_of()[-1]) == "Roster of division A: 1 entry added (Eve Esk)"
    assert 'id="door-quick"' in focused(answer)
    entry = division().entries.get(name="Eve Esk")
    assert (entry.number, entry.rating, entry.association_number) == (1, 1610, "17")


def test_a_typed_line_of_a_known_number_and_name_is_matched_at_once(desk: Client) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk", association_number="17"))
    quick(desk, "Esk, Eve, 1500, 17")
    assert division().entries.get(name="Esk, Eve").members.get().player == "eve"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Bea", "Bea: choose who this is. Same name: #2 Bea."),
        ("Eve, 15oo", "A rating is a whole number from 0 to 9999, not '15oo'."),
        ("Known Person", "The register has one person of this name."),
        ("Wrong Name, 1500, 99", "Known Person (number 99, known)"),
    ],
)
def test_a_typed_line_that_leaves_something_open_is_shown_first(
    desk: Client, line: str, said: str
) -> None:
    number = {"association_number": "99"}
    give(AddPlayer(key="known", given_name="Known", family_name="Person", **number))
    before = len(entries_of())
    answer = quick(desk, line)
    assert said in sound_words(answer)
    assert len(entries_of()) == before


def test_an_empty_line_is_refused_and_nothing_is_lost(desk: Client) -> None:
    assert "The roster is empty" in sound_words(quick(desk, "  "))


def test_a_roster_is_previewed_and_entered_in_one_command(desk: Client) -> None:
    before = len(entries_of())
    shown = preview(desk, "Name,Rating,Number,Lunch\nEve Esk,1500,17,soup\n\nFay Fox,,,\n")
    said = sound_words(shown)
    assert "Read as: name, rating, number, (not read). Ignored: Lunch." in said
    assert "Eve Esk rating 1500 number 17 New person" in said
    assert len(entries_of()) == before
    assert "<button autofocus>" in shown.content.decode()
    done = accept(desk, shown)
    assert done.redirect_chain[-1][0] == PLAYERS + "&focus=quick"
    assert [entry.command for entry in entries_of()[before:]] == ["roster.added"]
    assert names()[4:] == ["Eve Esk", "Fay Fox"]
    assert not Player.objects.exists()


def test_a_roster_sent_twice_is_entered_once(desk: Client) -> None:
    shown = preview(desk, "Eve Esk\nFay Fox")
    accept(desk, shown, add_to_register="on")
    done = accept(desk, shown, add_to_register="on")
    assert "It was sent twice but done only once." in sound_words(done)
    assert names()[4:] == ["Eve Esk", "Fay Fox"]
    assert Player.objects.count() == 2


def test_new_people_go_into_the_register_under_keys_that_nobody_made_up(desk: Client) -> None:
    give(AddPlayer(key="fay-fox", given_name="Fay", family_name="Fox"))
    text = "Last;First;Number\nEsk;Eve;17\nFox;Fay;"
    shown = preview(desk, text)
    assert 'value="player:fay-fox" selected' in shown.content.decode()
    accept(desk, shown, add_to_register="on", who_3="new")
    made = Player.objects.order_by("pk").values_list("key", "given_name", "association_number")
    assert list(made)[1:] == [("eve-esk", "Eve", "17"), ("fay-fox-2", "Fay", "")]
    members = division().entries.filter(key__gte=5).values_list("members__player", flat=True)
    assert sorted(members) == ["eve-esk", "fay-fox-2"]


def test_a_roster_that_is_refused_leaves_nobody_in_the_register(desk: Client) -> None:
    publish(1, (1, 2), (3, 4))
    asked = accept(desk, preview(desk, "Eve Esk"), add_to_register="on")
    assert "Before you confirm: Some rounds are already published" in sound_words(asked)
    assert not Player.objects.exists()
    accept(desk, asked, add_to_register="on")
    assert names()[4:] == ["Eve Esk"]
    assert Player.objects.get().key == "eve-esk"


def test_a_name_alone_is_merged_with_nobody(desk: Client) -> None:
    for key, number in (("eve-1", "17"), ("eve-2", "18")):
        give(AddPlayer(key=key, given_name="Eve", family_name="Esk", association_number=number))
    shown = preview(desk, "Eve Esk, 1500")
    assert "Eve Esk (number 17, eve-1) Eve Esk (number 18, eve-2)" in sound_words(shown)
    assert "<select" in focused(shown)
    refused = accept(desk, shown, who_1="")
    assert refused.status_code == 422
    assert names()[4:] == []
    accept(desk, shown, who_1="player:eve-2")
    entry = division().entries.get(name="Eve Esk")
    assert entry.members.get().player == "eve-2"
    assert entry.association_number == "", "the register's number stays there"


def test_a_number_proposes_the_player_who_can_still_be_declined(desk: Client) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk", association_number="17"))
    shown = preview(desk, "Eva Eske, 1500, 17")
    assert 'value="player:eve" selected' in shown.content.decode()
    both = accept(desk, shown, who_1="new", add_to_register="on")
    assert "The register has number 17 for Eve Esk; choose that player." in sound_words(both)
    accept(desk, shown, who_1="new")
    assert division().entries.get(name="Eva Eske").members.get().player == ""


def test_one_player_is_not_chosen_for_two_lines(desk: Client) -> None:
    give(AddPlayer(key="eve", given_name="Eve", family_name="Esk"))
    shown = preview(desk, "Eve Esk\nEsk, Eve")
    twice = accept(desk, shown, who_1="player:eve", who_2="player:eve")
    assert "Line 1 already has player eve." in sound_words(twice)
    accept(desk, shown, who_1="player:eve", who_2="skip")
    assert names()[4:] == ["Eve Esk"]


def test_wrong_lines_are_mended_where_they_stand_and_nothing_typed_is_lost(desk: Client) -> None:
    shown = preview(desk, "Eve Esk, 15oo, 17\nFay Fox, 1400, 18\nGil Gray, 1300, 18")
    said = sound_words(shown)
    assert shown.status_code == 422
    assert "2 of 3 lines need you first." in said
    assert "A rating is a whole number from 0 to 9999, not '15oo'." in said
    assert "Gil Gray is already in line 2 (number 18). Empty the line to leave it out." in said
    assert 'value="Eve Esk, 15oo, 17"' in focused(shown)
    again = accept(desk, shown, line_1="Eve Esk, 1500, 17", line_3="")
    assert again.status_code == 200
    assert names()[4:] == []
    accept(desk, again)
    assert names()[4:] == ["Eve Esk", "Fay Fox"]


def test_a_workbook_is_previewed_as_a_roster_in_text_is(desk: Client) -> None:
    rows = [("Eve Esk", 1500, "17"), ("Fay Fox", None, "")]
    data = write_workbook(("Name", "Rating", "Number"), rows)
    shown = preview(desk, file=SimpleUploadedFile("roster.xlsx", data))
    assert "Enter 2 players" in sound_words(shown)
    accept(desk, shown)
    assert names()[4:] == ["Eve Esk", "Fay Fox"]


def test_what_was_changed_after_the_preview_is_previewed_again(desk: Client) -> None:
    shown = preview(desk, "Eve Esk, 15oo")
    changed = {"token": hidden(shown.content), "checked": hidden(shown.content, "checked")}
    changed |= {"roster": "Fay Fox\r\nEve Esk", "line_1": "Eve Esk, 1500"}
    again = desk.post(ROSTER, changed)
    assert "Enter 2 players" in sound_words(again)
    assert names()[4:] == []
    accept(desk, again)
    assert names()[4:] == ["Fay Fox", "Eve Esk"]


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        ("", "The roster is empty. Type or paste a line for each player."),
        ("Ada\0", "Null characters are not allowed."),
        ("P\n" * 2000, "A roster can have at most 500 lines at once; this one has 2000."),
        ("x" * 1_100_000, "A roster can have at most 1 MB."),
        ("=cmd(),1500", "'=cmd()' looks like a formula; give its value."),
        ("N" * 61, "A name can have at most 60 characters; this one has 61."),
        ("Name,Key\nEve,nobody", "The register has no player nobody."),
        ("Eve,1500,17\nEvelyn,1400,17", "Evelyn is already in line 1 (number 17)."),
    ],
)
def test_bad_input_is_refused_in_one_sentence_and_changes_nothing(
    desk: Client, roster: str, said: str
) -> None:
    before = JournalEntry.objects.count()
    answer = preview(desk, roster)
    assert answer.status_code == 422
    assert said in sound_words(answer)
    assert JournalEntry.objects.count() == before


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR",
            "This is not a text file, whatever its name says",
        ),
        (
            b"PK\x03\x04xlsx",
            "This workbook cannot be read; save its sheet as CSV and send that.",
        ),
        (b"\xd0\xcf\x11\xe0xls", "This is a workbook; save its sheet as CSV and send that."),
        (b"x" * (10 * 2**20), "A roster can have at most 1 MB."),
    ],
)
def test_a_file_that_is_no_roster_is_refused(desk: Client, data: bytes, said: str) -> None:
    answer = preview(desk, file=SimpleUploadedFile("roster.csv", data))
    assert answer.status_code == 422
    assert said in sound_words(answer)


def test_a_paste_of_ten_megabytes_is_refused_before_it_is_read(desk: Client) -> None:
    before = JournalEntry.objects.count()
    answer = desk.post(ROSTER, {"roster": "x" * (10 * 2**20)})
    assert answer.status_code == 400
    assert "You sent too much at once" in sound_words(answer)
    assert JournalEntry.objects.count() == before


def test_a_file_in_any_encoding_is_previewed_and_entered(desk: Client) -> None:
    data = "Name;Rating\r\nZoë Müller;1500\r\n".encode("utf-16")
    accept(desk, preview(desk, file=SimpleUploadedFile("roster.csv", data)))
    assert names()[4:] == ["Zoë Müller"]


def test_a_roster_as_long_as_may_be_is_sent_back_whole(desk: Client) -> None:
    called = [f"{chr(65 + number // 26)}{chr(97 + number % 26)}" for number in range(500)]
    text = "\n".join(f"Player {name}, , {line}" for line, name in enumerate(called, 1))
    accept(desk, preview(desk, text), add_to_register="on")
    assert division().entries.count() == 504
    assert Player.objects.count() == 500
