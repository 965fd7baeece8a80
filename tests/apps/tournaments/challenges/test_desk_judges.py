"""The judges at the desk: opened for a division or for none, changed, closed, and the PIN."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.http import urlencode

from core.journal.guard import writing
from core.models import JournalEntry
from lexicon.casual import LABEL, casual_list
from lexicon.models import JudgeStation, Lexicon
from lexicon.places import find_place
from tests.apps.tournaments.challenges.judge_events import (
    CODE,
    SECOND,
    desk,
    event_with_list,
    free_judge,
    lists,
    open_judge,
    rule,
    sends,
)
from tests.apps.tournaments.desk_events import SLUG, give, hidden, new_event, signed_in
from tests.apps.tournaments.desks import director_with_a_list
from tests.builders.lexica import imported_list
from tests.pages import source, source_at, words, words_at
from tournaments.challenges.views.judges import judges_line
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import Tournament

__all__ = ["director_with_a_list"]

pytestmark = pytest.mark.django_db

TYPED = {"name": "Judge 1", "rack": 7, "clears_after_s": 10, "pin": "314159"}
OPEN_FREE = "desk-open-free-judge"


def _entries() -> list[JournalEntry]:
    return list(JournalEntry.objects.filter(stream__key__startswith="judge:").order_by("pk"))


@pytest.mark.parametrize("name", ["judge", "change-judge", "close-judge", "judge-undo"])
def test_a_station_of_an_event_is_its_directors(name: str) -> None:
    event_with_list()
    open_judge()
    for other in (signed_in("guest", staff=False), signed_in("other")):
        answer = other.get(desk(name, "door"))
        assert (answer.status_code, answer["Cache-Control"]) == (403, "private, no-store")
        assert other.post(desk(name, "door"), TYPED).status_code in (403, 405)
    assert signed_in("dora").get(desk(name, "door")).status_code == 200
    assert len(_entries()) == 1


@pytest.mark.parametrize("name", ["judge", "change-judge", "close-judge"])
def test_a_station_without_an_event_is_the_staffs(name: str) -> None:
    lists()
    free_judge()
    guest = signed_in("guest", staff=False)
    assert guest.get(desk(name, "club")).status_code == 403
    assert guest.get(reverse(OPEN_FREE)).status_code == 403
    assert signed_in("helper").get(desk(name, "club")).status_code == 200


def test_the_judges_stand_under_their_divisions_with_what_they_did(dora: Client) -> None:
    rule(open_judge(), "ZAP")
    open_judge("hall")
    page = words_at(dora, desk("judges"))
    a, b = page.split("Division A")[1].split("Division B")
    assert re.search(rf"{CODE} \w{{12}} second opinion: {SECOND}", a)
    assert re.search(r"Door open 1 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d Log Hall open 0 none yet", a)
    assert "No lexicon is chosen for division B" in b


def test_a_division_without_a_word_list_leads_to_where_one_is_chosen(dora: Client) -> None:
    page = source_at(dora, desk("judges"))
    (href,) = re.findall(r'href="([^"]*)">Choose the lexicon', page)
    assert href == reverse("desk-choose-lexicon", args=(SLUG,)) + "?division=B"
    assert dora.get(href).status_code == 200
    offered = [
        key for key, _ in dora.get(desk("open-judge")).context["form"]["division"].field.choices
    ]
    assert offered == ["A"]


def test_a_judge_is_opened_for_a_division_and_its_pin_told_once(dora: Client) -> None:
    answer = sends(dora, desk("open-judge"), **TYPED, division="A")
    (station,) = JudgeStation.objects.all()
    assert answer.redirect_chain[-1][0] == desk("judge", station.key)
    assert (station.name, station.place, station.rack) == ("Judge 1", f"{SLUG}/A", 7)
    assert "The PIN is 314159." in words(answer)
    assert "314159" not in words(source_at(dora, desk("judge", station.key)))
    assert "314159" not in words_at(dora, desk("judge-log", station.key))


def test_only_the_hash_of_the_pin_is_kept(dora: Client) -> None:
    sends(dora, desk("open-judge"), **TYPED, division="A")
    (station,) = JudgeStation.objects.all()
    assert check_password("314159", station.pin)
    sends(dora, desk("change-judge", station.key), **{**TYPED, "pin": "161803"})
    station.refresh_from_db()
    assert check_password("161803", station.pin)
    for entry in _entries():
        kept = [entry.payload, entry.changes, entry.answer, entry.facts]
        for pin in ("314159", "161803"):
            assert pin not in json.dumps([*kept, entry.idempotency_key])


def test_the_key_of_what_was_sent_does_not_give_the_pin_away(dora: Client, settings: Any) -> None:
    shown = dora.get(desk("open-judge")).context["form"]
    typed = {name: str(value) for name, value in TYPED.items()}
    sent = QueryDict(urlencode({**typed, "division": "A", "token": "0" * 32}))
    keys = set()
    for secret in ("one secret", "another secret"):
        settings.SECRET_KEY = secret
        keys.add(type(shown)(sent, None, where=shown.where).idempotency_key)
    assert len(keys) == 2


def test_a_pin_is_proposed_and_never_the_same(dora: Client) -> None:
    proposed = {dora.get(desk("open-judge")).context["form"]["pin"].value() for _ in range(5)}
    assert len(proposed) > 1
    assert all(re.fullmatch(r"\d{6}", pin) for pin in proposed)


def test_a_form_sent_twice_opens_one_judge(dora: Client) -> None:
    where = desk("open-judge")
    sent = {**TYPED, "division": "A", "token": hidden(dora.get(where).content)}
    dora.post(where, sent)
    again = dora.post(where, sent, follow=True)
    assert "It was sent twice but done only once." in words(again)
    assert JudgeStation.objects.count() == 1


def test_two_judges_of_one_name_are_two(dora: Client) -> None:
    for _ in range(2):
        sends(dora, desk("open-judge"), **TYPED, division="A")
    assert JudgeStation.objects.filter(name="Judge 1").count() == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"pin": "31"}, "A PIN has 4 to 12 digits."),
        ({"pin": "٣٤٥٦"}, "A PIN has 4 to 12 digits."),
        ({"pin": ""}, "This field is required."),
        ({"name": ""}, "This field is required."),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"clears_after_s": 2}, "greater than or equal to 3"),
        ({"rack": 9}, "Select a valid choice."),
        ({"division": "B"}, "Select a valid choice."),
        ({"name": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_a_refusal_keeps_what_was_typed(dora: Client, more: dict[str, Any], said: str) -> None:
    sent = {**TYPED, "division": "A", **more}
    answer = sends(dora, desk("open-judge"), **sent)
    assert answer.status_code == 422
    page = source(answer)
    assert said in page
    assert "drawn by lot" not in page
    assert not JudgeStation.objects.exists()
    kept = [sent[name] for name in ("name", "pin") if name not in more]
    assert all(f'value="{value}"' in page for value in kept)


def test_a_free_judge_has_the_list_that_was_chosen_and_none_beforehand() -> None:
    lists()
    client = signed_in("helper")
    form = client.get(reverse(OPEN_FREE)).context["form"]
    assert not form["lexicon"].value()
    refused = sends(client, reverse(OPEN_FREE), **TYPED)
    assert refused.status_code == 422
    assert not JudgeStation.objects.exists()
    done = sends(client, reverse(OPEN_FREE), **TYPED, lexicon=CODE, second_opinion=SECOND)
    (station,) = JudgeStation.objects.all()
    assert (station.place, station.lexicon, station.second_lexicon) == ("", CODE, SECOND)
    assert f"Lexicon {CODE}" in words(done)
    assert "Judge 1" in words_at(client, reverse("desk-free-judges"))


def test_the_casual_list_is_named_as_one_and_stands_last() -> None:
    client = signed_in("helper")
    code = casual_list().code
    choices = client.get(reverse(OPEN_FREE)).context["form"].fields["lexicon"].choices
    assert choices[0][0] == ""
    assert choices[-1][0] == code
    assert choices[-1][1].startswith(LABEL)
    done = sends(client, reverse(OPEN_FREE), **TYPED, lexicon=code)
    assert LABEL in words(done)
    assert LABEL in words_at(client, reverse("desk-free-judges"))


def test_only_what_is_changed_of_a_judge_is_recorded(dora: Client) -> None:
    open_judge()
    typed = {"name": "Door", "rack": 7, "clears_after_s": 20, "pin": ""}
    sends(dora, desk("change-judge", "door"), **typed)
    changed = {k: v for k, v in _entries()[-1].payload.items() if v not in (None, False)}
    assert changed == {"station": "door", "clears_after_s": 20}
    again = sends(dora, desk("change-judge", "door"), **typed)
    assert again.status_code == 422
    assert "This would change nothing." in words(again)


def test_a_judge_of_a_division_is_asked_for_no_list_and_a_free_one_is(dora: Client) -> None:
    open_judge()
    free_judge()
    assert "lexicon" not in dora.get(desk("change-judge", "door")).context["form"].fields
    assert dora.get(desk("change-judge", "club")).context["form"]["lexicon"].value() == CODE
    typed = {"name": "Club", "rack": 8, "clears_after_s": 10, "lexicon": SECOND}
    sends(dora, desk("change-judge", "club"), **typed, second_opinion="")
    station = JudgeStation.objects.get(key="club")
    assert (station.lexicon, station.second_lexicon, station.rack) == (SECOND, "", 8)


def test_lists_that_were_put_away_stay_when_something_else_is_changed(dora: Client) -> None:
    free_judge(second_opinion=SECOND)
    before = JudgeStation.objects.get()
    with writing():
        Lexicon.objects.update(is_put_away=True)
    fields = dora.get(desk("change-judge", "club")).context["form"].fields
    assert (SECOND, f"{SECOND}, chosen before and put away since") in fields[
        "second_opinion"
    ].choices
    assert "anew" not in fields
    typed = {"name": "Bar", "rack": 7, "clears_after_s": 10}
    sends(dora, desk("change-judge", "club"), **typed, lexicon=CODE, second_opinion=SECOND)
    station = JudgeStation.objects.get()
    assert station.name == "Bar"
    assert station.lexicon_hash == before.lexicon_hash
    assert station.second_hash == before.second_hash


def test_a_list_that_was_imported_anew_is_taken_as_it_is_now_where_that_is_ticked(
    dora: Client,
) -> None:
    free_judge()
    before = JudgeStation.objects.get().lexicon_hash
    with writing():
        Lexicon.objects.filter(code=CODE).delete()
    now = imported_list(CODE, ["QUEEX"]).sha256
    page = dora.get(desk("change-judge", "club"))
    assert f"{CODE} had other words when it was chosen for the judge" in words(page)
    typed = {"name": "Bar", "rack": 7, "clears_after_s": 10, "lexicon": CODE}
    sends(dora, desk("change-judge", "club"), **typed)
    assert JudgeStation.objects.get().lexicon_hash == before
    sends(dora, desk("change-judge", "club"), **typed, anew="on")
    assert JudgeStation.objects.get().lexicon_hash == now


def test_a_second_opinion_that_is_the_lexicon_already_is_told_at_its_field(dora: Client) -> None:
    typed = {**TYPED, "lexicon": CODE, "second_opinion": CODE}
    answer = sends(dora, reverse(OPEN_FREE), **typed)
    assert answer.status_code == 422
    assert "is the lexicon; choose another list" in str(
        answer.context["form"].errors["second_opinion"]
    )
    assert not JudgeStation.objects.exists()


def test_a_division_that_plays_by_the_casual_list_is_offered_with_that_said(dora: Client) -> None:
    code = casual_list().code
    give(ChangeRules(event=SLUG, division="B", rating_system="", confirmed=True))
    give(ChooseLexicon(event=SLUG, division="B", lexicon=code, confirmed=True))
    choices = dora.get(desk("open-judge")).context["form"]["division"].field.choices
    assert ("B", f"B: {code} ({LABEL})") in choices


def test_a_rehearsal_says_of_its_divisions_that_they_are_hidden(dora: Client) -> None:
    give(CreateEvent(event="practice", name="Practice", director="dora", rehearsal=True))
    give(CreateDivision(event="practice", name="A", planned_rounds=3))
    for slug, is_hidden in (("practice", True), (SLUG, False)):
        place = find_place(f"{slug}/A")
        assert place is not None
        assert place.is_hidden is is_hidden


def test_a_closed_judge_is_opened_again_by_undoing_the_closing(dora: Client) -> None:
    open_judge()
    closed = words(sends(dora, desk("close-judge", "door")))
    assert "This judge is closed and no longer judges." in closed
    assert "On the device" not in closed
    page = source_at(dora, desk("judge", "door"))
    (href,) = re.findall(r'href="([^"]*)">Open it again', page)
    answer = sends(dora, href.replace("&amp;", "&"))
    assert answer.redirect_chain[-1][0] == desk("judge", "door")
    assert JudgeStation.objects.get().is_open


def test_an_opening_undone_leads_back_to_the_judges(dora: Client) -> None:
    open_judge()
    answer = sends(dora, desk("judge-undo", "door", "?seq=1"))
    assert answer.redirect_chain[-1][0] == desk("judges")
    assert not JudgeStation.objects.exists()


def test_why_a_judge_cannot_judge_is_said_on_its_page(dora: Client) -> None:
    open_judge(place=f"{SLUG}/B")
    page = source_at(dora, desk("judge", "door"))
    assert "It cannot judge now. No lexicon is chosen for" in page
    assert "?division=B" in page


def test_that_the_words_are_gone_is_said_before_the_hall_finds_it_out(
    dora: Client, settings: Any, tmp_path: Path
) -> None:
    open_judge()
    settings.LEXICA_DIR = tmp_path
    page = words(source_at(dora, desk("judge", "door")))
    assert f"The words of The list {CODE} are not on this machine." in page


def test_in_a_closed_event_no_judge_is_opened(dora: Client) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    assert b"Open a judge" not in dora.get(desk("judges")).content
    page = dora.get(desk("open-judge"))
    assert "The event is closed; open it again first." in words(page)
    assert sends(dora, desk("open-judge"), **TYPED, division="A").status_code == 422
    assert not JudgeStation.objects.exists()


def test_where_no_division_has_a_lexicon_the_form_says_so() -> None:
    new_event()
    page = words_at(signed_in("dora"), desk("open-judge"))
    assert "No division has a lexicon yet; choose one first." in page


def test_the_overview_tells_how_the_judges_do_in_two_queries_at_most(
    dora: Client, django_assert_num_queries: Any
) -> None:
    event = Tournament.objects.get()
    with django_assert_num_queries(1):
        assert judges_line(event) == ""
    assert "Judges:" not in words_at(dora, desk("event"))
    stations = [open_judge(key) for key in ("door", "hall", "bar")]
    rule(stations[0], "ZAP")
    rule(stations[1], "QUIRB")
    sends(dora, desk("close-judge", "bar"))
    with django_assert_num_queries(2):
        assert judges_line(event) == "2 open, 2 rulings"
    assert "Judges: 2 open, 2 rulings" in words_at(dora, desk("event"))


def test_the_pages_of_judges_ask_as_often_for_many_as_for_one(dora: Client) -> None:
    counts: dict[str, list[int]] = {desk("judges"): [], reverse("desk-free-judges"): []}
    for many in range(2):
        for number in range(1 + 9 * many):
            open_judge(f"hall-{many}-{number}")
            free_judge(f"club-{many}-{number}")
        for where, asked in counts.items():
            with CaptureQueriesContext(connection) as queries:
                dora.get(where)
            asked.append(len(queries))
    assert all(first == last <= 7 for first, last in counts.values()), counts


def test_an_event_whose_short_name_begins_alike_has_other_judges(dora: Client) -> None:
    new_event("springtime")
    open_judge()
    assert "Door" not in words_at(dora, reverse("desk-judges", args=("springtime",)))
