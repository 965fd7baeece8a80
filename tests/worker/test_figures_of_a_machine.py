"""Whichever web process is asked for the figures, it tells those of all on its machine."""

from __future__ import annotations

import re
import socket
import sys
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.installations import as_left, environment_of
from tests.processes import PATIENCE_S, mentioning, running, wait_until, web_answers

PROCESSES = 3
ASKED = 40
TOKEN = "of the scraper"


def ask(port: int, path: str) -> str:
    """Return the body of an answer, asked for over a connection of its own."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as web:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        web.request("GET", path, headers=headers)
        answer = web.getresponse()
        assert answer.status == 200
        return answer.read().decode()


@pytest.mark.timeout(2 * PATIENCE_S)
def test_the_figures_of_all_web_processes_are_added_up(tmp_path: Path, free_port: int) -> None:
    var, log = as_left(tmp_path / "var"), tmp_path / "log"
    old = var / "run" / "metrics" / "counter_1.db"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"of the server before")
    environment = {**environment_of(var, free_port), "METRICS_TOKEN": TOKEN}
    with socket.create_server(("127.0.0.1", free_port)) as listener:
        command = [
            *(sys.executable, "-m", "config.web_server", "--socket", str(listener.fileno())),
            *("--processes", str(PROCESSES)),
        ]
        with running(command, log=log, environment=environment, handed_on=[listener.fileno()]):
            wait_until(lambda: web_answers(free_port), what="a page", log=log)
            wait_until(lambda: len(mentioning(str(var))) == PROCESSES + 1, what="forks", log=log)
            for _ in range(ASKED):
                ask(free_port, "/healthz")
            told = [ask(free_port, "/metrics") for _ in range(2 * PROCESSES)]
    for one in told:
        (count,) = re.findall(
            r'^wallchart_requests_total\{status="200",view="healthz"\} (\S+)$', one, re.MULTILINE
        )
        assert float(count) == ASKED
        assert "wallchart_queue_age_seconds 0.0" in one
    kept = {path.name.rpartition("_")[2] for path in old.parent.glob("counter_*.db")}
    assert not old.exists()
    assert len(kept) > 1, "only one of them was ever asked"
