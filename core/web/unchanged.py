"""Checks that the database still says what it said, in its own words, without the ORM.

Two questions, from the cheap one to the exact one. `state` is a mark that stays the same while
nobody commits anything at all. Where it changed, what was read is read again, statement by
statement, of which PostgreSQL keeps the plans: the `Basis` of what was made of it.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple, TypeVar

from django.db import Error, connection

from core.replaced import close_if_replaced

Statement = tuple[str, tuple[Any, ...]]
Rows = list[list[Any]]
T = TypeVar("T")

REMEMBERED = 64
"""The most that a process remembers; what was not asked for longest goes first."""
_SCOPES = 64
_PLACE = re.compile(r"(?<!%)%s")


class DatabaseState(NamedTuple):
    """The state of the database at a query; marks of different scopes cannot be compared."""

    scope: int
    mark: object


class Reads:
    """An execute wrapper that notes what is read while it is on the connection of this thread."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []
        self.wrote = False

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Note a statement and pass it on."""
        if many or not sql.startswith("SELECT"):
            self.wrote = True
        self.statements.append((sql, tuple(params or ())))
        return execute(sql, params, many, context)


@dataclass(slots=True)
class Basis:
    """The answers of the database to statements, and the states in which they were still right."""

    statements: Sequence[Statement]
    rows: Rows
    seen: dict[int, object] = field(default_factory=dict)

    def holds(self) -> bool:
        """Returns whether the database answers the same now; not where that cannot be told."""
        try:
            now = state()
            if now is None:
                return False
            if self.seen.get(now.scope) == now.mark:
                return True
            if rows(self.statements) != self.rows:
                return False
        except Error:
            return False  # whoever asks it next finds out why
        if len(self.seen) >= _SCOPES:
            self.seen.clear()
        self.seen[now.scope] = now.mark
        return True


@contextmanager
def noted_reads() -> Iterator[Reads]:
    """Notes what this thread reads until the block ends.

    A connection that is opened in the block gets the journal's guard as one more wrapper, behind
    this one: so this one is taken out, and not whichever came last, as Django's own block does.
    """
    reads, wrappers = Reads(), connection.execute_wrappers
    wrappers.append(reads)
    try:
        yield reads
    finally:
        wrappers.remove(reads)


def basis_of(reads: Reads, before: DatabaseState | None) -> Basis | None:
    """Returns the basis of what was made of these reads, which began in the state `before`.

    None where something was committed meanwhile: what was read before it and after it is not one
    truth. None, too, where something was written, nothing was read or the state cannot be told.
    """
    if before is None or reads.wrote or not reads.statements:
        return None
    try:
        statements = as_sent(reads.statements)
        found = rows(statements)
        now = state()
    except Error:
        return None
    return Basis(statements, found, {before.scope: before.mark}) if now == before else None


@contextmanager
def not_waiting() -> Iterator[None]:
    """Has SQLite not wait in this thread for whoever locks its file, until the block ends.

    That is an `Error` at once, where else it is one after the time-out. A connection that is opened
    in the block waits as any other.
    """
    raw: Any = connection.connection
    if raw is None or connection.vendor != "sqlite":
        yield
        return
    (usual_ms,) = raw.execute("PRAGMA busy_timeout").fetchone()
    raw.execute("PRAGMA busy_timeout=0")
    try:
        yield
    finally:
        # Where it was closed meanwhile there is another one.
        if connection.connection is raw:
            raw.execute(f"PRAGMA busy_timeout={usual_ms}")


def remembered(key: Hashable, read: Callable[[], T]) -> T:
    """Returns the value of `read`, read again only where the database says something else.

    Many get the very same: nobody may change it. None is not remembered.
    """
    kept = _remembered.get(key)
    if kept is not None and kept[1].holds():
        with _remembering:
            if key in _remembered:
                _remembered.move_to_end(key)
        for wrapper in connection.execute_wrappers:
            if isinstance(wrapper, Reads):
                wrapper.statements += kept[2]
        found: T = kept[0]
        return found
    before = state_if_any()
    with noted_reads() as reads:
        made = read()
    basis = None if made is None else basis_of(reads, before)
    if basis is not None:
        with _remembering:
            _remembered.pop(key, None)
            _remembered[key] = made, basis, reads.statements
            if len(_remembered) > REMEMBERED:
                _remembered.popitem(last=False)
    return made


def state_if_any() -> DatabaseState | None:
    """Returns the state, None where the database does not answer or cannot tell."""
    try:
        return state()
    except Error:
        return None


def state() -> DatabaseState | None:
    """Returns the mark of all that is committed, None inside a transaction.

    The marks of SQLite are those of one connection: what others commit counts up a number of its
    own, and so does what it writes itself. Those of PostgreSQL are of the whole server: which
    transactions are over, and since when it runs, for after a failover another one may be where
    this one was. Raises Error.
    """
    if connection.in_atomic_block:
        return None
    close_if_replaced()
    connection.close_if_unusable_or_obsolete()
    connection.ensure_connection()
    raw: Any = connection.connection
    with connection.wrap_database_errors:
        if connection.vendor == "sqlite":
            (version,) = raw.execute("PRAGMA data_version").fetchone()
            return DatabaseState(_scope_of(raw), (version, raw.total_changes))
        return DatabaseState(0, _cursor(raw).execute(_SNAPSHOT).fetchone())


def as_sent(statements: Sequence[Statement]) -> list[Statement]:
    """Returns Django's statements as `rows` takes them, in the words of this database."""
    if connection.vendor == "sqlite":
        return [(_PLACE.sub("?", sql).replace("%%", "%"), params) for sql, params in statements]
    return list(statements)


def counted(statements: Sequence[Statement]) -> list[Statement]:
    """Returns statements of how many rows each of these brings, whatever is in them."""
    return [(f"SELECT COUNT(*) FROM ({sql}) AS found", params) for sql, params in statements]  # noqa: S608 - Django's own statements


def rows(statements: Sequence[Statement]) -> Rows:
    """Returns the database's rows for each statement of `as_sent`; raises Error."""
    connection.ensure_connection()
    raw: Any = connection.connection
    with connection.wrap_database_errors:
        if connection.vendor == "sqlite":
            return [raw.execute(sql, params).fetchall() for sql, params in statements]
        cursor = _cursor(raw)
        return [cursor.execute(sql, params).fetchall() for sql, params in statements]


def _cursor(raw: Any) -> Any:
    """Returns a cursor that prepares, where it may: Django's own writes values into the text."""
    from psycopg import Cursor  # noqa: PLC0415 - not loaded by those who use SQLite

    return Cursor(raw)


def _scope_of(raw: object) -> int:
    """Returns a number for the connection of this thread: another one gets another number."""
    if _here.raw is not raw:
        _here.raw, _here.scope = raw, next(_scopes)
    return _here.scope


class _Here(threading.local):
    raw: object = None
    scope = 0


_SNAPSHOT = "SELECT pg_current_snapshot()::text, pg_postmaster_start_time()::text"
_here = _Here()
_scopes = count(1)
_remembering = threading.Lock()
_remembered: OrderedDict[Hashable, tuple[Any, Basis, list[Statement]]] = OrderedDict()
