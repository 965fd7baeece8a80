"""An event of which a forecast is made, and where it is shown."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from core import jobs
from core.models import Job
from tests.apps.tournaments.desk_events import SLUG, enter, give, new_event, publish
from tests.builders.grounds import built_once
from tournaments.contention.jobs import ask_to_forecast
from tournaments.models import Division, Tournament
from tournaments.rounds.commands.pairing_rules import ChangePairingRules


@built_once
def two_rounds_played() -> Tournament:
    """Plays two of three rounds: Ada has won both, two places have a prize."""
    new_event()
    give(ChangePairingRules(event=SLUG, division="A", places=2))
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    enter(1, 3, 420, 350)
    publish(2, (1, 3), (2, 4))
    enter(2, 1, 410, 400)
    enter(2, 2, 390, 380)
    return Tournament.objects.get()


def show_to_all() -> None:
    give(ChangePairingRules(event=SLUG, division="A", contention_is_public=True))


def address(name: str = "desk-contention") -> str:
    return reverse(name, args=(SLUG,))


def public(client: Client) -> Any:
    return client.get(f"/events/{SLUG}/A/contention/")


def forecast_now() -> Job:
    """Ask for the forecast, and do it here."""
    job = ask_to_forecast(Tournament.objects.get(), ["A"])
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == "done", job.error
    return job


def division() -> Division:
    return Division.objects.select_related("contention", "tournament").get()
