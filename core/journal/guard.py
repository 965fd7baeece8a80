"""The guard: rows that a journal backs are written inside a command and nowhere else.

`watch` is a database execute wrapper that `core.apps` puts on every connection, in the web server,
the workers, the console and the tests: a write that bypasses the journal is a bug that shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

WRITTEN_OUTSIDE_COMMANDS: dict[str, str] = {
    "auth_": "accounts belong to no event; an operator makes them, and the log says who did",
    "api_token": "a token is of an account; the log says who made and who revoked it",
    "axes_": "counts failed sign-ins before anybody is known",
    "clubs_booknews": "derived by a worker from the results",
    "clubs_bookpart": "derived by a worker from the results",
    "clubs_bookplace": "derived by a worker from the results",
    "clubs_bookplaceholder": "derived by a worker from the results",
    "clubs_bookplayer": "derived by a worker from the results",
    "clubs_bookrecording": "derived by a worker from the records",
    "clubs_bookstate": "how far the workers are with the book of records",
    "clubs_nightreport": "what mails say: it can be made again",
    "clubs_reportmail": "a mail that was asked for by a command, and how sending it went",
    "core_job": "a job is work asked for by a command; its progress belongs to the worker",
    "core_keptkey": "proves links of every event; made with the tables, and in no journal",
    "core_lease": "shows who does what only one worker at a time may do",
    "core_machine": "what this installation is among the machines of a hall, each by itself",
    "core_spare": "which machines may follow this one; a secret belongs in no journal",
    "core_sharedfile": "a file of this installation, named by its content or by a token",
    "core_sharedpiece": "a part of such a file",
    "core_storedpage": "a page rendered once; it can be thrown away and made again",
    "core_withheld": "records that a request was answered and not done, while a copy may come late",
    "django_content_type": "made by migrations",
    "django_migrations": "made by migrations",
    "otp_": "the second step of signing in belongs to an account and to no event",
    "new__": "SQLite rebuilds a table under this name while it migrates",
    "django_session": "who is signed in",
    "games_gamefigures": "derived by a worker from the records",
    "games_playerfigures": "derived by a worker from the records",
    "people_portrait": "the pixels of a picture, as long as the register names it",
    "ratings_eventrating": "derived by a worker from the results",
    "ratings_liststate": "how far the workers are with a list",
    "ratings_proposedrating": "derived by a worker from the results",
    "ratings_ratedevent": "copied by a worker from the results of an event",
    "ratings_recompute": "what a worker computed, until it is put in force or let go",
    "ratings_standing": "derived by a worker from the results",
    "tournaments_delivery": "a message to a program, made from the journal and sent by a worker",
    "tournaments_deskpresence": "who types at which board for some seconds; no command asks for it",
    "tournaments_divisionrating": "derived by a worker from the results",
    "tournaments_divisioncontention": "derived by a worker from the results",
    "tournaments_divisionmedals": "derived by a worker from the book of records",
    "tournaments_entryrating": "derived by a worker from the results",
    "tournaments_phonetally": "counts what phones try before anybody is known",
    "tournaments_setupdraft": "answers before there is an event; its commands are given at once",
    "tournaments_webhost": "where this machine sends public pages, and how the last sending went",
    "tournaments_lifeboat": "the folder of this machine for copies, and how the last copy went",
    "tournaments_webhook": "a program that is told, with a secret, which belongs in no journal",
}

_WRITE = re.compile(
    r"^\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE(?:\s+TABLE)?)"
    r'\s+["`]?(?P<table>\w+)',
    re.IGNORECASE,
)
_writing: ContextVar[bool] = ContextVar("writing", default=False)
_reading: ContextVar[bool] = ContextVar("reading", default=False)


class WrittenOutsideCommand(Exception):
    """A bug: a row that the journal backs was written without a command, or any where none may."""


@contextmanager
def writing() -> Iterator[None]:
    """Marks the block as a command's own; nested blocks are fine."""
    token = _writing.set(True)
    try:
        yield
    finally:
        _writing.reset(token)


@contextmanager
def reading() -> Iterator[None]:
    """Forbids every write in the block, to tables that the journal does not back as well."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Passes a statement on unless it writes a journal-backed table outside a command.

    Nothing is written where everything is only read.
    """
    if _reading.get() or not _writing.get():
        write = _WRITE.match(sql)
        if write and (_reading.get() or not _allowed(write["table"])):
            raise WrittenOutsideCommand(f"{write['table']} was written outside a command")
    return execute(sql, params, many, context)


def _allowed(table: str) -> bool:
    return any(
        table == name or (name.endswith("_") and table.startswith(name))
        for name in WRITTEN_OUTSIDE_COMMANDS
    )
