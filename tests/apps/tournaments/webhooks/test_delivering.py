"""Messages arrive once they can, in order, signed, and no receiver holds up another."""

from __future__ import annotations

import base64
import hashlib
import hmac
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from core.jobs import Postponed, Progress, run
from core.locks import exclusive
from core.models import Job
from tests.apps.tournaments.desk_events import SLUG, enter, new_event, publish
from tests.apps.tournaments.webhooks.hooked import (
    NOON,
    after,
    hooked,
    kinds,
    sent_at,
    told,
)
from tests.apps.tournaments.webhooks.receivers import Receiver, receiving, with_status
from tests.logs import capture_logs
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import setting_up
from tournaments.webhooks.jobs import delivering
from tournaments.webhooks.jobs.asking import ask_after, ask_to_send
from tournaments.webhooks.jobs.delivering import TRIES, ask_if_due, send_due, wait_before
from tournaments.webhooks.queries.waiting import KEPT, make_messages
from tournaments.webhooks.sending.posting import Response
from tournaments.webhooks.sending.signing import new_secret

pytestmark = pytest.mark.django_db

REFUSING = with_status(500, b"out of order")
TAKING = with_status(204)


@pytest.fixture
def webhook(receiver: Receiver, settings: Settings) -> Webhook:
    """An event whose round 1 was published after its webhook was added."""
    new_event()
    webhook = hooked(receiver, settings)
    publish(1, (1, 2), (3, 4))
    return webhook


def again(webhook: Webhook) -> Webhook:
    """Return the webhook as it is now."""
    return Webhook.objects.get(pk=webhook.pk)


def states() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("state", flat=True))


def is_signed(receiver: Receiver, place: int, secret: str) -> bool:
    """Check a message as a receiver does, by code of its own."""
    _, headers, body = receiver.taken[place]
    text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body.decode()}"
    key = base64.b64decode(secret.partition("_")[2])
    right = base64.b64encode(hmac.new(key, text.encode(), hashlib.sha256).digest()).decode()
    return f"v1,{right}" in headers["webhook-signature"].split(" ")


# Signed


def test_a_message_is_signed_by_the_secret_and_by_no_other(
    receiver: Receiver, webhook: Webhook
) -> None:
    sent_at()
    assert is_signed(receiver, 0, webhook.secret)
    assert not is_signed(receiver, 0, new_secret())
    headers = receiver.taken[0][1]
    assert headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    assert headers["Content-Type"] == "application/json; charset=utf-8"


def test_a_renewed_secret_signs_beside_the_one_before_for_a_day(
    receiver: Receiver, webhook: Webhook
) -> None:
    setting_up.renew_secret(webhook, NOON, "dora")
    new = again(webhook).secret
    assert new != webhook.secret
    sent_at(after(hours=23))
    enter(1, 1, 400, 300)
    sent_at(after(hours=25))
    signed = [[is_signed(receiver, n, one) for one in (new, webhook.secret)] for n in (0, 1)]
    assert signed == [[True, True], [True, False]]


# Tried again


def test_what_fails_is_tried_again_ever_more_rarely_and_given_up_after_about_a_day(
    receiver: Receiver, webhook: Webhook
) -> None:
    receiver.answering = REFUSING
    moment, waits = NOON, []
    while not again(webhook).paused:
        assert sent_at(moment) == 1
        due = again(webhook).due_at
        if due is not None:
            assert sent_at(due - timedelta(milliseconds=1)) == 0
            waits.append((due - moment).total_seconds())
            moment = due
    assert len(receiver.taken) == TRIES
    assert len({headers["webhook-id"] for _, headers, _ in receiver.taken}) == 1
    usual = [10, 40, 160, 640, 2560, 10240, 21600, 21600, 21600]
    assert all(usual <= wait <= 1.2 * usual for usual, wait in zip(usual, waits, strict=True))
    assert timedelta(hours=21) < moment - NOON < timedelta(hours=27)
    assert (again(webhook).paused, states()) == ("failed", ["given_up"])
    assert sent_at(after(days=30)) == 0


def test_no_two_waits_are_alike() -> None:
    assert len({wait_before(5) for _ in range(20)}) > 15


