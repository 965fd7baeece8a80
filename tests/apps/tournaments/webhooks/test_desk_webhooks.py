"""The director of an event sets its webhooks up; nobody else sees an address or a secret."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, at, enter, new_event, publish, signed_in
from tests.apps.tournaments.webhooks.hooked import NOON, after, hooked, sent_at
from tests.apps.tournaments.webhooks.receivers import Receiver, with_status
from tests.logs import capture_logs
from tests.pages import words
from tournaments.models import Delivery, Webhook
from tournaments.webhooks.setting_up import MOST, add_webhook

pytestmark = pytest.mark.django_db

URL = "https://example.org/wallchart?key=1"


@pytest.fixture
def dora() -> Client:
    new_event()
    return signed_in("dora")


def one(webhook: Webhook) -> str:
    """Return the address of the page of a webhook."""
    return reverse("desk-webhook", args=(webhook.event.slug, webhook.pk))


def add(client: Client, url: str = URL) -> Any:
    return client.post(at("desk-webhooks"), {"url": url})


def press(client: Client, webhook: Webhook, button: str, **more: Any) -> Any:
    return client.post(one(webhook), {"do": button, **more}, follow=True)


# Who may


def test_another_director_neither_sees_nor_adds_nor_changes_one(dora: Client) -> None:
    add(dora)
    webhook = Webhook.objects.get()
    other = signed_in("other")
    assert other.get(at("desk-webhooks")).status_code == 403
    assert add(other, "https://example.org/2").status_code == 403
    assert other.get(one(webhook)).status_code == 403
    assert press(other, webhook, "remove").status_code == 403
    assert Webhook.objects.get() == webhook


def test_whoever_is_not_signed_in_is_asked_to(client: Client) -> None:
    new_event()
    assert client.get(at("desk-webhooks")).status_code == 302
    assert client.get(f"{at('desk-webhooks')}1/").status_code == 302


def test_a_webhook_is_found_only_under_its_own_event(dora: Client) -> None:
    new_event("autumn")
    add(dora)
    webhook = Webhook.objects.get()
    address = reverse("desk-webhook", args=("autumn", webhook.pk))
    assert dora.get(address).status_code == 404
    assert dora.post(address, {"do": "remove"}).status_code == 404
    assert dora.get(f"{at('desk-webhooks')}{10**30}/").status_code == 404


# Adding


def test_one_that_is_added_shows_its_secret_on_its_own_page_and_writes_no_journal(
    dora: Client,
) -> None:
    before = JournalEntry.objects.count()
    answer = add(dora)
    webhook = Webhook.objects.get()
    assert answer["Location"] == one(webhook)
    assert (webhook.url, webhook.added_by, webhook.site) == (URL, "dora", "http://testserver/")
    assert webhook.secret.startswith("whsec_")
    page = dora.get(one(webhook))
    assert webhook.secret in page.content.decode()
    assert "no-store" in page["Cache-Control"] or "private" in page["Cache-Control"]
    listed = dora.get(at("desk-webhooks")).content.decode()
    assert webhook.secret not in listed
    assert "https://example.org/wallchart" in listed
    assert JournalEntry.objects.count() == before


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "required"),
        ("http://example.org/", "must begin with https://"),
        ("https://127.0.0.1/", "is not on the public internet"),
        ("https://ann:b@example.org/", "Leave the name and password out"),
        ("https://example.org:22/", "Use 443 or 8443"),
        ("https://example.org/\x00", "Null characters are not allowed"),
        ("https://example.org/" + "a" * 600, "500 characters"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_in_a_sentence(
    dora: Client, url: str, said: str
) -> None:
    answer = add(dora, url)
    assert answer.status_code == 422
    assert said in words(answer.content.decode())
    assert not Webhook.objects.exists()


def test_an_address_is_told_once_and_an_event_has_at_most_ten(dora: Client) -> None:
    for number in range(MOST):
        assert add(dora, f"https://example.org/{number}").status_code == 302
    assert "already told" in words(add(dora, "https://example.org/3").content.decode())
    assert "at most 10" in words(add(dora, "https://example.org/new").content.decode())
    assert Webhook.objects.count() == MOST


# Its page


def test_try_it_now_asks_for_a_ping_and_shows_what_was_answered(
    dora: Client, receiver: Receiver, settings: Settings
) -> None:
    webhook = hooked(receiver, settings)
    receiver.answering = with_status(200, b"<b>hello</b>")
    assert press(dora, webhook, "try").headers["Refresh"] == "2"
    sent_at()
    page = dora.get(one(webhook))
    assert "Refresh" not in page.headers
    assert "delivered" in words(page.content.decode())
    assert "200 &lt;b&gt;hello&lt;/b&gt;" in page.content.decode()


def test_a_failure_is_told_with_when_it_is_tried_again(
    dora: Client, receiver: Receiver, settings: Settings
) -> None:
    webhook = hooked(receiver, settings)
    publish(1, (1, 2), (3, 4))
    receiver.answering = with_status(500, b"out of order")
    sent_at()
    said = words(dora.get(one(webhook)).content.decode())
    assert "The last attempt failed. The next one is at 2026-05-02" in said
    assert "waiting, after 1 attempt: It answered with status 500." in said
    assert "500 out of order" in said


def test_one_that_was_given_up_says_so_and_goes_on_by_a_button(
    dora: Client, receiver: Receiver, settings: Settings
) -> None:
    webhook = hooked(receiver, settings)
    publish(1, (1, 2), (3, 4))
    receiver.answering = with_status(500)
    moment = NOON
    while not Webhook.objects.get().paused:
        sent_at(moment)
        moment = Webhook.objects.get().due_at or moment
    said = words(dora.get(one(webhook)).content.decode())
    assert "a message was not taken in ten attempts over a day, and given up" in said
    receiver.answering = with_status(204)
    enter(1, 1, 400, 300)
    press(dora, webhook, "continue")
    assert sent_at(after(days=2)) == 1
    given_up = Delivery.objects.get(state="given_up")
    answer = press(dora, webhook, "again", message=given_up.pk)
    assert "will be sent again" in words(answer.content.decode())
    assert sent_at(after(days=2)) == 1


def test_one_that_is_gone_or_paused_says_so(
    dora: Client, receiver: Receiver, settings: Settings
) -> None:
    webhook = hooked(receiver, settings)
    publish(1, (1, 2), (3, 4))
    assert "Paused since" in words(press(dora, webhook, "pause").content.decode())
    assert "A webhook was paused" not in words(dora.get(at("desk-event")).content.decode())
    press(dora, webhook, "continue")
    assert "has been sent" in words(dora.get(one(webhook)).content.decode())
    receiver.answering = with_status(410)
    sent_at()
    assert "gone for good (status 410)" in words(dora.get(one(webhook)).content.decode())
    assert "A webhook was paused" in words(dora.get(at("desk-event")).content.decode())


@pytest.mark.parametrize("number", ["", "x", "9" * 30, "-1", "٣"])
def test_a_message_that_is_not_there_is_not_sent_again(dora: Client, number: str) -> None:
    add(dora)
    answer = press(dora, Webhook.objects.get(), "again", message=number)
    assert "no longer kept" in words(answer.content.decode())


def test_a_new_secret_is_shown_and_the_old_one_is_said_to_sign_for_a_day(dora: Client) -> None:
    add(dora)
    old = Webhook.objects.get()
    page = words(press(dora, old, "secret").content.decode())
    new = Webhook.objects.get().secret
    assert new != old.secret
    assert new in page
    assert old.secret not in page
    assert "messages are signed with the secret before it as well" in page


def test_one_that_is_removed_is_gone_with_its_messages(dora: Client) -> None:
    add(dora)
    press(dora, Webhook.objects.get(), "try")
    assert "was removed" in words(press(dora, Webhook.objects.get(), "remove").content.decode())
    assert (Webhook.objects.count(), Delivery.objects.count()) == (0, 0)


def test_a_button_that_there_is_not_does_nothing(dora: Client) -> None:
    add(dora)
    assert press(dora, Webhook.objects.get(), "nonsense").status_code == 200
    assert Webhook.objects.count() == 1


def test_the_log_of_the_program_names_the_host_and_not_the_address(dora: Client) -> None:
    with capture_logs() as lines:
        add(dora)
    (line,) = [line for line in lines if line["event"] == "webhook.added"]
    assert (line["host"], line["by"], line["slug"]) == ("example.org", "dora", SLUG)
    assert "key=1" not in str(lines)


def test_the_overview_leads_there(dora: Client) -> None:
    assert at("desk-webhooks") in dora.get(at("desk-event")).content.decode()


def test_an_event_that_was_added_later_is_told_from_then_on(dora: Client) -> None:
    publish(1, (1, 2), (3, 4))
    add(dora)
    webhook = Webhook.objects.get()
    last = JournalEntry.objects.filter(stream__key=f"event:{SLUG}").latest("seq").seq
    assert webhook.told_seq == last
    assert add_webhook(webhook.event, "https://b.example/", site="x", by="d", now=NOON).pk
