"""The program that prepares the database: what it answers, and what a start hears of that."""

from __future__ import annotations

import errno
import json
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, ProgrammingError

from config.env import VAR_DIR
from config.up import asking, preparing
from config.up.telling import CannotStart
from core.child_process import Tied, best_line, start_tied

FIRST = '{"answer": {"is_first": true}}'
LOGGED = ('{"event": "still.closing", "answer": "none"}', "a word of a library", "[1]")


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that the program says instead of preparing anything."""
    lines: list[str] = []

    def says(_: Sequence[str], **more: Any) -> Tied:
        words = [sys.executable, "-c", "import sys; print(*sys.argv[1:], sep='\\n')", *lines]
        return start_tied(words, **more)

    monkeypatch.setattr(asking, "start_tied", says)
    return lines


@pytest.mark.parametrize("where", range(len(LOGGED) + 1))
def test_the_answer_is_heard_whatever_is_logged_before_and_after_it(
    saying: list[str], where: int, capfd: pytest.CaptureFixture[str]
) -> None:
    saying += [*LOGGED[:where], FIRST, *LOGGED[where:]]
    assert asking.prepared("tables", line=best_line()) == {"is_first": True}
    assert capfd.readouterr().err.splitlines() == [*LOGGED]


def test_a_sentence_that_is_answered_is_why_it_cannot_start(saying: list[str]) -> None:
    saying += ['{"answer": {"error": "The disk is full."}}', "closed"]
    with pytest.raises(CannotStart, match=r"^The disk is full\.$"):
        asking.prepared("tables", line=best_line())


def test_where_it_ends_without_an_answer_all_of_it_is_told(
    saying: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    saying += [*LOGGED, "Traceback"]
    with pytest.raises(CannotStart, match="cannot be prepared"):
        asking.prepared("tables", line=best_line())
    assert capfd.readouterr().err.splitlines() == [*LOGGED, "Traceback"]


@pytest.fixture
def begins(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """The processes that start while the program does what only a first start does."""
    raised: list[Exception] = []

    def fails() -> None:
        raise raised[0]

    monkeypatch.setattr("sys.argv", ["preparing", "first"])
    monkeypatch.setattr(preparing, "django", SimpleNamespace(setup=list))  # the tests have done it
    monkeypatch.setattr(preparing, "begin", fails)
    return raised


def _full() -> OperationalError:
    """Returns the error that Django raises of a database that may not grow."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.Error) as held:
            database.execute("CREATE TABLE one (two)")
    problem = OperationalError(*held.value.args)
    problem.__cause__ = held.value
    return problem


def test_a_database_that_has_no_room_is_answered_as_a_sentence(
    begins: list[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    begins.append(_full())
    assert preparing.main() == 1
    said = f"Wallchart cannot run: {VAR_DIR}: database or disk is full."
    assert json.loads(capsys.readouterr().out) == {"answer": {"error": said}}


@pytest.mark.parametrize(
    "fault",
    [
        ProgrammingError("no such column"),
        KeyError("word"),
        FileNotFoundError(errno.ENOENT, "No such file or directory"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_a_fault_of_the_program_is_told_as_it_is_and_answered_by_no_sentence(
    fault: Exception, begins: list[Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    begins.append(fault)
    with pytest.raises(type(fault)) as told:
        preparing.main()
    assert told.value is fault
    assert capsys.readouterr().out == ""


@pytest.mark.django_db
def test_the_login_of_a_first_start_takes_the_name_of_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DEMO", "0")
    for name in ("director", "director7"):
        User.objects.create_user(name, password="their own")
    numbers = iter((7, 8))
    monkeypatch.setattr(preparing, "secrets", SimpleNamespace(randbelow=lambda _: next(numbers)))
    name, password = preparing.begin()["login"]
    assert name == "director8"
    made = User.objects.get(is_superuser=True)
    assert (made.username, made.check_password(password)) == (name, True)
    assert all(one.check_password("their own") for one in User.objects.exclude(pk=made.pk))
    assert preparing.begin() == {"login": None}
