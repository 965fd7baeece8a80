"""A web server of a test's own, on the test's database."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.processes import a_free_port, running, wait_until, web_answers


@contextmanager
def serving(folder: Path, settings: str = "config.settings") -> Iterator[int]:
    """Run a web server during the block; yields its port. What a test wrote must be committed."""
    port, log = a_free_port(), folder / "web.log"
    command = [sys.executable, "-m", "config.web_server", "--port", str(port)]
    environment = {"DJANGO_SETTINGS_MODULE": settings}
    with running(command, log=log, environment=environment):
        wait_until(lambda: web_answers(port), what="the web server answering", log=log)
        yield port
