"""What many tests begin with is built once in each process; afterwards its rows are laid down.

A builder whose result depends on nothing but its arguments and the rows that are there is marked
`built_once`. The rows that it wrote are remembered under both, and written again, with their keys
and moments, where the same is asked for on the same rows soon after. What came first was made by
commands.
"""

from __future__ import annotations

import pickle
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models, transaction

from core.backup.tables import all_models
from core.journal.guard import writing
from tests import databases

_KEPT = 60
_MOST_ROWS = 20_000
FRESH_S = 600.0
"""For how long rows are laid down with their moments. A test to which seconds matter forgets."""
_APART = ("auth_user", "auth_user_groups", "auth_user_user_permissions", "axes_", "django_session")
"""The tables of accounts, whose salt differs each time: no part of what a builder builds on."""

_Asked = ParamSpec("_Asked")
_Given = TypeVar("_Given")
Rows = list[tuple[Any, ...]]
State = dict[str, Rows]


@dataclass(frozen=True, slots=True)
class _Ground:
    """The result of a builder: the tables that it changed, all their rows, and what it returned."""

    changed: Mapping[str, Rows]
    returned: bytes
    built_at: float

    @property
    def is_fresh(self) -> bool:
        """Whether it was built a moment ago, by the clock that a test may have set."""
        return 0 <= time.time() - self.built_at <= FRESH_S


_grounds: OrderedDict[bytes, _Ground] = OrderedDict()
_is_plain: Callable[[], bool] = lambda: False  # noqa: E731 - until a test says otherwise
_read: tuple[object, State] | None = None
"""The last thing read in this test, and how much had been written by then."""


@contextmanager
def laid_again(is_plain: Callable[[], bool]) -> Iterator[None]:
    """Let builders lay down in this block what they built before, as long as `is_plain()`."""
    global _is_plain, _read  # noqa: PLW0603 - of the test that runs, and one runs at a time
    _is_plain, before = is_plain, _is_plain
    _read = None
    try:
        yield
    finally:
        _is_plain = before


def forget() -> None:
    """Have everything built again."""
    _grounds.clear()


def built_once(build: Callable[_Asked, _Given]) -> Callable[_Asked, _Given]:
    """Return a builder that lays down what `build` built on the same rows with the same words.

    What it returns has to be told by pickle, and whatever it does besides writing rows is done the
    first time only.
    """

    @wraps(build)
    def laid(*args: _Asked.args, **named: _Asked.kwargs) -> _Given:
        if not _is_plain():
            return build(*args, **named)
        before = _state()
        asked = (build.__module__, build.__qualname__, args, sorted(named.items()))
        people = _people()
        names = [rights for _, *rights in people]
        where = (connection.alias, connection.in_atomic_block, str(settings.LEXICA_DIR))
        place = (*where, names, sorted(before.items()))
        key = sha256(pickle.dumps((asked, place))).digest()
        if (known := _grounds.get(key)) is not None and known.is_fresh:
            _grounds.move_to_end(key)
            _lay(known.changed, before)
        else:
            began = time.time()
            returned = build(*args, **named)
            if _people() != people:
                return returned
            known = _grounds[key] = _left(before, _state(), returned, began)
            if len(_grounds) > _KEPT or sum(map(len, known.changed.values())) > _MOST_ROWS:
                _grounds.popitem(last=len(_grounds) <= _KEPT)
        given: _Given = pickle.loads(known.returned)
        return given

    return laid


def _left(before: State, after: State, returned: object, began: float) -> _Ground:
    changed = {table: rows for table, rows in after.items() if before.get(table) != rows}
    gone: State = {table: [] for table in before if table not in after}
    return _Ground(changed={**changed, **gone}, returned=pickle.dumps(returned), built_at=began)


def _models() -> dict[str, type[models.Model]]:
    found = {model._meta.db_table: model for model in all_models()}
    return {table: model for table, model in found.items() if not table.startswith(_APART)}


def _state() -> State:
    """Return every row of the tables that hold any, in order of their keys."""
    global _read  # noqa: PLW0603 - of the test that runs
    written = databases.written_so_far()
    if _read is None or _read[0] != written:
        _read = written, _every_row()
    return _read[1]


def _every_row() -> State:
    found = _models()
    each = (f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {_quoted(table)})" for table in found)
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(each))
        held = [table for (table,) in cursor.fetchall()]
        state = {}
        for table in held:
            columns = ", ".join(map(_quoted, _columns(found[table])))
            cursor.execute(f"SELECT {columns} FROM {_quoted(table)} ORDER BY 1")
            state[table] = _plain(cursor.fetchall())
    return state


def _people() -> Rows:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, username, is_staff, is_superuser FROM auth_user ORDER BY 1")
        rows: Rows = cursor.fetchall()
        return rows


def _lay(changed: Mapping[str, Rows], before: State) -> None:
    global _read  # noqa: PLW0603 - of the test that runs
    found = _models()
    with writing(), transaction.atomic(), connection.cursor() as cursor:
        for table, rows in changed.items():
            there = before.get(table, [])
            if there == rows[: len(there)]:
                rows = rows[len(there) :]  # noqa: PLW2901 - only what is missing is written
            else:
                cursor.execute(f"DELETE FROM {_quoted(table)}")
            if rows:
                columns = ", ".join(map(_quoted, _columns(found[table])))
                marks = ", ".join(["%s"] * len(rows[0]))
                into = f"INSERT INTO {_quoted(table)} ({columns}) VALUES ({marks})"
                cursor.executemany(into, rows)
        touched = [found[table] for table in changed]
        for statement in connection.ops.sequence_reset_sql(no_style(), touched):
            cursor.execute(statement)
    after = {table: rows for table, rows in {**before, **changed}.items() if rows}
    _read = databases.written_so_far(), after


def _columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def _plain(rows: Rows) -> Rows:
    """Return rows that can be compared and pickled: PostgreSQL's driver gives views of bytes."""
    if connection.vendor == "sqlite":
        return rows
    return [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows]


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
