"""The whole program as a director starts it, in a folder of its own."""

import fcntl
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection
from pathlib import Path
from shutil import copyfile, copytree

from tests.databases import with_tables
from tests.processes import PATIENCE_S, ROOT, mentioning, running, wait_until
from tests.settings import RUN_DIR

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
        """Return the text that it printed so far."""
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
    var: Path,
    port: int,
    *,
    log: Path | None = None,
    wait: bool = True,
    is_first: bool = False,
    **more: str,
) -> Iterator[Installation]:
    """Run an installation until the block ends; it is waited for unless told otherwise.

    Where there is no database yet it is as an earlier start left it, or, for a start that
    `is_first`, has the tables and no login.
    """
    if not (var / "wallchart.sqlite3").exists():
        (with_tables if is_first else as_left)(var)
    said = log or var.with_name(f"{var.name}.said")
    environment = {**environment_of(var, port), **more}
    with running(UP, log=said, environment=environment) as process:
        one = Installation(process=process, port=port, var=var, log=said)
        if wait:
            one.await_start()
        yield one


def as_left(var: Path) -> Path:
    """Make a `var` folder what an earlier start left, with an account and no event; return it.

    Nobody can log in with that account, which may do everything.
    """
    with_tables(var)
    with_static_files(var)
    _with_login(var)
    return var


def direct_an_event(
    environment: Mapping[str, str], *, players: int = 6, rounds: int = 1, planned: int = 1
) -> None:
    """Direct an event `spring`, of rounds that are played, in the database of an environment.

    As many as it has were `planned`, or so many more that are not paired yet.
    """
    make = (
        "import django; django.setup()\n"
        "from tests.builders.events import a_played_event\n"
        f"a_played_event(players={players}, rounds={rounds}, planned={max(rounds, planned)})"
    )
    subprocess.run([sys.executable, "-c", make], cwd=ROOT, env=dict(environment), check=True)


def with_static_files(var: Path) -> None:
    """Put the static files into a `var` folder, as a start collects them."""
    made = _made_static_files()
    copytree(made / "static", var / "static")
    (var / "run").mkdir(mode=0o700, exist_ok=True)
    copyfile(made / "run" / "static", var / "run" / "static")


def _with_login(var: Path) -> None:
    with closing(sqlite3.connect(var / "wallchart.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO auth_user (username, password, is_superuser, is_staff, is_active,"
            " first_name, last_name, email, date_joined)"
            " VALUES ('boss', '!', 1, 1, 1, '', '', '', '2026-01-01 00:00:00')"
        )


@cache
def _made_static_files() -> Path:
    """Return the `var` folder of the run with the static files; whoever needs it first makes it."""
    var = RUN_DIR / "collected"
    with (RUN_DIR / "collected.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not (var / "run" / "static").exists():
            with_tables(var)
            subprocess.run(
                [sys.executable, "-m", "config.up.preparing", "tables"],
                cwd=ROOT,
                env={**os.environ, **environment_of(var, 1)},
                check=True,
                capture_output=True,
            )
    return var
