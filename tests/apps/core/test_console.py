"""The contract that every command for other programs keeps."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.core.management.base import CommandParser, OutputWrapper
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from core import console
from core.console import ConsoleAnswer, ContractCommand
from core.errors import UserError


class Weigh(ContractCommand):
    """Weighs a number: 0 is refused, odd is no."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("number", type=int)

    def run(self, **options: Any) -> ConsoleAnswer:
        number = options["number"]
        if number == 0:
            raise UserError("Nothing to weigh.", code="zero", file="a.t", line=3, field="number")
        self.progress(number, 4)
        return ConsoleAnswer({"number": number}, f"It weighs {number}.", exit_code=number % 2)


class Ask(ContractCommand):
    """Asks a database for a row of a table that it may not have."""

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        super().__init__()
        self.database = database

    def run(self, **options: Any) -> ConsoleAnswer:
        with self.database.cursor() as cursor:
            cursor.execute("SELECT weight FROM weights")
        return ConsoleAnswer({}, "Asked.")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def weigh(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code, stdout and stderr of a call from the command line."""
    code = 0
    try:
        Weigh().run_from_argv(["manage.py", "weigh", *arguments])
    except SystemExit as left:
        code = int(left.code or 0)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_an_answer_is_one_json_document_or_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert weigh(capsys, "2", "--json") == (0, '{"number": 2}\n', "")
    assert weigh(capsys, "2") == (0, "It weighs 2.\n", "")


def test_the_answer_no_leaves_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert weigh(capsys, "3", "--json") == (1, '{"number": 3}\n', "")


def test_a_mistake_leaves_with_two_and_names_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = weigh(capsys, "0", "--json")
    assert (code, err) == (2, "")
    assert json.loads(out) == {
        "error": {
            "code": "zero",
            "message": "Nothing to weigh.",
            "file": "a.t",
            "line": 3,
            "field": "number",
        }
    }
    assert weigh(capsys, "0") == (2, "", "a.t:3: Nothing to weigh.\n")


@pytest.mark.parametrize("arguments", [(), ("two",), ("2", "--heavy")])
def test_a_command_line_that_cannot_be_read_is_a_mistake_too(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, out, _ = weigh(capsys, *arguments, "--json")
    assert code == 2
    assert json.loads(out)["error"]["code"] == "usage"
    code, out, err = weigh(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err.count("\n") == 1


def test_help_is_no_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = weigh(capsys, "--help")
    assert (code, err) == (0, "")
    assert "--json" in out


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> Iterator[BaseDatabaseWrapper]:
    """A database of which nobody made the tables, as a fresh clone has one."""
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
    connection = ConnectionHandler({"default": engine})["default"]
    monkeypatch.setattr(console, "connection", connection)
    yield connection
    connection.close()


@pytest.mark.django_db
def test_an_installation_that_was_never_set_up_is_one_sentence(
    capsys: pytest.CaptureFixture[str], empty: BaseDatabaseWrapper
) -> None:
    for arguments in ([], ["--json"]):
        with pytest.raises(SystemExit) as left:
            Ask(empty).run_from_argv(["manage.py", "ask", *arguments])
        assert left.value.code == 2
    told = capsys.readouterr()
    assert told.err == f"{console.NOT_SET_UP}\n"
    assert json.loads(told.out)["error"]["code"] == "not_set_up"


@pytest.mark.django_db
def test_any_other_trouble_with_the_database_stays_a_fault(
    empty: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    with empty.cursor() as cursor:
        cursor.execute("CREATE TABLE scales (weight integer)")
    with pytest.raises(OperationalError, match="no such table: weights"):
        call_command(Ask(empty))
    gone = Mock(side_effect=OperationalError("gone"))
    monkeypatch.setattr(empty.introspection, "table_names", gone)
    with pytest.raises(OperationalError, match="weights"):
        call_command(Ask(empty))


def test_a_caller_in_the_same_process_gets_the_same() -> None:
    out = io.StringIO()
    call_command(Weigh(), "2", "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"number": 2}
    with pytest.raises(SystemExit) as left:
        call_command(Weigh(), "0", "--json", stdout=out)
    assert left.value.code == 2


def test_progress_is_drawn_for_a_person_only() -> None:
    piped, seen = io.StringIO(), Terminal()
    for stream in (piped, seen):
        call_command(Weigh(), "4", stdout=io.StringIO(), stderr=OutputWrapper(stream))
    assert piped.getvalue() == ""
    assert seen.getvalue() == f"\r[{'#' * 30}] 4/4\n"


def test_progress_of_nothing_is_complete() -> None:
    seen = Terminal()
    Weigh(stderr=seen, no_color=True).progress(0, 0)
    assert seen.getvalue() == f"\r[{'#' * 30}] 0/0\n"
