"""The set-up of an event at the desk: its three pages, its draft, and what it refuses."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.journal.guard import writing
from core.models import Job, JournalEntry
from core.workbooks import write_workbook
from people.commands import AddPlayer
from people.models import Player
from ratings.commands.lists import AddRatingList
from ratings.models import RatingList, Standing
from tests.apps.tournaments.desk_events import four_played, give, signed_in
from tests.apps.tournaments.setup.test_api_set_ups import people
from tests.pages import words_at
from tournaments.models import Division, Entry, SetUpDraft, Tournament

pytestmark = pytest.mark.django_db

START = reverse("desk-set-up")
BEGIN = {"start": "club", "name": "Club day", "starts_on": "2026-11-28", "token": "a" * 32}


def begin(client: Client, **answers: Any) -> str:
    """Answer the first page; return the address of the second one."""
    sent = client.post(START, {**BEGIN, **answers})
    assert sent.status_code == 302, sent.content
    address: str = sent["Location"]
    return address


def fields(client: Client, address: str) -> dict[str, str]:
    """Return the fields of the summary as a browser would send them."""
    form = client.get(address).context["form"]
    held = {name: form[name].value() for name in form.fields}
    sent = {name: "" if value is None else str(value) for name, value in held.items()}
    draft = SetUpDraft.objects.get(key=address.strip("/").rpartition("/")[2])
    return {**sent, "roster": draft.answers["roster"], "checked": hidden_mark(client, address)}


def hidden_mark(client: Client, address: str) -> str:
    """Return the mark of the roster that the page shows."""
    roster = client.get(address).context["roster"]
    return roster.mark if roster else ""


def test_only_those_who_may_make_events_set_one_up_and_nobody_opens_anothers_draft() -> None:
    assert Client().get(START).status_code == 302
    assert signed_in("guest", staff=False).get(START).status_code == 403
    dora, otto = signed_in("dora"), signed_in("otto")
    address = begin(dora, roster=people(4))
    for page in (address, f"{address}start/", f"{address}list/"):
        assert dora.get(page).status_code == 200, page
        assert otto.get(page).status_code == 404, page
        assert otto.post(page, {"open": "1"}).status_code == 404, page
    assert not Tournament.objects.exists()
    assert SetUpDraft.objects.get().answers["name"] == "Club day"


def test_a_club_day_takes_three_pages_and_opens_check_in() -> None:
    dora = signed_in("dora")
    four_played()
    address = begin(dora, roster=people(11), place="Hall")
    shown = words_at(dora, address)
    assert "Division A: 11 players" in shown
    assert "Ratings 1900 to 1500. 7 rounds." in shown
    done = dora.post(address, {**fields(dora, address), "open": "1"}, follow=True)
    assert done.redirect_chain == [(reverse("desk-players", kwargs={"slug": "club-day"}), 302)]
    assert "Check-in is open." in done.content.decode()
    event = Tournament.objects.get(slug="club-day")
    assert (event.director, event.place, event.starts_on) == ("dora", "Hall", date(2026, 11, 28))
    assert event.entries.count() == 11
    # Sent twice, or gone back to, it is the same event, and the next club day has another name.
    again = dora.post(address, {"open": "1"})
    assert again["Location"] == reverse("desk-players", kwargs={"slug": "club-day"})
    later = begin(dora, token="b" * 32, starts_on="2026-12-05")
    dora.post(later, {**fields(dora, later), "open": "1"})
    assert Tournament.objects.filter(slug="club-day-2026-12-05").exists()


def test_answers_survive_going_back_and_another_device_and_are_thrown_away_on_request() -> None:
    dora = signed_in("dora")
    address = begin(dora, start="open", roster=people(12))
    sent = {**fields(dora, address), "d1_name": "Rookies", "d0_rounds": "6", "p0": "Cup"}
    assert dora.post(address, {**sent, "save": "1"}).status_code == 302
    # Step 1 again, with nothing but another name: what was changed since stays.
    first = dora.get(f"{address}start/").context["form"]
    assert (first["start"].value(), first["roster"].value()) == ("open", people(12))
    back = {**BEGIN, "start": "open", "roster": people(12), "name": "Autumn"}
    assert dora.post(f"{address}start/", back)["Location"] == address
    assert "Not finished yet Autumn" in words_at(dora, START)
    elsewhere = Client()
    elsewhere.force_login(User.objects.get(), backend=settings.AUTHENTICATION_BACKENDS[-1])
    shown = words_at(elsewhere, address)
    assert "Division Rookies: 6 players" in shown
    assert "6 rounds." in shown
    assert dora.post(address, {"discard": "1"})["Location"] == reverse("desk")
    assert dora.get(address).status_code == 404
    assert not JournalEntry.objects.exists()


WRONG = (
    ({"d0_cut_off": "1899"}, "Division A would have one player, with nobody to play"),
    ({"d0_cut_off": "2400"}, "Nobody would be in division A: change a cut-off"),
    ({"d1_name": "A"}, "There is a division A already."),
    ({"d0_rounds": "0"}, "Ensure this value is greater than or equal to 1."),
    ({"p0": "50 %"}, "Set the currency in the terms of the prizes first."),
    ({"name": ""}, "Give the event a name."),
    ({"d0_name": ""}, "Give the division a name."),
    ({"event": "Not A Slug"}, "The short name can have only lower-case letters"),
)


def test_what_cannot_be_meant_is_one_sentence_and_every_other_answer_is_kept() -> None:
    dora = signed_in("dora")
    address = begin(dora, start="open", roster=people(12))
    right = fields(dora, address)
    for place, (changed, sentence) in enumerate(WRONG):
        sent = {**right, "place": f"Hall {place}", **changed, "open": "1"}
        refused = dora.post(address, sent)
        assert refused.status_code == 422, sentence
        assert sentence in refused.content.decode()
        assert SetUpDraft.objects.get().answers["place"] == f"Hall {place}"
    assert not Tournament.objects.exists()


def test_lines_that_leave_a_choice_are_answered_once_and_then_kept() -> None:
    give(AddPlayer(key="ada-1", given_name="Ada", family_name="Ames"))
    give(AddPlayer(key="ada-2", given_name="Ada", family_name="Ames"))
    dora = signed_in("dora", operator=True)
    address = begin(dora, roster="Ada Ames, 1500\nBea Bell, 1400\nCem")
    sent = {**fields(dora, address), "open": "1"}
    assert "Ada Ames: choose who this is." in dora.post(address, sent).content.decode()
    sent |= {"who_1": "player:ada-2", "add_to_register": "on"}
    del sent["open"]
    dora.post(address, sent)
    asked = dora.get(address).context["roster"]
    assert not asked.wrong_count
    done = dora.post(
        address,
        {**fields(dora, address), "who_1": "player:ada-2", "add_to_register": "on", "open": "1"},
    )
    assert done.status_code == 302, done.content
    members = Entry.objects.order_by("number").values_list("name", "members__player")
    assert members[0] == ("Ada Ames", "ada-2")
    assert Player.objects.count() == 4


def test_cut_offs_are_proposed_for_another_number_of_divisions_and_class_borders_too() -> None:
    dora = signed_in("dora")
    address = begin(dora, roster=people(24))
    sent = {**fields(dora, address), "parts": "3", "propose": "1"}
    assert dora.post(address, sent).status_code == 302
    sizes = [len(one.lines) for one in dora.get(address).context["looked"].divisions]
    assert sizes == [8, 8, 8]
    dora.post(address, {**fields(dora, address), "d2_classes": "2", "save": "1"})
    shown = dora.get(address).context["looked"].divisions[2]
    assert [name for name, _ in shown.classes] == ["A", "B"]
    assert all(count >= 2 for _, count in shown.classes)
    refused = dora.post(address, {**fields(dora, address), "parts": "9", "propose": "1"})
    assert "24 players are too few for 9 parts of at least 4." in refused.content.decode()
    dora.post(address, {**fields(dora, address), "open": "1"})
    classes = Entry.objects.filter(division__name="C").values_list("prize_class", flat=True)
    assert {*classes} == {"A", "B"}
    assert Division.objects.count() == 3


def test_files_of_tsh_a_workbook_and_a_rating_list_all_become_the_roster() -> None:
    dora = signed_in("dora")
    files = [
        SimpleUploadedFile("a.t", b"Ames, Ada  1500 2; 400\nBell, Bea  1400 1; 300\n"),
        SimpleUploadedFile("b.t", b"Cole, Cem  1200;\nDunn, Dov  1100;\n"),
    ]
    address = begin(dora, start="open", files_sent=files)
    looked = dora.get(address).context["looked"]
    names = [(one.layout.name, [line.name for line in one.lines]) for one in looked.divisions]
    assert names == [("A", ["Ames, Ada", "Bell, Bea"]), ("B", ["Cole, Cem", "Dunn, Dov"])]
    folder = [
        SimpleUploadedFile("config.tsh", b"config event_name = 'Cup'\ndivision A a.t\n"),
        SimpleUploadedFile("a.t", b"Ames, Ada  1500;\nBell, Bea  1400;\n"),
    ]
    sheet = write_workbook(("Name", "Rating"), [("Eve Esk", 1500), ("Fay Fox", 1400)])
    for token, sent in (("b" * 32, folder), ("c" * 32, [SimpleUploadedFile("r.xlsx", sheet)])):
        looked = dora.get(begin(dora, token=token, files_sent=sent)).context["looked"]
        assert looked.players == 2
        assert looked.divisions[0].ratings == (1500, 1400)
    broken = dora.post(START, {**BEGIN, "files_sent": [SimpleUploadedFile("x.zip", b"PK no")]})
    assert broken.status_code == 422
    assert "cannot be unpacked" in broken.content.decode()


def test_players_of_a_rating_list_are_ticked_and_come_with_their_ratings() -> None:
    give(AddPlayer(key="ada", given_name="Ada", family_name="Ames"))
    give(AddRatingList(rating_list="north", name="North"))
    dora = signed_in("dora")
    address = begin(dora, list="1", roster="Bea Bell, 1450")
    assert address.endswith("/list/")
    look = address.removesuffix("list/")
    assert dora.post(address, {"from": "north"}).status_code == 422
    with writing():
        row = Standing.objects.create(
            rating_list=RatingList.objects.get(),
            player="ada",
            rating=1612,
            events=1,
            played_on=date(2026, 1, 1),
            last_change=0,
        )
    shown = words_at(dora, f"{address}?q=ames")
    assert "Ada Ames 1612" in shown
    dora.post(address, {"from": "north", "player": [f"s{row.pk}"]})
    lines = dora.get(look).context["looked"].divisions[0].lines
    members = [(line.name, line.rating, line.members[0].player) for line in lines]
    assert members == [("Bea Bell", 1450, ""), ("Ada Ames", 1612, "ada")]


def test_an_event_is_made_and_rehearsed_from_the_same_page() -> None:
    dora = signed_in("dora")
    address = begin(dora, roster=people(8))
    done = dora.post(address, {**fields(dora, address), "rehearse": "1"})
    rehearse = reverse("desk-rehearse", kwargs={"slug": "club-day"})
    assert done["Location"] == rehearse
    dora.post(rehearse, {"seed": "7"})
    assert Job.objects.filter(kind="rehearse_event").exists()


def test_the_page_takes_as_many_queries_for_two_hundred_as_for_eight() -> None:
    dora = signed_in("dora")
    counts = []
    for token, players in (("c" * 32, 8), ("d" * 32, 200)):
        address = begin(dora, token=token, start="weekend", roster=people(players, first=9000))
        with CaptureQueriesContext(connection) as asked:
            assert dora.get(address).status_code == 200
        counts.append([query["sql"][:80] for query in asked])
    assert len(counts[0]) == len(counts[1]) <= 12, counts


def test_what_commands_ask_is_asked_at_once_and_nothing_is_made_before_it_is_accepted() -> None:
    dora = signed_in("dora")
    address = begin(dora, start="open", roster=people(12))
    lexica = [key for key, _ in dora.get(address).context["form"].fields["d0_lexicon"].choices]
    casual = {
        f"d{at}_{name}": value
        for at in (0, 1)
        for name, value in (("ruleset", "club"), ("lexicon", lexica[-1]))
    }
    sent = {**fields(dora, address), **casual, "open": "1"}
    asked = dora.post(address, sent)
    assert asked.status_code == 422
    given = asked.context["given"]
    assert len(given.questions) == 2
    assert not JournalEntry.objects.exists()
    assert dora.post(address, {**sent, "confirmed": "something else"}).status_code == 422
    assert dora.post(address, {**sent, "confirmed": given.acceptance}).status_code == 302
    assert [*Division.objects.values_list("lexicon", flat=True)] == [lexica[-1]] * 2


def test_another_roster_is_shown_before_anything_is_made_and_a_division_may_be_renamed() -> None:
    dora = signed_in("dora")
    address = begin(dora, start="club", roster=people(8))
    by_division = "name,rating,division\nAda,1500,East\nBea,1400,East\nCem,1300,West\nDov,1200,West"
    sent = {**fields(dora, address), "roster": by_division + "\0", "open": "1"}
    assert dora.post(address, sent)["Location"] == address
    assert not Tournament.objects.exists()
    renamed = {**fields(dora, address), "d0_name": "Sunrise", "save": "1"}
    dora.post(address, renamed)
    cards = dora.get(address).context["looked"].divisions
    said = [(one.layout.name, [line.name for line in one.lines]) for one in cards]
    assert said == [("Sunrise", ["Ada", "Bea"]), ("West", ["Cem", "Dov"])]
    refused = dora.post(address, {**fields(dora, address), "parts": "3", "propose": "1"})
    assert "The roster says who plays in which division" in refused.content.decode()
    # A wrong number beside a roster with other divisions is said, and neither is lost.
    both = {**fields(dora, address), "d0_rounds": "0", "roster": people(6)}
    assert "greater than or equal to 1" in dora.post(address, both).content.decode()
    assert dora.get(address).context["looked"].players == 6