def test_a_message_that_was_taken_ends_the_failures(receiver: Receiver, webhook: Webhook) -> None:
    receiver.answering = REFUSING
    sent_at()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.answer, delivery.attempts) == (500, "out of order", 1)
    assert delivery.error == "It answered with status 500."
    assert again(webhook).failures == 1
    receiver.answering = TAKING
    assert sent_at(after(minutes=1)) == 1
    assert (again(webhook).failures, again(webhook).due_at, states()) == (0, None, ["delivered"])


def test_later_messages_wait_for_the_one_that_fails_and_arrive_in_order(
    receiver: Receiver, webhook: Webhook
) -> None:
    receiver.answering = REFUSING
    sent_at()
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    assert sent_at(after(seconds=5)) == 0
    receiver.answering = TAKING
    receiver.taken.clear()
    assert sent_at(after(minutes=1)) == 3
    assert kinds(receiver) == ["round.published", "result.entered", "result.entered"]
    logs = [body["data"]["log"] for body in told(receiver)]
    assert logs == sorted(logs)


def test_a_receiver_that_is_gone_is_left_at_once(receiver: Receiver, webhook: Webhook) -> None:
    receiver.answering = with_status(410)
    assert sent_at() == 1
    assert (again(webhook).paused, states()) == ("gone", ["given_up"])


# Paused, continued, sent again, removed


def test_while_paused_nothing_is_sent_or_kept_and_then_all_is_told(
    receiver: Receiver, webhook: Webhook
) -> None:
    setting_up.pause(webhook, NOON, "dora")
    enter(1, 1, 400, 300)
    assert (sent_at(), states()) == (0, [])
    setting_up.go_on(webhook, "dora")
    assert sent_at() == 2
    assert kinds(receiver) == ["round.published", "result.entered"]


def test_a_message_that_was_given_up_is_sent_again_as_it_was(
    receiver: Receiver, webhook: Webhook
) -> None:
    receiver.answering = with_status(410)
    sent_at()
    receiver.answering = TAKING
    setting_up.go_on(webhook, "dora")
    assert sent_at(after(hours=1)) == 0
    assert setting_up.send_again(webhook, Delivery.objects.get().pk)
    assert sent_at(after(hours=1)) == 1
    first, second = receiver.taken
    assert first[2] == second[2]
    assert first[1]["webhook-id"] == second[1]["webhook-id"]
    assert first[1]["webhook-signature"] != second[1]["webhook-signature"]
    assert states() == ["delivered"]


def test_a_message_of_another_webhook_is_not_sent_again(webhook: Webhook) -> None:
    sent_at()
    other = setting_up.add_webhook(
        webhook.event, "https://example.org/", site="https://a/", by="dora", now=NOON
    )
    assert not setting_up.send_again(other, Delivery.objects.get().pk)


def test_a_ping_is_tried_once_and_waits_for_no_pause_and_no_failure(
    receiver: Receiver, webhook: Webhook
) -> None:
    receiver.answering = REFUSING
    sent_at()
    setting_up.pause(webhook, NOON, "dora")
    setting_up.try_now(webhook, NOON)
    setting_up.try_now(webhook, NOON)
    assert sent_at() == 1
    assert kinds(receiver) == ["round.published", "ping"]
    assert told(receiver)[1]["data"] == {
        "event": {"slug": SLUG, "name": "Spring"},
        "links": {
            "api": "https://hall.example/api/v1/events/spring",
            "event": "https://hall.example/events/spring/",
        },
    }
    assert states() == ["waiting", "given_up"]
    assert (again(webhook).failures, again(webhook).paused) == (1, "director")


def test_a_webhook_that_is_removed_while_it_is_told_leaves_nothing(webhook: Webhook) -> None:
    asked = threading.Event()

    def answering(_attempt: Any, _now: datetime) -> Response:
        asked.wait(60)
        return Response(500, error="no")

    def remove() -> None:
        Webhook.objects.all().delete()
        asked.set()

    assert send_due(now=lambda: NOON, post_one=answering, going_on=remove) == 1
    assert not Delivery.objects.exists()


def test_of_the_messages_that_ended_the_last_hundred_are_kept(webhook: Webhook) -> None:
    rows = [
        Delivery(webhook=webhook, message=f"m{n}", kind="ping", state="delivered", made_at=NOON)
        for n in range(KEPT + 20)
    ]
    Delivery.objects.bulk_create(rows)
    make_messages()
    assert states() == ["delivered"] * KEPT + ["waiting"]


