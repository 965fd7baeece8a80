"""What the machines share: the event that is entered, and at the end what became of it.

It runs in a program of its own (`DO`), for this database is not the test's, and writes a line of
JSON.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from api.tokens.making import make_token
from bench.entering.ground import games, session
from core import jobs
from core.models import Job, Stream
from core.roles.table import Permission
from tournaments.event_ratings.jobs.rating import ask_to_rate
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Result, Tournament

DO = """
import sys
import django
django.setup()
from tests.worker.machines import ground
ground.write(getattr(ground, sys.argv[1])(*map(int, sys.argv[2:])))
"""
PLAYERS, ROUNDS = 40, 9
DONE_WITHIN_S = 60.0


def begin(people: int) -> dict[str, Any]:
    """Make a rated event with results to be entered in every round but the first, and log-ins.

    A job waits for the first worker.
    """
    open_games = games(1, ROUNDS - 1, players=PLAYERS)
    ask_to_rate(Tournament.objects.get(slug="grand"), ["A"])
    return {
        "page": "/desk/grand/enter/?division=A",
        "games": [(number, entry) for number, held in open_games.items() for entry in held],
        "rounds": "/api/v1/events/grand/divisions/A/rounds",
        "tokens": [_token(number) for number in range(people)],
        "sessions": [session(number) for number in range(people)],
    }


def _token(number: int) -> str:
    account = User.objects.create_user(f"program{number}", is_staff=True, is_superuser=True)
    return make_token(account, "test", tuple(Permission), days=1)[1]


def end() -> dict[str, Any]:
    """Return what was stored, once every job has ended and the journal was replayed."""
    ended = _jobs_ended()
    stream = Stream.objects.get(key="event:grand")
    compared = compare_with_replay(Tournament.objects.get(slug="grand"))
    return {
        "jobs": ended,
        "numbers": list(stream.entries.order_by("seq").values_list("seq", flat=True)),
        "entered": [
            [one.seq, one.payload["round"], one.payload["entry"], one.payload["score"]]
            for one in stream.entries.filter(command="result.entered")
        ],
        "results": Result.objects.filter(board__round__number__gt=1).count(),
        "equal": compared.equal,
        "differences": list(compared.differences),
    }


def write(found: dict[str, Any]) -> None:
    """Write it as the last line of what this program says."""
    sys.stdout.write(json.dumps(found) + "\n")


def _jobs_ended() -> list[list[Any]]:
    """Return every job's kind and state, having let the time pass that a silent worker takes."""
    deadline = time.monotonic() + DONE_WITHIN_S
    while time.monotonic() < deadline:
        silent = timezone.now() - 2 * jobs.SILENCE
        Job.objects.filter(
            state="running", heard_at__lt=timezone.now() - timedelta(seconds=5)
        ).update(heard_at=silent)
        jobs.sweep(timezone.now() + jobs.UNHEARD)
        if not Job.objects.filter(state__in=("queued", "running")).exists():
            break
        time.sleep(0.5)
    return [list(row) for row in Job.objects.order_by("pk").values_list("kind", "state")]
