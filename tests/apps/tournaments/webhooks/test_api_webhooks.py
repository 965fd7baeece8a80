"""Webhooks over the API: the director's, as at the desk, and a secret is told once."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from core.models import JournalEntry
from core.roles.table import Permission
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, new_event, publish
from tests.apps.tournaments.webhooks.hooked import NOON, SITE, after, hooked, kinds, sent_at
from tests.apps.tournaments.webhooks.receivers import Receiver, with_status
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.webhooks.setting_up import add_webhook

pytestmark = pytest.mark.django_db

HOOKS = f"events/{SLUG}/webhooks"
URL = "https://example.org/wallchart?key=1"
ACTS = ("trying", "pause", "continuation", "secret", "removal", "messages/1/sending")


@pytest.fixture
def dora() -> Program:
    new_event()
    return of("dora")


def _hook(slug: str = SLUG, url: str = URL) -> int:
    event = Tournament.objects.get(slug=slug)
    return add_webhook(event, url, site=SITE, by="dora", now=NOON).pk


# Who may


def test_only_who_directs_the_event_sees_one_or_does_anything_to_it(dora: Program) -> None:
    number = _hook()
    reads = (HOOKS, f"{HOOKS}/{number}", f"{HOOKS}/{number}/messages")
    for who in (of("other"), of("dora", scope=[Permission.VIEW]), of("dora", event="autumn")):
        assert {who.get(path).status_code for path in reads} == {403}
        assert who.post(HOOKS, {"url": "https://b.example/"}).status_code == 403
        for act in ACTS:
            assert who.post(f"{HOOKS}/{number}/{act}", {}).status_code == 403
    assert {Program().get(path).status_code for path in reads} == {401}
    assert {dora.get(path).status_code for path in reads} == {200}
    assert (Webhook.objects.count(), Webhook.objects.get().paused) == (1, "")


def test_one_is_found_only_under_its_own_event(dora: Program) -> None:
    new_event("autumn")
    number = _hook("autumn")
    for path in (f"{HOOKS}/{number}", f"{HOOKS}/{number}/messages", f"{HOOKS}/999999999"):
        assert dora.get(path).status_code == 404
    for act in ACTS:
        assert dora.post(f"{HOOKS}/{number}/{act}", {}).status_code == 404
    boss = of("boss", operator=True)
    assert boss.get("events/nowhere/webhooks").status_code == 404
    assert boss.post("events/nowhere/webhooks", {"url": URL}).status_code == 404
    assert Webhook.objects.count() == 1


# What it does


def test_a_secret_is_told_to_who_has_it_made_and_never_again(dora: Program) -> None:
    before = JournalEntry.objects.count()
    made = dora.post(HOOKS, {"url": URL}).json()
    row = Webhook.objects.get()
    assert made == {"webhook": row.pk, "secret": row.secret}
    assert (row.url, row.added_by, row.site) == (URL, "dora", "http://testserver/")
    renewed = dora.post(f"{HOOKS}/{row.pk}/secret", {}).json()
    kept = Webhook.objects.get()
    assert renewed["secret"] == kept.secret != row.secret == kept.old_secret
    for path in (HOOKS, f"{HOOKS}/{row.pk}", f"{HOOKS}/{row.pk}/messages"):
        said = dora.get(path).content.decode()
        assert "whsec_" not in said
    assert JournalEntry.objects.count() == before


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("", 400),
        ("https://example.org/" + "a" * 600, 400),
        (URL, 422),
        ("http://example.org/", 422),
        ("https://127.0.0.1/", 422),
        ("https://169.254.169.254/", 422),
        ("https://example.org:22/", 422),
        (" https://example.org/", 422),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(dora: Program, url: str, status: int) -> None:
    _hook()
    answer = dora.post(HOOKS, {"url": url})
    assert (answer.status_code, error(answer)["field"]) == (status, "url")
    assert Webhook.objects.count() == 1


def test_one_is_tried_paused_and_continued(
    dora: Program, receiver: Receiver, settings: Settings
) -> None:
    webhook = hooked(receiver, settings)
    path = f"{HOOKS}/{webhook.pk}"
    assert dora.post(f"{path}/trying", {}).json()["waiting"] == 1
    sent_at()
    assert kinds(receiver) == ["ping"]
    [ping] = dora.get(f"{path}/messages").json()["items"]
    assert (ping["kind"], ping["state"], ping["answered"]) == ("ping", "delivered", 204)
    assert ping["body"].encode() == receiver.taken[0][2]
    assert dora.post(f"{path}/pause", {}).json()["paused"] == "director"
    publish(1, (1, 2), (3, 4))
    assert sent_at(after(hours=1)) == 0
    shown = dora.post(f"{path}/continuation", {}).json()
    assert (shown["paused"], shown["failures"]) == ("", 0)
    sent_at(after(hours=1))
    assert kinds(receiver) == ["ping", "round.published"]


def test_a_message_that_was_given_up_is_sent_again_and_one_that_waits_is_not(
    dora: Program, receiver: Receiver, settings: Settings
) -> None:
    webhook = hooked(receiver, settings)
    path = f"{HOOKS}/{webhook.pk}"
    receiver.answering = with_status(500, b"out of order")
    dora.post(f"{path}/trying", {})
    [waiting] = dora.get(f"{path}/messages?state=waiting").json()["items"]
    sending = f"{path}/messages/{waiting['number']}/sending"
    refused = dora.post(sending, {})
    assert (refused.status_code, error(refused)["code"]) == (422, "message.waiting")
    sent_at()
    [ended] = dora.get(f"{path}/messages?state=given_up").json()["items"]
    assert (ended["answered"], ended["answer"]) == (500, "out of order")
    receiver.answering = with_status(204)
    assert dora.post(sending, {}).json()["waiting"] == 1
    sent_at(after(hours=1))
    assert Delivery.objects.get().state == "delivered"


def test_one_that_is_removed_is_gone_with_its_messages(dora: Program) -> None:
    number = _hook()
    dora.post(f"{HOOKS}/{number}/trying", {})
    assert dora.post(f"{HOOKS}/{number}/removal", {}).json()["url"] == URL
    assert (Webhook.objects.count(), Delivery.objects.count()) == (0, 0)
    assert dora.post(f"{HOOKS}/{number}/removal", {}).status_code == 404


def test_more_webhooks_and_messages_cost_no_more_queries(dora: Program) -> None:
    def asked(path: str) -> tuple[int, Any]:
        with CaptureQueriesContext(connection) as queries:
            answer = dora.get(path)
        return len(queries), answer.json()["items"]

    number = _hook()
    dora.post(f"{HOOKS}/{number}/trying", {})
    paths = (HOOKS, f"{HOOKS}/{number}/messages")
    before = [asked(path)[0] for path in paths]
    _hook(url="https://b.example/")
    Delivery.objects.update(state="delivered")
    dora.post(f"{HOOKS}/{number}/trying", {})
    after_it = [asked(path) for path in paths]
    assert [len(items) for _, items in after_it] == [2, 2]
    assert [count for count, _ in after_it] == before
    assert [one["waiting"] for one in after_it[0][1]] == [1, 0]
