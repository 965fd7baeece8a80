"""The way a device becomes a judge, of which station, and for how long it stays one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from core.models import JournalEntry
from lexicon.casual import casual_list
from lexicon.commands.judge import CloseJudge
from lexicon.views.kiosk_lock import COOKIE, SALT
from tests.apps.lexicon.stations import PIN, KnownPlaces, device, give, judge, spring, station
from tests.pages import source, source_at

__all__ = ["device", "spring"]

pytestmark = pytest.mark.django_db

JUDGE, LEAVE, DESK = "/judge/", "/judge/leave/", "/desk/"


def test_only_the_pin_of_its_station_makes_a_device_a_judge(client: Client) -> None:
    station()
    for key in ("", "hall-9", "\0", "x" * 5000):
        answer = client.post(JUDGE, {"station": key, "pin": PIN})
        assert "Choose a judge." in source(answer)
    for pin in ("", "0000", PIN + "1", "\0", "x" * 5000):
        answer = client.post(JUDGE, {"station": "hall-1", "pin": pin})
        assert "That is not the PIN." in source(answer)
        assert "judge" not in client.cookies
    assert JournalEntry.objects.filter(payload__right=False).count() == 5
    answer = client.post(JUDGE, {"station": "hall-1", "pin": PIN})
    assert "Wait five minutes" in source(answer)
    assert JournalEntry.objects.filter(command="judge.joined").count() == 5


def test_the_open_stations_are_offered_by_name_place_and_lexicon(
    client: Client, spring: KnownPlaces
) -> None:
    station("hall-1", place="spring/A", lexicon="")
    station("hall-2", name="Hall 2", lexicon=casual_list().code)
    station("hall-3", name="Hall 3")
    give(CloseJudge(station="hall-3"))
    page = source_at(client, JUDGE)
    assert "Hall 1</strong>, Spring, A" in page
    assert "The list SPRING" in page
    assert "CASUAL LIST" in page
    assert "Hall 3" not in page
    assert " checked" not in page


def test_a_judge_of_a_rehearsal_is_offered_to_its_director_alone(
    client: Client, spring: KnownPlaces
) -> None:
    spring.put("spring/A", is_hidden=True)
    station(lexicon="", place="spring/A")
    assert "No judge is open" in source_at(client, JUDGE)
    client.post(JUDGE, {"station": "hall-1", "pin": PIN})
    assert COOKIE not in client.cookies
    client.force_login(User.objects.create_user("dora"))
    assert "Hall 1</strong>, Spring, A" in source_at(client, JUDGE)
    assert "The list SPRING" in source_at(judge(client), JUDGE)


def test_a_judge_whose_place_is_gone_is_not_offered(client: Client, spring: KnownPlaces) -> None:
    station(lexicon="", place="spring/A")
    assert "Hall 1" in source_at(client, JUDGE)
    spring.known.clear()
    assert "No judge is open" in source_at(client, JUDGE)


@pytest.mark.parametrize("lost", ["the cookie is deleted", "the judge is closed elsewhere"])
def test_whoever_was_signed_in_on_the_device_is_out_when_it_is_no_judge_any_more(
    client: Client, lost: str
) -> None:
    client.force_login(User.objects.create_user("dora", is_staff=True))
    assert client.get(DESK).status_code == 200
    station()
    assert "Anyone signed in on it is signed out." in source_at(client, JUDGE)
    client.post(JUDGE, {"station": "hall-1", "pin": "0000"})
    assert client.get(DESK).status_code == 200
    judge(client)
    if lost == "the cookie is deleted":
        del client.cookies[COOKIE]
    else:
        give(CloseJudge(station="hall-1"))
    assert client.get(DESK)["Location"] == f"/accounts/login/?next={DESK}"


def test_the_cookie_is_for_this_server_alone_and_no_script_reads_it(client: Client) -> None:
    station()
    answer = client.post(JUDGE, {"station": "hall-1", "pin": PIN})
    cookie = answer.cookies["judge"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    held = signing.loads(cookie.value, salt=SALT)
    assert held["station"] == "hall-1"
    assert len(held["device"]) == 4


def test_a_judge_that_nobody_used_for_a_month_is_free(client: Client) -> None:
    with time_machine.travel(datetime(2031, 5, 3, 12, tzinfo=UTC), tick=False) as clock:
        station()
        judge(client)
        for address in ("/", JUDGE, LEAVE):
            clock.shift(29 * 24 * 3600)
            assert COOKIE in client.get(address).cookies
            assert client.get("/")["Location"] == JUDGE
        clock.shift(31 * 24 * 3600)
        assert client.get("/").status_code == 200


def test_the_cookie_of_a_judge_in_use_is_given_anew_once_a_day(client: Client) -> None:
    with time_machine.travel(datetime(2031, 5, 3, 12, tzinfo=UTC), tick=False) as clock:
        station()
        judge(client)
        clock.shift(23 * 3600)
        assert COOKIE not in client.get(JUDGE).cookies
        clock.shift(2 * 3600)
        assert COOKIE not in client.head("/static/css/judge.css").cookies
        assert COOKIE in client.get(JUDGE).cookies
        assert COOKIE not in client.get(JUDGE).cookies


def test_a_cookie_that_nobody_signed_is_dropped_and_frees_nobody(client: Client) -> None:
    station()
    forged = signing.dumps({"station": "hall-1", "device": "a3f2"}, salt="another")
    for value in ("", "x", forged, signing.dumps([1], salt=SALT), signing.dumps({}, salt=SALT)):
        client.cookies["judge"] = value
        answer = client.get(JUDGE)
        assert "Make this device a judge" in source(answer)
        assert answer.cookies["judge"]["max-age"] == 0


def test_tampering_with_the_cookie_of_a_judge_makes_another_device_not_another_judge(
    device: Client,
) -> None:
    station("hall-2", name="Hall 2")
    value = device.cookies["judge"].value
    device.cookies["judge"] = value[:-1] + ("A" if value[-1] != "A" else "B")
    assert "Make this device a judge" in source_at(device, JUDGE)
