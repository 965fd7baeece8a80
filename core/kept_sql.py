"""The SQL of queries of one shape, put together once: what differs are the values in it.

Django puts every query together anew, with all its columns, joins and orders, which takes longer
than the database takes to answer it. Here what it made of a query is kept under all that the text
depends on. Only plain queries are kept: columns of models compared with values, whether there are
any and how many. What has other expressions goes its usual way, as does all that is not known here.
That values come out in their places is seen before anything is kept, for Django says which it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache, partial
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import (
    Count,
    ForeignKey,
    ManyToManyRel,
    ManyToOneRel,
    OneToOneField,
    OneToOneRel,
)
from django.db.models import lookups as plain
from django.db.models.expressions import Col, Star, Value
from django.db.models.fields import related_lookups as related
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler
from django.db.models.sql.datastructures import BaseTable, Join
from django.db.models.sql.where import AND, OR, WhereNode

MOST = 1000
"""More shapes than there are in all pages together: then it begins again."""
EVERY_COLUMN_HOLDS = 2**15
"""What is less, and not below zero, is in the range of every whole number column."""
LONGEST = 60
"""Of more values that one is among, hardly two queries have as many."""

_THAT_SELECTS = SQLCompiler.__name__
"""PostgreSQL's is another class of that name; those that insert, update or count have others."""
_COMPARED = frozenset(
    {
        plain.Exact,
        plain.GreaterThan,
        plain.GreaterThanOrEqual,
        plain.IntegerFieldExact,
        plain.IntegerGreaterThan,
        plain.IntegerGreaterThanOrEqual,
        plain.IntegerLessThan,
        plain.IntegerLessThanOrEqual,
        plain.LessThan,
        plain.LessThanOrEqual,
        related.RelatedExact,
    }
)
_AMONG = frozenset({plain.In, related.RelatedIn})
_ABSENT = frozenset({plain.IsNull, related.RelatedIsNull})
_JOINED_BY = frozenset({ForeignKey, ManyToManyRel, ManyToOneRel, OneToOneField, OneToOneRel})
_NOT_PLAIN = (
    *("combinator", "distinct_fields", "explain_info", "extra", "extra_order_by", "extra_tables"),
    *("group_by", "_filtered_relations"),
)
_django: Any = SQLCompiler
_as_usual = _django.as_sql
_converters_as_usual = _django.get_converters
_SHORT = 10_000
"""What is longer holds many rows, and hardly comes again."""


class _Unknown(Exception):
    """A part of a query of which it is not known here what its text depends on."""


class _Kept:
    """What Django made of a query, and how it reads the columns on the connection used last."""

    __slots__ = ("converters", "made", "sql")

    def __init__(self, sql: str, compiler: Any) -> None:
        self.sql = sql
        self.made = (
            compiler.select,
            compiler.klass_info,
            compiler.annotation_col_map,
            compiler.col_count,
            compiler.has_extra_select,
            compiler._meta_ordering,  # noqa: SLF001 - it is kept with the rest
        )
        self.converters: tuple[Any, Any] = (None, None)


_kept: dict[object, _Kept | None] = {}
"""Under the shape of a query, None where its values do not come out in their places."""


def keep_sql() -> None:
    """Have Django put queries of one shape together once; a second call changes nothing."""
    _django.as_sql, _django.get_converters = _as_sql, _get_converters
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        _mark_values_once()


def _mark_values_once() -> None:
    """Have the values of a text that comes again marked as SQLite marks them, once."""
    from django.db.backends.sqlite3.base import SQLiteCursorWrapper  # noqa: PLC0415 - only there

    cursors: Any = SQLiteCursorWrapper
    plain = cursors.convert_query
    if getattr(plain, "marks_once", False):
        return
    marked = lru_cache(maxsize=MOST)(partial(plain, None))

    def convert_query(self: Any, query: str, *, param_names: Any = None) -> Any:
        if param_names is None and len(query) < _SHORT:
            return marked(query)
        return plain(self, query, param_names=param_names)

    convert_query.marks_once = True  # type: ignore[attr-defined] # so that it is done once
    cursors.convert_query = convert_query


def find_columns_once(sql: str, compiler: Any) -> None:
    """Have a compiler that made some SQL, and its copies, find out once how columns are read."""
    if type(compiler).__name__ == _THAT_SELECTS:
        compiler.kept = _Kept(sql, compiler)


def _as_sql(self: Any, with_limits: bool = True, with_col_aliases: bool = False) -> Any:
    if type(self).__name__ != _THAT_SELECTS or not with_limits or with_col_aliases:
        return _as_usual(self, with_limits, with_col_aliases)
    values: list[Any] = []
    try:
        shape = _shape(self, values)
    except _Unknown:
        return _as_usual(self)
    if shape not in _kept:
        return _made(self, shape, values)
    kept = _kept.get(shape)
    if kept is None:
        return _as_usual(self)
    self.kept = kept
    (
        self.select,
        self.klass_info,
        self.annotation_col_map,
        self.col_count,
        self.has_extra_select,
        self._meta_ordering,
    ) = kept.made
    return kept.sql, tuple(values)


