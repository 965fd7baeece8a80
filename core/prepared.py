"""Statements that are asked for all day: put into SQL once a thread, and then only filled in.

Django puts a query together again each time, which takes longer than the database takes to answer
it; PostgreSQL also plans it again. What is written here as a query of the ORM, with `Given` where
its values go, is kept as the SQL that the ORM made of it, and PostgreSQL keeps its plan.
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import mark_for_rollback_on_error

from core.kept_sql import find_columns_once

T = TypeVar("T")
M = TypeVar("M", bound=Model)


TOO_LARGE = 2**63
"""No column has a whole number this large, and SQLite takes none."""


class Given(Expression):
    """A value that is given each time, for a column to be equal to: a text or a whole number."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: object, **__: object) -> tuple[str, Any]:
        return "%s", (self,)


class _Made(NamedTuple):
    """A query as SQL: `compiler` knows what its columns are."""

    query: QuerySet[Any, Any]
    compiler: SQLCompiler
    sql: str
    values: Sequence[Any]


class _Here(threading.local):
    made: _Made | None = None


class _Statement(Generic[T]):
    """The prepared form of a query in one thread, for the connection that belongs to it."""

    def __init__(self, build: Callable[..., T]) -> None:
        self._build = build
        self._here = _Here()
        self.__doc__ = build.__doc__

    def _made(self, compile_: Callable[[T], tuple[QuerySet[Any, Any], SQLCompiler]]) -> _Made:
        made = self._here.made
        if made is None or made.compiler.connection is not connections[DEFAULT_DB_ALIAS]:
            names = inspect.signature(self._build).parameters
            query, compiler = compile_(self._build(**{name: Given(name) for name in names}))
            made = self._here.made = _Made(query, compiler, *compiler.as_sql())
            find_columns_once(made.sql, compiler)
        return made


class PreparedQuery(_Statement[QuerySet[Any, T]]):
    """A query by values: called with them it returns its rows as a list."""

    def __call__(self, **values: object) -> list[T]:
        if _is_nowhere(values):
            return []
        made = self._made(lambda query: (query, query.query.get_compiler(query.db)))
        rows, compiler = made.query, copy(made.compiler)
        compiler.execute_sql = lambda *_, **__: _executed(made, values, _all_rows)  # type: ignore[assignment] # in its own words
        rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign] # made once
        # Read as the query itself would do it, which remembers what it read: no copy is needed.
        read: Any = rows._iterable_class(rows)  # noqa: SLF001 - as `iterator` does
        found: list[T] = list(read)
        return found

    def first(self, **values: object) -> T | None:
        """Returns the first of its rows, None where there is none."""
        return next(iter(self(**values)), None)


class PreparedUpdate(_Statement[tuple[QuerySet[Any, Any], dict[str, Any]]]):
    """Rows by values, and what they are set to: called it returns how many there were.

    Where it fails inside a transaction nothing but taking that back can follow, as with the ORM.
    """

    def __call__(self, **values: object) -> int:
        if _is_nowhere(values):
            return 0
        made = self._made(_update_of)
        with mark_for_rollback_on_error(DEFAULT_DB_ALIAS):
            return _executed(made, values, lambda cursor: int(cursor.rowcount))


class _Insert(NamedTuple):
    """The statement that writes a row on a connection, and the fields whose values it takes."""

    connection: Any
    fields: Sequence[Field[Any, Any]]
    sql: str


class _InsertHere(threading.local):
    made: _Insert | None = None


class PreparedInsert(Generic[M]):
    """A new row of a model: called with one, it writes it, which has its key then.

    As `save` does for a model whose key the database gives, with no signal; the row holds values
    and no expressions.
    """

    def __init__(self, model: type[M]) -> None:
        self._model = model
        self._here = _InsertHere()

    def __call__(self, row: M) -> None:
        connection: Any = connections[DEFAULT_DB_ALIAS]
        made = self._here.made
        if made is None or made.connection is not connection:
            made = self._here.made = self._made(connection, row)
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in made.fields
        ]
        with mark_for_rollback_on_error(DEFAULT_DB_ALIAS), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.cursor = _preparing(connection)
            cursor.execute(made.sql, values)
            (row.pk,) = cursor.fetchone()
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - documented

    def _made(self, connection: Any, row: M) -> _Insert:
        key = self._model._meta.pk
        fields = [field for field in self._model._meta.local_concrete_fields if field is not key]
        query = InsertQuery(self._model)
        query.insert_values(fields, [row])
        compiler: Any = query.get_compiler(connection=connection)
        compiler.returning_fields = [key]
        ((sql, _),) = compiler.as_sql()
        return _Insert(connection, fields, sql)


def _is_nowhere(values: dict[str, object]) -> bool:
    return any(isinstance(v, int) and not -TOO_LARGE <= v < TOO_LARGE for v in values.values())


def _update_of(
    wanted: tuple[QuerySet[Any, Any], dict[str, Any]],
) -> tuple[QuerySet[Any, Any], SQLCompiler]:
    query, fields = wanted
    update: Any = query.query.chain(UpdateQuery)
    update.add_update_values(fields)
    return query, update.get_compiler(query.db)


def _executed(made: _Made, values: dict[str, object], take: Callable[[Any], T]) -> T:
    """Returns the value that `take` reads off the cursor after the statement with these values."""
    connection: Any = made.compiler.connection
    filled: list[Any] = [values[v.name] if isinstance(v, Given) else v for v in made.values]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Django's own cursor writes values into the text, which is another one each time.
            cursor.cursor = _preparing(connection)
        cursor.execute(made.sql, filled)
        return take(cursor)


def _all_rows(cursor: Any) -> list[list[Any]]:
    return [cursor.fetchall()]


def _preparing(connection: Any) -> Any:
    """Returns a cursor that has PostgreSQL keep the plan, where the settings let it."""
    from django.db.backends.postgresql import base  # noqa: PLC0415 - loads psycopg

    cursor: Any = base.ServerBindingCursor
    return cursor(connection.connection)
