"""`start.py up`: what it starts, what it says, and that it leaves nothing behind."""

import errno
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis

from config.up import __main__ as program
from config.up.ready import lock_folder
from config.up.telling import CannotStart
from core.backup.asking import Wish, leave_wish, take_wish
from tests.databases import with_tables
from tests.installations import UP, Installation, environment_of, installed
from tests.processes import (
    PATIENCE_S,
    ROOT,
    a_free_port,
    mentioning,
    running,
    wait_until,
    web_answers,
)

pytestmark = pytest.mark.timeout(3 * PATIENCE_S)  # whole installations are started and awaited

Starter = Callable[..., Installation]
WEB = "config.web_server"


@pytest.fixture
def start(tmp_path: Path, free_port: int) -> Iterator[Starter]:
    """Return a function that starts an installation; it is waited for unless told otherwise."""
    with ExitStack() as stack:

        def start_one(
            *, wait: bool = True, is_first: bool = False, count: int = 1, lan: str = "0"
        ) -> Installation:
            said, var = tmp_path / f"said-{count}", tmp_path / "var"
            one = installed(var, free_port, log=said, wait=wait, is_first=is_first, LAN=lan)
            return stack.enter_context(one)

        yield start_one


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """An installation that runs for all who leave it running."""
    with installed(tmp_path_factory.mktemp("up") / "var", a_free_port()) as one:
        yield one


