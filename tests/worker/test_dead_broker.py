"""Without broker and worker an event goes on; what waited is done when they are back."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from celery import Celery

from config.broker import broker_settings
from core import jobs
from tests.builders.events import circle
from tests.installations import as_left
from tests.processes import PATIENCE_S, ROOT, mentioning, running, wait_until

PLAYERS = 6
UP = [sys.executable, "-m", "config.up"]
_HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
GROUND = f"""
import django
django.setup()
from tests.builders.events import a_played_event
from django.contrib.auth import get_user_model
a_played_event(players={PLAYERS}, rounds=2, planned=4, open_games=3)
get_user_model().objects.create_superuser("ann", None, "correct horse")
"""


class Desk:
    """A browser, as far as forms go: it keeps cookies and sends the token of the page."""

    def __init__(self, port: int) -> None:
        self._root = f"http://localhost:{port}"
        self._browser: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))

    def page(self, path: str) -> str:
        """Return a page."""
        with self._browser.open(self._root + path, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())

    def send(self, path: str, page: str = "", **typed: object) -> str:
        """Send to `path` what is typed and what its form on `page` hides; return what comes back.

        Without a `page` the form is on `path` itself.
        """
        hidden = dict(_HIDDEN.findall(self.page(page or path)))
        body = urlencode({**hidden, **typed}).encode()
        with self._browser.open(self._root + path, body, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())


@pytest.fixture
def ground(tmp_path: Path, free_port: int) -> dict[str, str]:
    """The environment of an installation with an event whose second round is being played."""
    environment = {
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PORT": str(free_port),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "REDIS_URL": "",
        "WALLCHART_VAR": str(tmp_path / "var"),
    }
    as_left(tmp_path / "var")
    make = [sys.executable, "-c", GROUND]
    subprocess.run(make, env={**os.environ, **environment}, cwd=ROOT, check=True)
    return environment


@pytest.mark.timeout(
    4 * PATIENCE_S
)  # a whole installation is made, started, half killed and awaited
def test_without_broker_and_worker_results_go_in_and_the_ratings_catch_up(
    tmp_path: Path, free_port: int, ground: dict[str, str]
) -> None:
    log, var = tmp_path / "said", str(tmp_path / "var")

    def doing(*words: str) -> list[int]:
        held = mentioning(var).items()
        return [pid for pid, command in held if any(word in command for word in words)]

    worker = ("config.worker", "config.clock")

    with running(UP, log=log, environment=ground) as up:
        wait_until(lambda: "Wallchart runs at" in log.read_text(), what="the start", log=log)
        wait_until(lambda: len(doing(*worker)) >= 4, what="the worker", log=log)
        desk = Desk(free_port)
        desk.send("/accounts/login/", username="ann", password="correct horse")
        # Held still, the supervisor starts nothing again; what it started is killed.
        up.send_signal(signal.SIGSTOP)
        for pid in doing(*worker, "valkey-server"):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not doing(*worker, "valkey-server"), what="their end", log=log)

        for one, _ in circle(PLAYERS, 2)[0]:
            address = f"/desk/spring/enter-result/?division=A&round=2&entry={one}"
            assert "Traceback" not in desk.send(address, score=400 + one, opponent_score=350)
        shown = desk.page("/desk/spring/round/?division=A&round=2")
        assert "3 of 3 results" in " ".join(shown.split())
        asked = desk.send("/desk/spring/rate/", "/desk/spring/")
        assert "waiting for a worker" in asked
        assert "waiting for a worker" in desk.page("/desk/spring/")

        up.send_signal(signal.SIGCONT)
        wait_until(
            lambda: (
                "waiting for a worker" not in (page := desk.page("/desk/spring/"))
                and "from all results so far" in page
            ),
            what="the ratings",
            log=log,
        )


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server that takes a connection and never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        monkeypatch.setattr(jobs, "_left_alone_until", 0.0)
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def test_a_broker_that_does_not_answer_is_asked_once_and_then_left_alone(
    monkeypatch: pytest.MonkeyPatch, silent: str
) -> None:
    named = broker_settings(silent, var_dir=Path("/nowhere"))
    app = Celery("sender", broker=named.url, set_as_current=False)
    app.conf.broker_transport_options = named.transport_options
    asked: list[int] = []

    def send_task(name: str, arguments: tuple[int], **options: Any) -> None:
        asked.extend(arguments)
        app.send_task(name, arguments, **options)

    monkeypatch.setattr("config.celery.app.send_task", send_task)
    assert [jobs.ring(number) for number in (1, 2, 3)] == [False, False, False]
    assert asked == [1]
    monkeypatch.setattr(jobs, "_left_alone_until", 0.0)
    assert jobs.ring(4) is False
    assert asked == [1, 4]
    app.close()


def test_a_broker_that_refuses_costs_nothing_and_is_asked_every_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def send_task(_: str, arguments: tuple[int], **__: Any) -> None:
        asked.extend(arguments)
        raise ConnectionRefusedError

    monkeypatch.setattr(jobs, "_left_alone_until", 0.0)
    monkeypatch.setattr("config.celery.app.send_task", send_task)
    assert [jobs.ring(number) for number in (1, 2)] == [False, False]
    assert asked == [1, 2]