# Made once, each slow one by itself


def test_messages_are_made_once_however_often_one_looks(webhook: Webhook) -> None:
    assert [make_messages() for _ in range(3)] == [1, 0, 0]
    enter(1, 1, 400, 300)
    assert [make_messages() for _ in range(2)] == [1, 0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases("locks")
def test_two_that_look_at_the_same_time_make_each_message_once(
    receiver: Receiver, settings: Settings
) -> None:
    new_event()
    hooked(receiver, settings)
    publish(1, (1, 2), (3, 4))
    begin = threading.Barrier(3)

    def make() -> None:
        begin.wait()
        try:
            make_messages()
        finally:
            connection.close()

    threads = [threading.Thread(target=make) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Delivery.objects.count() == 1


def test_a_receiver_that_hangs_delays_no_other(
    receiver: Receiver, webhook: Webhook, settings: Settings
) -> None:
    """The slow one answers only once the other has been told everything."""
    all_told = threading.Event()

    def slow(handler: BaseHTTPRequestHandler) -> None:
        assert all_told.wait(60)
        TAKING(handler)

    receiver.answering = slow
    with receiving() as other:

        def count(handler: BaseHTTPRequestHandler) -> None:
            if len(other.taken) == 3:
                all_told.set()
            TAKING(handler)

        other.answering = count
        webhook_of_other = hooked(other, settings)
        for entry in (1, 3):
            enter(1, entry, 400, 300)
        setting_up.try_now(webhook_of_other, NOON)
        assert sent_at() == 6
    assert kinds(other) == ["ping", "result.entered", "result.entered"]
    assert kinds(receiver) == ["round.published", "result.entered", "result.entered"]


def test_a_bug_in_sending_fails_one_message_and_is_logged(
    webhook: Webhook,
) -> None:
    def broken(*_: Any) -> Response:
        raise RuntimeError("a bug")

    with capture_logs() as lines:
        assert send_due(now=lambda: NOON, post_one=broken) == 1
    assert [line["event"] for line in lines] == ["webhook.fault"]
    assert Delivery.objects.get().error == "This is a fault in the program; see the log."


# Asked for


def test_a_command_asks_for_its_webhooks_to_be_told(
    receiver: Receiver,
    settings: Settings,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    new_event()
    hooked(receiver, settings)
    new_event("autumn")
    with django_capture_on_commit_callbacks(execute=True):
        publish(1, (1, 2), (3, 4), slug="autumn")
    assert not Job.objects.filter(kind="webhooks.send").exists()
    with django_capture_on_commit_callbacks(execute=True):
        publish(1, (1, 2), (3, 4))
    assert Job.objects.filter(kind="webhooks.send").count() == 1


def test_what_a_process_died_over_and_what_failed_is_found_by_the_clock(
    receiver: Receiver, webhook: Webhook
) -> None:
    receiver.answering = REFUSING
    ask_if_due(NOON)
    assert Job.objects.count() == 1
    sent_at()
    Job.objects.all().delete()
    ask_if_due(after(seconds=9))
    assert not Job.objects.exists()
    ask_if_due(after(seconds=13))
    assert Job.objects.count() == 1


def test_an_event_without_webhooks_costs_one_query(
    django_assert_num_queries: Callable[..., Any],
) -> None:
    new_event()
    with django_assert_num_queries(1):
        ask_after(SLUG)


def test_looking_while_nothing_is_due_costs_two_queries(
    webhook: Webhook, django_assert_num_queries: Callable[..., Any]
) -> None:
    sent_at()
    with django_assert_num_queries(2):
        ask_if_due(NOON)


def test_a_job_sends_and_waits_while_another_worker_is_at_it(
    receiver: Receiver, webhook: Webhook
) -> None:
    ask_to_send()
    job = Job.objects.get()
    with exclusive("webhooks"):
        assert not run(job.pk)
    job.refresh_from_db()
    assert (job.state, receiver.taken) == ("queued", [])
    assert run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result, len(receiver.taken)) == ("done", {"sent": 1}, 1)
    with exclusive("webhooks"), pytest.raises(Postponed):
        delivering.send(Progress(job), {})