def _run(
    var: Path, port: int, *, command: Sequence[str] = UP, **more: str
) -> subprocess.CompletedProcess[str]:
    """Return the ended `start.py up`, with its output, where it cannot run."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment_of(var, port), **more},
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE_S,
        check=False,
    )


def _listens_on_every_address(port: int) -> bool:
    return f" 00000000:{port:04X} 00000000:0000 0A " in Path("/proc/net/tcp").read_text()


def _doing(processes: Mapping[int, str], word: str) -> list[int]:
    return [pid for pid, command in processes.items() if word in command]


def test_up_serves_pages_with_the_strict_policy_over_a_real_broker(
    up: Installation,
) -> None:
    _, headers = up.get("localhost")
    assert headers["X-Request-Id"]
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert up.get("hall.example")[0] == 400, "a name it was not given"
    with redis.Redis(unix_socket_path=str(up.var / "run" / "valkey.sock")) as client:
        assert client.ping()
    wait_until(lambda: len(_doing(up.processes(), WEB)) == 3, what="the web", log=up.log)
    up.await_whole()


def test_jobs_give_way_to_whoever_waits_for_a_page(up: Installation) -> None:
    up.await_whole()
    processes = up.processes()

    def niceness(word: str) -> set[int]:
        found = _doing(processes, word)
        return {os.getpriority(os.PRIO_PROCESS, pid) for pid in found}

    (usual,) = niceness(WEB)
    assert niceness("config.worker") == {min(usual + 10, 19)}


def test_in_a_hall_it_answers_under_any_name_and_on_every_address(start: Starter) -> None:
    up = start(lan="1")
    assert up.get("192.0.2.7")[0] != 400
    assert _listens_on_every_address(up.port)


def test_the_directors_login_is_printed_on_the_first_start_only_and_kept_nowhere(
    start: Starter,
) -> None:
    first = start(count=1, is_first=True)
    found = re.search(r"login, shown only this once: (\S+)  (\S+)", first.said())
    assert found is not None
    name, password = found.groups()
    assert name == "director"
    assert re.fullmatch(r"[a-z]{4}(-[a-z]{4}){3}", password)
    first.process.send_signal(signal.SIGTERM)
    assert first.process.wait(timeout=PATIENCE_S) == 0
    assert first.processes() == {}
    for file in (path for path in first.var.rglob("*") if path.is_file()):
        assert password.encode() not in file.read_bytes(), file
    second = start(count=2)
    assert "director" not in second.said().replace(str(second.var), "")


ALIKE = pytest.mark.deep("Other tests end a whole installation by each of these, and look as well.")


@pytest.mark.parametrize(
    "wish",
    [signal.SIGHUP, *(pytest.param(one, marks=ALIKE) for one in (signal.SIGINT, signal.SIGTERM))],
)
def test_a_wish_to_stop_ends_every_process(start: Starter, wish: signal.Signals) -> None:
    up = start()
    up.await_whole()
    up.process.send_signal(wish)
    assert up.process.wait(timeout=PATIENCE_S) == 0
    assert up.processes() == {}
    assert not (up.var / "run" / "valkey.sock").exists()


def test_a_wish_to_stop_during_the_start_ends_every_process(start: Starter) -> None:
    up = start(wait=False)
    wait_until(lambda: bool(_doing(up.processes(), WEB)), what="the web", log=up.log)
    up.process.send_signal(signal.SIGINT)
    up.process.wait(timeout=PATIENCE_S)
    assert up.processes() == {}


def test_killing_the_program_leaves_no_process_behind(start: Starter) -> None:
    up = start()
    up.await_whole()
    up.process.kill()
    up.process.wait()
    up.await_gone()


def test_killing_make_stops_what_it_started(tmp_path: Path, free_port: int) -> None:
    log, var = tmp_path / "said", tmp_path / "var"
    make = [sys.executable, "-c", f"import subprocess; subprocess.call({[*UP, '--follow-parent']})"]
    with running(make, log=log, environment=environment_of(var, free_port)) as process:
        up = Installation(process=process, port=free_port, var=var, log=log)
        up.await_start()
        process.kill()
        process.wait()
        up.await_gone()
    assert up.said().endswith("Stopping.\n")


@pytest.mark.parametrize("word", [WEB, "config.worker", "config.clock", "valkey-server"])
def test_a_part_that_dies_is_reported_and_started_again(up: Installation, word: str) -> None:
    up.await_whole()
    before, said = set(up.processes()), len(up.said())
    oldest = min(_doing(up.processes(), word))
    os.kill(oldest, signal.SIGKILL)
    wait_until(
        lambda: "was ended by SIGKILL; starting it again (1 of 5)" in up.said()[said:],
        what="the report",
        log=up.log,
    )

    def started_again() -> bool:
        now = up.processes()
        return bool(set(_doing(now, word)) - before) and oldest not in now

    wait_until(started_again, what="the new process", log=up.log)
    wait_until(lambda: web_answers(up.port), what="an answer", log=up.log)


def test_a_port_in_use_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = _run(tmp_path / "var", port)
    assert answer.returncode == 1
    assert answer.stdout == ""
    assert answer.stderr == (
        f"Port {port} cannot be opened (address already in use); choose another: python3 "
        f"start.py up PORT={port + 1}\n"
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "PORT",
            "eight",
            ('The settings in the environment are not valid: Environment variable "PORT" invalid'),
        ),
        (
            "DEBUG",
            "perhaps",
            'The settings in the environment are not valid: Environment variable "DEBUG" invalid',
        ),
        ("DATABASE_URL", "postgres://me@127.0.0.1:1/none", "The database cannot be used: "),
    ],
)
def test_a_wrong_value_in_the_environment_is_one_sentence(
    tmp_path: Path, free_port: int, name: str, value: str, sentence: str
) -> None:
    answer = _run(tmp_path / "var", free_port, **{name: value})
    assert answer.returncode == 1
    assert answer.stderr.startswith(sentence)
    assert len(answer.stderr.splitlines()) == 1


def test_a_second_start_in_the_same_folder_names_the_running_one(up: Installation) -> None:
    answer = _run(up.var, up.port)
    assert answer.returncode == 1
    assert answer.stderr == (
        f"Wallchart already runs in this folder, at http://localhost:{up.port}/ (process "
        f"{up.process.pid}); stop it with Ctrl-C first.\n"
    )
    assert up.process.poll() is None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock of a folder, as a program that is not Wallchart may."""
    with closing(sqlite3.connect(path, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def test_wallchart_is_said_to_run_only_where_it_does(tmp_path: Path) -> None:
    def told(folder: Path) -> str:
        with (
            pytest.raises(CannotStart) as refused,
            lock_folder(folder / "lock.sqlite3", address=""),
        ):
            pass
        return str(refused.value)

    held = tmp_path / "lock.held"
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with _locked(tmp_path / "lock.sqlite3"):
        for said in (None, "", "nonsense", f"{ended.pid} http://localhost:8000/"):
            held.unlink(missing_ok=True)
            if said is not None:
                held.write_text(said)
            assert told(tmp_path).startswith("Another program is using ")
        held.write_text(f"{os.getpid()} http://localhost:8000/")
        assert told(tmp_path).startswith("Wallchart already runs in this folder, at http://localh")
    # What an earlier run left behind holds nobody up.
    held.write_text(f"{os.getpid()} http://localhost:8000/")
    with lock_folder(tmp_path / "lock.sqlite3", address="http://localhost:9000/"):
        assert held.read_text() == f"{os.getpid()} http://localhost:9000/"
    assert "cannot be written (unable to open database file)" in told(tmp_path / "nowhere")
    (tmp_path / "lock.sqlite3").write_text("no database, for a power cut left half a file" * 99)
    assert "cannot be written (file is not a database)" in told(tmp_path)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/x/run"), "/x/run: No space left on"),
        (OSError(errno.EROFS, "Read-only file system", "/x/run"), "/x/run: Read-only file system"),
        (PermissionError(errno.EACCES, "Permission denied", "/x"), "/x: Permission denied"),
    ],
)
def test_a_machine_on_which_nothing_can_be_written_is_one_sentence(
    problem: OSError, said: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fails(**_: object) -> None:
        raise problem

    monkeypatch.setattr("sys.argv", ["up"])
    monkeypatch.setattr(program, "_run", fails)
    assert program.main() == 1
    told = capfd.readouterr().err
    assert told.startswith(f"Wallchart cannot run: {said}")
    assert len(told.splitlines()) == 1


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    place = tmp_path / "file" / "var"
    ran = subprocess.run(
        [sys.executable, "-c", "import config.env"],
        env=os.environ | {"WALLCHART_VAR": str(place)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (1, f"{place} cannot be made: Not a directory.\n")


def test_a_wish_that_cannot_be_taken_away_is_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    leave_wish(tmp_path, Wish(name="kept", by="ann", asked_at=datetime(2026, 1, 1, tzinfo=UTC)))
    monkeypatch.setattr("core.backup.asking._write", fails)
    monkeypatch.setattr(Path, "unlink", fails)
    assert take_wish(tmp_path) is None


_WITHOUT_PAUSES = """
import sys
from config.up import children
children.PAUSES_S = (0.0,) * len(children.PAUSES_S)
from config.up.__main__ import main
sys.exit(main())
"""


def test_a_part_that_never_stays_up_ends_the_whole_with_a_sentence(
    tmp_path: Path, free_port: int
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        f"import os, sys\nif {WEB!r} in sys.orig_argv:\n    os._exit(2)\n"
    )
    var = with_tables(tmp_path / "var")
    more = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "WEB_PROCESSES": "1"}
    answer = _run(var, free_port, command=[sys.executable, "-c", _WITHOUT_PAUSES], **more)
    assert answer.returncode == 1
    assert answer.stdout.count("The web server stopped with exit code 2; starting it again") == 5
    assert "keeps stopping" in answer.stderr
    assert "shown only this once" not in answer.stdout, "a password that nobody would use"
    assert mentioning(str(var)) == {}
