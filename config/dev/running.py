"""Runs what development needs: the web server on the terminal, all else behind it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from marshmallow.validate import Range

from config import machine
from config.broker import LOG_OPTION, broker_settings
from config.database import database_hash, database_settings
from config.dev.reloaded import WEB, WORKER
from config.env import BASE_DIR, VAR_DIR, env
from config.up import ready
from config.up.asking import prepared
from config.up.children import Child, worker_children
from config.up.telling import say, why_not
from core.child_process import follow_parent

RELOADED = (sys.executable, "-m", "config.dev.reloaded")


class Stop(Exception):
    """Somebody wishes this program to end."""


def run(*, follows_parent: bool) -> int:
    """Run everything until it is to stop; return the exit code, 1 where it could not run."""
    os.chdir(BASE_DIR)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if wish := getattr(signal, name, None):  # each system has some of these
            signal.signal(wish, _stop)
    try:
        if follows_parent:
            follow_parent(os.getppid(), machine.lifeline())
        return _run(env.int("PORT", validate=Range(1, 65_535)))
    except (KeyboardInterrupt, Stop):
        return 0
    except Exception as reason:
        sentence = why_not(reason)
        if sentence is None:
            raise
        say(sentence, to=sys.stderr)
        return 1


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise Stop


def _run(port: int) -> int:
    address = f"http://localhost:{port}/"
    for folder in (VAR_DIR / "run", VAR_DIR / "log"):
        folder.mkdir(parents=True, exist_ok=True)
    with ready.lock_folder(VAR_DIR / "run" / "lock.sqlite3", address=address):
        is_first = prepared("tables", line=machine.lifeline())["is_first"]
        with _running(_behind()) as children:
            if is_first:
                _keep(prepared("first", line=machine.lifeline())["login"])
            _welcome(address)
            return _serve(port, children)


def _serve(port: int, children: Sequence[Child]) -> int:
    """Run the web server on this terminal to its end, looking after the others; return its code."""
    web = subprocess.Popen([*RELOADED, WEB, str(port)])
    try:
        while web.poll() is None:
            for child in children:
                child.look_after(say)
            time.sleep(ready.GLANCE_S)
    except KeyboardInterrupt:  # the terminal told the web server, too
        return web.wait()
    finally:
        web.terminate()
        web.wait()
    return web.returncode


@contextmanager
def _running(children: Sequence[Child]) -> Iterator[Sequence[Child]]:
    """Start these, and end them and what they started when the block ends."""
    try:
        for child in children:
            child.start()
        yield children
    finally:
        for child in reversed(children):
            child.sweep_up()


def _behind() -> list[Child]:
    """Return the children behind the web server: the broker, where it is ours, worker and clock."""
    logs, folder, line = VAR_DIR / "log", VAR_DIR / "run", machine.lifeline()
    worker, clock = worker_children(
        pool=machine.worker_pool(), schedule=folder / "beat", logs=logs, line=line
    )
    worker.command = [*RELOADED, WORKER]
    broker = broker_settings(env.str("REDIS_URL", ""), var_dir=VAR_DIR, kind=machine.broker())
    if broker.server is None:
        return [worker, clock]
    command, log = broker.server_command(folder), logs / "valkey.log"
    return [Child("The broker", command, log, line, log_option=LOG_OPTION), worker, clock]


def _login_file() -> Path:
    """Return the file that holds the login of this database."""
    database = database_settings(env.str("DATABASE_URL", ""), var_dir=VAR_DIR)
    return VAR_DIR / "run" / f"login-{database_hash(database)}"


def _keep(login: Sequence[str] | None) -> None:
    """Keep the login that was just made, readable by its owner alone: each start tells it."""
    if login is not None:
        file = _login_file()
        file.touch(mode=0o600)
        file.write_text("  ".join(login), encoding="utf-8")


def _welcome(address: str) -> None:
    say(f"Wallchart for development: {address}desk/ (Ctrl-C stops it; its data are in {VAR_DIR}).")
    file = _login_file()
    if file.exists():
        say(f"Sign in as: {file.read_text(encoding='utf-8')}")
