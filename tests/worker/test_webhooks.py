"""A real worker tells a real receiver, asked by the command that enters a result."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings as config
from pytest_django import Settings

from config.broker import Broker
from tests.apps.tournaments.desk_events import enter, new_event, publish
from tests.apps.tournaments.webhooks.hooked import hooked, kinds
from tests.apps.tournaments.webhooks.receivers import receiving
from tests.processes import PATIENCE_S, wait_until
from tests.worker.workers import own_worker
from tournaments.models import Delivery

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(3 * PATIENCE_S)]


def test_a_receiver_is_told_of_a_round_and_of_a_result_by_a_worker(
    broker: Broker, tmp_path: Path, settings: Settings
) -> None:
    log = tmp_path / "worker.log"
    new_event()
    with receiving() as receiver:
        hooked(receiver, settings)
        allowed = {"WEBHOOK_RECEIVERS": f"127.0.0.1:{receiver.port}"}
        with own_worker(log, allowed):
            publish(1, (1, 2), (3, 4))
            enter(1, 1, 400, 300)
            wait_until(
                lambda: Delivery.objects.filter(state="delivered").count() == 2,
                what="two messages",
                log=log,
            )
        assert kinds(receiver) == ["round.published", "result.entered"]


def test_no_receiver_in_the_network_of_this_machine_is_allowed_unless_it_is_named() -> None:
    assert config.WEBHOOK_RECEIVERS == []
