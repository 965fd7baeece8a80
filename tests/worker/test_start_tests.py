"""`start.py` as it runs tests: every part is run, and told at the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import start
from tests.processes import PATIENCE_S, ROOT, running, wait_until


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that are done at once: a check and a suite fail, each by a code of its own."""

    def saying(word: str, code: int) -> tuple[str, ...]:
        program = f"import os, sys; print('{word}', os.environ['DEPTH']); sys.exit({code})"
        return ("{python}", "-c", program)

    monkeypatch.setattr(start, "set_up", lambda _: None)
    monkeypatch.setenv("DEPTH", "")  # so that it is put back: the program sets it
    monkeypatch.delenv("DEPTH")
    checks = {"lint": (saying("linted", 0), saying("formatted", 3)), "types": (saying("typed", 0),)}
    monkeypatch.setattr(start, "CHECKS", checks)
    suites: Any = {
        "tests on SQLite": (saying("one", 5), {}),
        "tests on PostgreSQL": (saying("two", 0), {}),
    }
    monkeypatch.setattr(start, "SUITES", dict.fromkeys(("test", "quick", "deep"), suites))


def test_everything_is_run_whatever_failed_and_told_by_name_at_the_end(
    parts: None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert start.main(["test"]) == 3
    lines = [line for line in capfd.readouterr().out.splitlines() if line and line[0] != "$"]
    said, told = lines[:5], [line.split("  ")[:2] for line in lines[5:]]
    assert said == ["one test", "two test", "linted test", "formatted test", "typed test"]
    assert told == [
        ["FAILED", "lint"],
        ["passed", "types"],
        ["FAILED", "tests on SQLite"],
        ["passed", "tests on PostgreSQL"],
    ]


def test_a_command_that_was_killed_has_failed(
    parts: None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    well = ("{python}", "-c", "")
    killed = ("{python}", "-c", "import os; os.kill(os.getpid(), 9)")
    monkeypatch.setattr(start, "CHECKS", {"lint": (well, killed)})
    assert start.main(["lint"]) == -signal.SIGKILL
    assert "FAILED  lint" in capfd.readouterr().out


def test_all_is_well_where_every_part_is(
    parts: None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(start, "CHECKS", {"types": start.CHECKS["types"]})
    monkeypatch.setattr(start, "SUITES", {"test": {"tests": (start.CHECKS["types"][0], {})}})
    assert start.main(["test"]) == 0
    assert "FAILED" not in capfd.readouterr().out
    assert start.main(["types"]) == 0


@pytest.mark.parametrize(
    ("words", "depth"), [(["quick"], "quick"), (["deep"], "deep"), (["deep", "DEPTH=30"], "30")]
)
def test_the_tests_dig_as_deep_as_the_word_or_as_somebody_says(
    parts: None, capfd: pytest.CaptureFixture[str], words: list[str], depth: str
) -> None:
    assert start.main(words) == 3
    assert f"two {depth}\n" in capfd.readouterr().out


def test_the_second_database_is_given_the_modules_in_which_something_is_marked_for_it() -> None:
    marked = set(start._both())
    assert "tests/apps/core/test_backup.py" in marked, "marked as a whole"
    assert "tests/worker/test_lifeboat.py" in marked, "one test is marked"
    assert "tests/apps/tournaments/public/test_public_pages.py" not in marked
    assert "tests/contracts/test_choosing.py" not in marked, "it only tells of the mark"
    command, environment = start.SUITES["test"]["tests on PostgreSQL"]
    assert command[-3:] == ("{both}", "-m", "both_databases")
    assert environment == {"WALLCHART_TEST_DB": "postgres", "DEPTH": "quick"}


def test_a_deep_run_leaves_nothing_out() -> None:
    for command, environment in start.SUITES["deep"].values():
        assert "-m" not in command[3:]
        assert "DEPTH" not in environment
    folders = tuple(f"{folder}/" for folder in start._database())
    assert [module for module in start._both() if not module.startswith(folders)] == []


def test_a_suite_of_which_nobody_can_say_what_it_runs_has_failed_and_the_checks_are_told(
    parts: None, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def cannot() -> list[str]:
        subprocess.run([sys.executable, "-c", "import sys; sys.exit(4)"], check=True)
        return []

    monkeypatch.setitem(start._MANY, "{changed}", cannot)
    monkeypatch.setattr(start, "SUITES", {"quick": {"tests": (("{python}", "{changed}"), {})}})
    assert start.main(["quick"]) == 3, "that of the first that failed"
    told = capfd.readouterr().out
    assert ("FAILED  tests" in told, "passed  types" in told) == (True, True)


@pytest.mark.parametrize("word", ["test", "quick", "deep"])
def test_make_says_the_same_words(word: str) -> None:
    said = ["make", "--no-print-directory", "--dry-run", word]
    # Whoever ran these tests by make may have named another Python, which make hands on.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    plain.pop("PYTHON", None)
    ran = subprocess.run(said, cwd=ROOT, env=plain, capture_output=True, text=True, check=True)
    assert ran.stdout == f"exec python3 start.py {word}\n"


def _program(waits_on: Path) -> str:
    """Returns a program whose tests put nothing away before they are waited for a second time."""
    running_tests = (
        "import pathlib, time\n"
        "try:\n    print('it runs', flush=True); time.sleep(600)\n"
        f"finally:\n    on, end = pathlib.Path({str(waits_on)!r}), time.monotonic() + 60\n"
        "    while not on.exists() and time.monotonic() < end: time.sleep(0.01)\n"
        "    print('put away', flush=True)\n"
    )
    return (
        "import pathlib, signal, subprocess, sys, start\n"
        # Whoever started these tests in the background has them ignore it, and what they start.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "start.set_up, start.CHECKS = lambda _: None, {}\n"
        "waited, as_it_is = [], subprocess.Popen.wait\n"
        "def wait(tests, timeout=None):\n"
        "    waited.append(tests)\n"
        f"    if len(waited) == 2: pathlib.Path({str(waits_on)!r}).touch()\n"
        "    return as_it_is(tests, timeout)\n"
        "subprocess.Popen.wait = wait\n"
        f"one = ('{{python}}', '-c', {running_tests!r})\n"
        "start.SUITES = {'test': {'one': (one, {}), 'two': (('no',), {})}}\n"
        "sys.exit(start.main(['test']))\n"
    )


def test_whoever_interrupts_the_tests_waits_until_they_have_put_everything_away(
    tmp_path: Path,
) -> None:
    log = tmp_path / "said"
    with running([sys.executable, "-c", _program(tmp_path / "waits-on")], log=log) as process:
        wait_until(lambda: "\nit runs\n" in log.read_text(), what="the tests", log=log)
        os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C in a terminal
        assert process.wait(timeout=PATIENCE_S) == start.INTERRUPTED
    assert "put away" in log.read_text().splitlines()
    assert "no" not in log.read_text().split(), "nothing else is begun"
