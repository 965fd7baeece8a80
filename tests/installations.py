"""The whole program as a director starts it, in a folder of its own."""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from tests.databases import with_tables
from tests.processes import PATIENCE_S, mentioning, running, wait_until

UP = [sys.executable, "-m", "config.up"]


@dataclass
class Installation:
    """One `start.py up` in a folder of its own."""

    process: subprocess.Popen[bytes]
    port: int
    var: Path
    log: Path

    @property
    def address(self) -> str:
        """Return the address of its home page."""
        return f"http://localhost:{self.port}/"

    def said(self) -> str:
        """Return what it printed so far."""
        return self.log.read_text()

    def get(self, host: str) -> tuple[int, Mapping[str, str]]:
        """Return the status and headers of its first page, asked for under the name `host`."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as connection:
            connection.request("GET", "/", headers={"Host": host})
            answer = connection.getresponse()
            answer.read()
            return answer.status, dict(answer.headers)

    def processes(self) -> dict[int, str]:
        """Return its processes, the one that started the others included."""
        return mentioning(str(self.var))

    def await_start(self) -> None:
        """Wait until it says that it runs, or has ended, which is a failure at once."""
        wait_until(
            lambda: "Wallchart runs at" in self.said() or self.process.poll() is not None,
            what="the start",
            log=self.log,
        )
        assert "Wallchart runs at" in self.said(), self.said()

    def await_whole(self) -> None:
        """Wait until all run: itself, broker, three for the web and for the worker, clock."""
        wait_until(lambda: len(self.processes()) == 9, what="every process", log=self.log)

    def await_gone(self) -> None:
        """Wait until no process is left."""
        wait_until(lambda: not self.processes(), what="the end of all processes", log=self.log)


def environment_of(var: Path, port: int) -> dict[str, str]:
    """Return the environment of an installation that keeps everything in `var`.

    It directs no demonstration event, unless somebody asks for it: that takes most of a start.
    """
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "",
        "DEMO": "0",
        "PORT": str(port),
        "PYTHONUNBUFFERED": "1",
        "WALLCHART_VAR": str(var),
    }


@contextmanager
def installed(
    var: Path, port: int, *, log: Path | None = None, wait: bool = True, **more: str
) -> Iterator[Installation]:
    """Run an installation until the block ends; it is waited for unless told otherwise.

    Where there is no database yet it begins with the tables of the run.
    """
    if not (var / "wallchart.sqlite3").exists():
        with_tables(var)
    said = log or var.with_name(f"{var.name}.said")
    environment = {**environment_of(var, port), **more}
    with running(UP, log=said, environment=environment) as process:
        one = Installation(process=process, port=port, var=var, log=said)
        if wait:
            one.await_start()
        yield one
