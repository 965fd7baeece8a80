"""Rating lists at the desk: staff make and change them, import, match, choose, and take back.

Who may come to which page is walked in test_desk_access.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.journal.undo import says
from desk.pages import CommandPage
from people.commands import AddPlayer
from ratings.desk.pages import PAGES
from ratings.models import EventChoice, ImportedRating, ListImport, NameMatch, RatingList
from tests.apps.ratings.desk.list_pages import (
    TEXT,
    accept,
    address,
    look,
    look_at_file,
    send,
)
from tests.apps.ratings.list_cases import a_list, a_register, do, entries, line, meant, take_in
from tests.apps.tournaments.desk_events import hidden, new_event, signed_in
from tests.pages import source, words, words_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    a_register()
    a_list()
    return signed_in("dora", operator=True)


def test_a_list_is_made_under_a_key_of_its_name(desk: Client) -> None:
    where = reverse("desk-add-list")
    sent = {"name": "Club Ratings 2026", "system": "naspa", "provisional_games": 50}
    sent |= {"expires_after_days": 0, "is_public": "on", "token": hidden(desk.get(where).content)}
    for _ in range(2):
        assert desk.post(where, sent)["Location"] == address("list", "club-ratings-2026")
    row = RatingList.objects.get(key="club-ratings-2026")
    assert (row.system, row.provisional_games, row.is_public) == ("naspa", 50, True)
    assert "naspa" in row.counts
    again = desk.post(where, {**sent, "token": "x"})
    assert "A rating list club-ratings-2026 already exists." in words(again)
    assert 'value="Club Ratings 2026"' in source(again)


def test_a_list_is_offered_no_system_that_rates_single_events(desk: Client) -> None:
    a_list("club", system="naspa")
    for page in (reverse("desk-add-list"), address("change-list", "club")):
        fields = desk.get(page).context["form"].fields
        systems = {key for key, _ in fields["system"].choices}
        assert {"", "naspa", "coco"} <= systems
        assert not [key for key in systems if key.endswith("-lct")]
        assert "naspa-lct" in {key for key, _ in fields["counts"].choices}


def test_a_list_says_that_a_later_form_counts_with_the_first_and_offers_no_box_for_it(
    desk: Client,
) -> None:
    a_list("club", system="naspa")
    shown = words_at(desk, address("list", "club"))
    assert "divisions rated by NASPA since 2009; " in shown
    assert "; NASPA since 2024" in shown
    boxes = dict(desk.get(address("change-list", "club")).context["form"].fields["counts"].choices)
    assert "naspa2024" not in boxes
    assert boxes["naspa"].startswith("NASPA since 2009 and NASPA since 2024")


def test_only_what_is_changed_of_a_list_is_recorded(desk: Client) -> None:
    held = {"name": "North", "provisional_games": 0, "expires_after_days": 0, "is_public": "on"}
    answer = send(desk, "change-list", held | {"name": "Far North", "counts_from": "2026-01-01"})
    assert answer["Location"] == address("list")
    assert entries()[-1].payload == {
        **dict.fromkeys(entries()[-1].payload),
        "rating_list": "north",
        "name": "Far North",
        "counts_from": "2026-01-01",
    }
    send(desk, "change-list", held | {"name": "Far North"})
    assert says(entries()[-1]) == "First day that counts: none"
    send(desk, "change-list", {**held, "name": "Far North", "is_public": ""})
    assert says(entries()[-1]) == "The list is now hidden from the public"


def test_nothing_is_stored_before_the_report_was_seen(desk: Client) -> None:
    shown = look(desk)
    page = source(shown)
    assert shown.status_code == 200
    assert "Nothing is stored yet" in page
    assert "2 <span" in page.split("In the register</dt><dd>")[1][:10]
    assert "Stranger" in page.split("Unmatched names")[1]
    assert not ListImport.objects.exists()
    done = accept(desk, shown)
    assert "List of" in words(done)
    assert meant() == {"Ann Smith": "ann", "Bea Lee": "bea", "Stranger": ""}


def test_an_import_sent_twice_is_done_once(desk: Client) -> None:
    shown = look(desk)
    accept(desk, shown)
    assert "It was sent twice but done only once." in words(accept(desk, shown))
    assert ListImport.objects.count() == 1


@pytest.mark.parametrize(
    "more", [{"text": TEXT + "\nEve,1000,1"}, {"effective_on": "2026-01-01"}, {"format": "tsh"}]
)
def test_what_was_not_looked_at_is_shown_and_not_stored(desk: Client, more: dict[str, Any]) -> None:
    accept(desk, look(desk), **more)
    assert not ListImport.objects.exists()


def test_a_file_comes_back_as_its_lines_and_keeps_its_name(desk: Client) -> None:
    data = "Name;Rating\r\nCem Öz;1500\r\n".encode("latin-1")
    shown = look_at_file(desk, data, "öst.csv")
    assert "Name;Rating\nCem Öz;1500\n</textarea>" in source(shown)
    accept(desk, shown, "Name;Rating\r\nCem Öz;1500\r\n", effective_on="")
    held = ListImport.objects.get()
    assert (held.file_name, held.format) == ("öst.csv", "csv")
    assert meant() == {"Cem Öz": "cem"}


def test_the_day_is_the_one_typed_or_that_of_the_file(desk: Client) -> None:
    text = "Open\n2026-02-17\nSection A\nNAME RECORD SPREAD OLD NEW DEV\n"
    text += "Ann Smith  3.0-0.0  120  1500  1520  80.0"
    accept(desk, look(desk, text), text)
    day = {"effective_on": "2026-03-01"}
    accept(desk, look(desk, text, **day), text, **day)
    days = ListImport.objects.values_list("effective_on", flat=True)
    assert [str(one) for one in days] == ["2026-02-17", "2026-03-01"]


def test_a_result_file_of_one_event_is_said_to_take_the_place_of_the_whole_list(
    desk: Client,
) -> None:
    accept(desk, look(desk))
    text = "Open\n2099-02-17\nSection A\nNAME RECORD SPREAD OLD NEW DEV\n"
    text += "Ann Smith  3.0-0.0  120  1500  1520  80.0"
    odd = words(look(desk, text)).split("Remarks")[1]
    assert "This file has 1 player; the list has 3. The others will no longer be in it" in odd
    assert ListImport.objects.count() == 1


def test_what_the_command_refuses_is_said_on_the_report(desk: Client) -> None:
    day = {"effective_on": "1900-01-01"}
    answer = accept(desk, look(desk, **day), **day)
    assert answer.status_code == 422
    assert "The date 1900-01-01 is too early, or in the future." in words(answer)
    assert "Ann Smith,1643,320" in words(answer)
    assert not ListImport.objects.exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name,Rating\nAnn,abc", "Line 2: A rating is a whole number"),
        ("", "The list is empty"),
        ("Name,Wertung\nAnn,1", "Line 1 has no column for the rating."),
    ],
)
def test_a_list_with_faults_is_refused_and_comes_back_to_be_mended(
    desk: Client, text: str, said: str
) -> None:
    answer = look(desk, text, effective_on="2026-03-01")
    assert answer.status_code == 422
    assert said in words(answer)
    assert text in source(answer)
    assert 'value="2026-03-01"' in source(answer)
    assert not ListImport.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR",
            "This is not a text file, whatever its name says",
        ),
        (b"PK\x03\x04" + b"x" * 40, "This is a workbook; save its sheet as CSV"),
        (b"x" * (2 * 1024 * 1024 + 1), "A list can have at most 2 MB."),
    ],
)
def test_a_file_that_is_no_list_is_refused_at_its_field(
    desk: Client, data: bytes, said: str
) -> None:
    answer = look_at_file(desk, data)
    assert answer.status_code == 422
    assert said in words(answer)


def test_a_hostile_name_is_shown_as_text(desk: Client) -> None:
    shown = look(desk, "Name,Rating\n<script>alert(1)</script>,1500")
    assert b"<script>alert" not in shown.content
    accept(desk, shown, "Name,Rating\n<script>alert(1)</script>,1500")
    assert b"<script>alert" not in desk.get(address("unmatched")).content


def test_an_unmatched_name_has_a_form_with_who_comes_near(desk: Client) -> None:
    take_in(line(1, "Smyth, Ann"), line(2, "Dov Katz"), line(3, "Zz"))
    page = words_at(desk, address("unmatched"))
    assert page.index("Smyth, Ann") < page.index("Ann Smith (number 17, ann)")
    assert "2 players in the register have this name." in page
    sent = {"name": "Smyth, Ann", "player": "ann", "then": address("unmatched")}
    answer = desk.post(address("match-name"), sent, follow=True)
    assert answer.redirect_chain[-1][0] == address("unmatched")
    assert "Smyth, Ann on the list is ann" in words(answer)
    assert "Ann Smith (number 17, ann)" not in source(answer)
    desk.post(address("match-name"), {"name": "Zz", "nobody": "on", "player": "bea"})
    assert meant() == {"Smyth, Ann": "ann", "Dov Katz": "", "Zz": ""}
    assert NameMatch.objects.get(name="Zz").player == ""
    assert "Zz is nobody in the register" not in source(desk.get(address("unmatched")))


def test_a_number_that_the_register_has_by_now_is_found_by_looking_again(desk: Client) -> None:
    more = {"deviation": 61.5, "games": 40, "expires_on": date(2027, 1, 1)}
    take_in(line(2, "Fay Fox", 1432, association_number="X9", **more), line(5, "Zz"))
    assert "Match again" not in source(desk.get(address("unmatched")))
    do(AddPlayer(key="fay", given_name="Fay", family_name="Fox", association_number="x9"))
    page = source(desk.get(address("unmatched")))
    assert "line 2. The register now has this number." in page
    assert "not clear" not in page
    sent = {"token": hidden(page.encode()), "then": address("unmatched")}
    desk.post(address("match-again"), sent)
    shown = source(desk.post(address("match-again"), sent, follow=True))
    assert "It was sent twice but done only once." in shown
    assert "Match again" not in shown
    assert meant() == {"Fay Fox": "fay", "Zz": ""}
    first, second = ListImport.objects.order_by("number")
    told = ("line", "name", "rating", "association_number", "deviation", "games", "expires_on")
    assert list(first.rows.values(*told)) == list(second.rows.values(*told))
    assert (second.effective_on, second.format) == (first.effective_on, first.format)


def test_looking_again_where_nothing_is_new_imports_nothing(desk: Client) -> None:
    for imports in (0, 1):
        answer = send(desk, "match-again", {})
        assert answer.status_code == 422
        assert "The register has no number of an unmatched line." in words(answer)
        assert ListImport.objects.count() == imports
        take_in(line(1, "Zz", association_number="X9"))


@pytest.mark.parametrize(
    ("who", "player"),
    [("dov-2", "dov-2"), ("17", "ann"), ("lee, bea", "bea"), ("oz cem", "cem")],
)
def test_a_player_is_named_by_key_number_or_name(desk: Client, who: str, player: str) -> None:
    take_in(line(1, "Zz"))
    send(desk, "match-name", {"player": who}, "?name=Zz")
    send(desk, "match-name", {"name": "Zz", "player": who})
    assert meant() == {"Zz": player}


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("", "Choose the player, or nobody in the register."),
        (
            "Dov Katz",
            "2 players are called Dov Katz: Dov Katz (dov-1); Dov Katz (dov-2). Give the key.",
        ),
        ("Eve", "No player in the register has the key, number or name Eve."),
    ],
)
def test_who_is_meant_must_be_one_player(desk: Client, who: str, said: str) -> None:
    take_in(line(1, "Zz"))
    answer = send(desk, "match-name", {"name": "Zz", "player": who})
    assert answer.status_code == 422
    assert said in words(answer)
    assert 'value="Zz"' in source(answer)
    assert not NameMatch.objects.exists()


def test_a_division_is_chosen_for_a_list_and_left_to_the_rule_again(desk: Client) -> None:
    new_event()
    a_list("club", system="naspa")
    where = address("choose-event", "club", "?event=spring/A")
    page = desk.get(where)
    assert '<option value="spring/A" selected>' in source(page)
    for way, counts in (("yes", [True]), ("no", [False]), ("rule", [])):
        answer = desk.post(where, {"event": "spring/A", "counts": way})
        assert answer["Location"] == address("list", "club")
        assert list(EventChoice.objects.values_list("counts", flat=True)) == counts
    assert [says(entry) for entry in entries("club")[1:]] == [
        "spring/A: counts, whatever the rule says",
        "spring/A: left out, whatever the rule says",
        "spring/A: according to the rule",
    ]


def test_the_log_of_a_list_undoes_and_restores(desk: Client) -> None:
    accept(desk, look(desk))
    page = source(desk.get(address("list")))
    assert f"{address('list-undo')}?seq=2" in page
    assert f"{address('list-restore')}?seq=1" in page
    answer = desk.post(address("list-undo", query="?seq=2"), {"token": hidden(look(desk).content)})
    assert answer["Location"] == address("list")
    assert not ImportedRating.objects.exists()
    send(desk, "list-undo", {}, "?seq=3")
    assert ImportedRating.objects.count() == 3
    send(desk, "list-restore", {}, "?seq=1")
    assert not ImportedRating.objects.exists()


def test_the_making_of_a_list_taken_back_leads_to_the_other_lists(desk: Client) -> None:
    assert send(desk, "list-undo", {}, "?seq=1")["Location"] == reverse("desk-lists")
    assert not RatingList.objects.exists()


def test_the_overview_takes_the_same_queries_however_many_lists_there_are(desk: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert desk.get(reverse("desk-lists")).status_code == 200
        return len(caught)

    take_in(line(1, "Zz"))
    few = queries()
    for number in range(8):
        a_list(f"list-{number}", system="naspa" if number % 2 else "")
        take_in(line(1, "Zz"), key=f"list-{number}")
    assert queries() == few


def test_every_list_is_told_with_what_it_is_and_waits_for(desk: Client) -> None:
    a_list("club", system="elo")
    take_in(line(1, "Zz"), line(2, "Ann Smith"))
    page = source(desk.get(reverse("desk-lists")))
    assert "1 unmatched name" in page
    club = page.split(address("list", "club"))[1]
    assert "estimate" in club
    assert "never rated" in club


def test_the_unmatched_page_takes_the_same_queries_for_one_name_and_for_fifty(
    desk: Client,
) -> None:
    def queries(count: int) -> int:
        take_in(*(line(number, f"Zz {number}") for number in range(1, count + 1)))
        with CaptureQueriesContext(connection) as caught:
            assert desk.get(address("unmatched")).status_code == 200
        return len(caught)

    assert queries(1) == queries(60)


def test_every_form_of_a_list_is_walked_here() -> None:
    walked = {
        "change-list",
        "match-name",
        "match-again",
        "choose-event",
        "list-undo",
        "list-restore",
    }
    pages: tuple[CommandPage, ...] = PAGES
    assert {page.path for page in pages} == walked
