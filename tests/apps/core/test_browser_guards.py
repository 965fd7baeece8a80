"""What holds on every page, whoever asks: names, frames, scripts, cookies, forms, ways on."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.desk_events import SLUG, account, give, new_event, signed_in
from tests.pages import source
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member

pytestmark = pytest.mark.django_db

HOSTILE = "<script>alert(1)</script>"
PASSWORD = "a long password"


def sign_in(**more: str) -> Client:
    """Returns a browser that signed in by the page for it, as this account of the tests."""
    account("dora")
    client = Client()
    answer = client.post(reverse("login"), {"username": "dora", "password": PASSWORD, **more})
    assert answer.status_code == 302
    return client


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "10.0.0.1"])
def test_a_name_that_is_not_ours_is_refused(host: str) -> None:
    assert Client().get("/", headers={"Host": host}).status_code == 400
    assert Client().get("/", headers={"Host": "localhost"}).status_code == 200


@pytest.mark.parametrize("name", ["desk", "login", "public"])
def test_a_page_runs_only_scripts_of_ours_and_stands_in_no_frame(name: str) -> None:
    new_event()
    address = f"/events/{SLUG}/A/standings/" if name == "public" else reverse(name)
    answer = signed_in("dora").get(address)
    assert answer.status_code == 200
    said = dict(one.strip().split(" ", 1) for one in answer["Content-Security-Policy"].split(";"))
    assert (said["default-src"], said["object-src"]) == ("'self'", "'none'")
    assert (said["base-uri"], said["form-action"]) == ("'none'", "'self'")
    assert said["frame-ancestors"] == "'none'"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_name_that_is_a_script_is_shown_and_not_run() -> None:
    event = new_event()
    give(AddEntry(event=SLUG, division="A", members=(Member(name=HOSTILE),), rating=1000))
    client = signed_in("dora")
    for address in (
        f"/events/{event.slug}/A/standings/",
        f"/desk/{event.slug}/",
    ):
        shown = source(client.get(address))
        assert "alert(1)" in shown
        assert HOSTILE not in shown


def test_no_script_reads_a_cookie_and_no_other_site_sends_one() -> None:
    client = sign_in()
    client.get(reverse("login"))
    assert {"sessionid", "csrftoken"} <= set(client.cookies)
    for name in ("sessionid", "csrftoken"):
        cookie = client.cookies[name]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_a_form_without_its_token_is_refused_and_changes_nothing() -> None:
    boss = signed_in("boss", operator=True)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = boss.cookies
    sent = {"name": "mallory", "role": "operator"}
    assert strict.post(reverse("desk-accounts"), sent).status_code == 403
    assert not User.objects.filter(username="mallory").exists()
    boss.post(reverse("desk-accounts"), sent)
    assert User.objects.filter(username="mallory").exists()


@pytest.mark.parametrize("next_page", ["https://evil.example/", "//evil.example/", "javascript:1"])
def test_signing_in_leads_to_no_other_site(next_page: str) -> None:
    account("dora")
    sent = {"username": "dora", "password": PASSWORD, "next": next_page}
    assert Client().post(reverse("login"), sent)["Location"] == reverse("desk")


def test_signing_in_begins_a_session_that_nobody_could_have_laid_there() -> None:
    account("dora")
    client = Client()
    laid = client.session.session_key
    assert client.cookies["sessionid"].value == laid
    client.post(reverse("login"), {"username": "dora", "password": PASSWORD})
    assert client.cookies["sessionid"].value != laid