def _made(compiler: Any, shape: object, values: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """Return what Django makes of a query, kept if these are all its values, in this order."""
    sql, params = _as_usual(compiler)
    in_place = [*map(type, params)] == [*map(type, values)] and [*params] == [*values]
    if len(_kept) >= MOST:
        _kept.clear()
    _kept[shape] = _Kept(sql, compiler) if in_place else None
    return sql, tuple(params)


def _get_converters(self: Any, expressions: Sequence[Any]) -> Any:
    """Return how the columns are read, which is found out once for all of a kept query."""
    kept = vars(self).get("kept")
    if kept is None or len(expressions) != self.col_count:
        return _converters_as_usual(self, expressions)
    connection, converters = kept.converters
    if connection is not self.connection:
        converters = _converters_as_usual(self, expressions)
        kept.converters = self.connection, converters
    return converters


def _shape(compiler: Any, values: list[Any]) -> object:
    """Return all that the text of a query depends on, and add its values. Raises _Unknown."""
    query, connection = compiler.query, compiler.connection
    held = vars(query)
    if type(query) is not Query or any(held.get(name) for name in _NOT_PLAIN):
        raise _Unknown
    if any(type(name) is not str for name in query.order_by):
        raise _Unknown
    if query.select_for_update and connection.features.has_select_for_update:
        raise _Unknown
    selected = None if query.selected is None else tuple(query.selected.items())
    if selected and any(type(place) is not int for _, place in selected):
        raise _Unknown
    names, are_left_out = query.deferred_loading
    return (
        *(connection.vendor, compiler.using, compiler.elide_empty, query.model),
        *(query.subquery, query.alias_prefix, tuple(query.external_aliases.items())),
        tuple([_annotation(*named, connection, values) for named in query.annotations.items()]),
        None if query.annotation_select_mask is None else tuple(query.annotation_select_mask),
        tuple(map(_join, query.alias_map.items(), query.alias_refcount.values())),
        _conditions(query.where, connection, values),
        tuple(map(_column, query.select)),
        selected,
        *(query.order_by, query.low_mark, query.high_mark, query.distinct),
        *(query.default_cols, query.default_ordering, query.standard_ordering),
        _paths(query.select_related),
        *(frozenset(names), are_left_out, query.max_depth),
    )


def _annotation(name: str, expression: Any, connection: Any, values: list[Any]) -> object:
    if type(expression) is Value and type(expression.value) in (int, str):
        field = expression.output_field
        values.append(field.get_db_prep_value(expression.value, connection=connection))
        return name, type(field)
    # Of a plain count of rows there is nothing else to say: a star takes neither of the rest.
    if type(expression) is Count and type(expression.source_expressions[0]) is Star:
        return name, Count
    raise _Unknown


def _join(named: tuple[str, Any], used: int) -> object:
    alias, join = named
    if type(join) is BaseTable:
        return alias, join.table_name, bool(used)
    by = type(join.join_field)
    if type(join) is not Join or by not in _JOINED_BY or join.filtered_relation:
        raise _Unknown
    return alias, join.table_name, join.parent_alias, join.join_type, join.join_cols, by, bool(used)


def _column(expression: Any) -> object:
    if type(expression) is not Col:
        raise _Unknown
    field, seen_as = expression.target, expression.output_field
    return (expression.alias, field, None if seen_as is field else seen_as)


def _paths(related_ones: Any) -> object:
    if not isinstance(related_ones, dict):
        return related_ones
    return tuple((name, _paths(below)) for name, below in related_ones.items())


def _conditions(node: WhereNode, connection: Any, values: list[Any]) -> object:
    if type(node) is not WhereNode or node.connector not in (AND, OR):
        raise _Unknown
    shapes: list[object] = [node.connector, node.negated]
    for child in node.children:
        if type(child) is WhereNode:
            shapes.append(_conditions(child, connection, values))
        else:
            shapes.append(_condition(child, connection, values))
    return tuple(shapes)


def _condition(lookup: Any, connection: Any, values: list[Any]) -> object:
    """Return the shape of one comparison, and add what it compares with."""
    kind = type(lookup)
    if kind not in _COMPARED and kind not in _AMONG and kind not in _ABSENT:
        raise _Unknown
    column, given = _column(lookup.lhs), lookup.rhs
    if type(given) is bool:
        return kind, column, given
    if kind in _ABSENT:
        raise _Unknown
    if kind in _COMPARED:
        _check(given)
        values += lookup.get_db_prep_lookup(given, connection)[1]
        return kind, column
    if type(given) not in (list, tuple) or len(given) > LONGEST:
        raise _Unknown
    among = [one for one in given if one is not None]
    for one in among:
        _check(one)
    among = [*dict.fromkeys(among)]
    if not among:
        raise _Unknown
    values += lookup.get_db_prep_lookup(among, connection)[1]
    return kind, column, len(among)


def _check(value: Any) -> None:
    """Raise _Unknown for what is no plain value, or may lie beyond a column."""
    kind = type(value)
    if kind is int:
        if not 0 <= value < EVERY_COLUMN_HOLDS:
            raise _Unknown
    elif not isinstance(value, str | date):
        raise _Unknown
