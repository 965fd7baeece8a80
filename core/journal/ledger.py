"""The ledger: every row that a command writes goes through it and is recorded by natural key.

A change is `{"row": [kind, key], "before": fields, "after": fields}`; `before` is None for a new
row and `after` for a removed one; an update holds only the fields that it changed. A link to
another row is recorded as that row's natural key, so a journal means the same in any database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.db.models import Field, Model, ProtectedError, QuerySet

from core.journal.errors import Refused
from core.phrases import phrase

Key = list[Any]
Change = dict[str, Any]


@dataclass(frozen=True)
class RowKind:
    """The names and recorded fields of the rows of one model.

    `key` are attribute paths that name a row inside a stream (empty: the stream has only one);
    `fields` are recorded as they are, `links` map a foreign key to the kind it points at, and
    `scope` is the lookup from the model to the stream's own key. What is `derived` follows from
    other rows; `settle` makes it fit before a row is put back.
    """

    name: str
    model: type[Model]
    key: tuple[str, ...]
    fields: tuple[str, ...]
    scope: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    derived: tuple[str, ...] = ()
    settle: Callable[[Any], None] | None = None

    def key_of(self, row: Model) -> Key:
        """Returns the natural key of a row of this kind."""
        return [_plain(_follow(row, path)) for path in self.key]

    def find(self, scope: str, key: Sequence[Any]) -> Model | None:
        """Returns the row with this natural key in the stream, or None."""
        where = {path.replace(".", "__"): value for path, value in zip(self.key, key, strict=True)}
        if self.scope:
            where[self.scope] = scope
        return self._with_key().filter(**where).first()

    def _with_key(self) -> QuerySet[Model]:
        """Returns all rows, each with what names it, which would else take a query for each step.

        Of the rows on the way only that is read: a round holds why each of its boards.
        """
        rows = self.model._default_manager.all()
        paths = [path.replace(".", "__") for path in self.key if "." in path]
        if not paths:
            return rows
        own = [one.name for one in self.model._meta.concrete_fields]
        return rows.select_related(*(path.rpartition("__")[0] for path in paths)).only(*own, *paths)


KINDS: dict[str, RowKind] = {}
_BY_MODEL: dict[type[Model], RowKind] = {}


def register_rows(*kinds: RowKind) -> None:
    """Adds kinds of rows that the ledger may write; called once when the apps are ready."""
    for kind in kinds:
        KINDS[kind.name] = kind
        _BY_MODEL[kind.model] = kind


def journaled_models() -> tuple[type[Model], ...]:
    """Returns every model whose rows only a command may write."""
    return tuple(_BY_MODEL)


def recorded(kind: RowKind, row: Model, names: Sequence[str] | None = None) -> Change:
    """Returns fields of a row, all unless some are named, as a journal records them."""
    chosen = (*kind.fields, *kind.links) if names is None else names
    return {name: _value(kind, row, name) for name in chosen}


def _value(kind: RowKind, row: Model, name: str) -> Any:
    value = getattr(row, name)
    if name in kind.links:
        return None if value is None else KINDS[kind.links[name]].key_of(value)
    return _plain(value)


def _plain(value: Any) -> Any:
    """Returns a value as JSON has it: a date or a time as its text."""
    return value.isoformat() if hasattr(value, "isoformat") else value


class Ledger:
    """Collects the changes of one command in one stream (`scope` is the stream's own key)."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.changes: list[Change] = []
        self._removed: dict[str, Change] = {}

    def remember(self, changes: Sequence[Change]) -> None:
        """Keeps how the rows were that these changes removed, for when they are made again."""
        for change in changes:
            if change["after"] is None:
                self._removed[repr(change["row"])] = change["before"]

    def create(self, row: Model) -> None:
        """Saves a new row and records it."""
        kind = _BY_MODEL[type(row)]
        row.save(force_insert=True)
        self._record(kind, kind.key_of(row), None, recorded(kind, row))

    def update(self, row: Model, **values: Any) -> bool:
        """Changes fields of a row and records them; returns whether anything differed."""
        kind = _BY_MODEL[type(row)]
        values = {name: value for name, value in values.items() if getattr(row, name) != value}
        if not values:
            return False
        key, names = kind.key_of(row), tuple(values)
        before = recorded(kind, row, names)
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=names)
        self._record(kind, key, before, recorded(kind, row, names))
        return True

    def delete(self, row: Model) -> None:
        """Removes a row and records what it held."""
        kind = _BY_MODEL[type(row)]
        key, before = kind.key_of(row), recorded(kind, row)
        row.delete()
        self._record(kind, key, before, None)

    def create_many(self, rows: Sequence[Model]) -> None:
        """Saves many new rows of one kind at once and records each."""
        if not rows:
            return
        kind = _BY_MODEL[type(rows[0])]
        kind.model._default_manager.bulk_create(rows, batch_size=2000)
        for row in rows:
            self._record(kind, kind.key_of(row), None, recorded(kind, row))

    def update_many(self, rows: Sequence[Model], **values: Any) -> None:
        """Gives the same values to many rows of one kind in one statement and records each."""
        if not rows:
            return
        kind, names = _BY_MODEL[type(rows[0])], tuple(values)
        befores = [recorded(kind, row, names) for row in rows]
        kind.model._default_manager.filter(pk__in=[row.pk for row in rows]).update(**values)
        for row, before in zip(rows, befores, strict=True):
            for name, value in values.items():
                setattr(row, name, value)
            self._record(kind, kind.key_of(row), before, recorded(kind, row, names))

    def create_unrecorded(self, model: type[Model], rows: Iterable[Model]) -> None:
        """Saves many new rows at once without recording each.

        Only for a command that overrides `take_back` and `redo`, because its payload already
        says everything that these rows hold.
        """
        model._default_manager.bulk_create(rows, batch_size=2000)

    def revert(self, changes: Sequence[Change]) -> None:
        """Takes recorded changes back, the last first.

        Raises Refused (code `undo.moved_on`, the row's key in `field`) when a row is no longer as
        these changes left it.
        """
        settled: set[str] = set()
        for change in reversed(changes):
            name = repr(change["row"])
            check = name not in settled
            settled.add(name)
            self._put(change["row"], change["after"], change["before"], check=check)

    def reapply(self, changes: Sequence[Change]) -> None:
        """Makes recorded changes again, under the same condition as `revert`."""
        self.revert(
            [
                {"row": c["row"], "before": c["after"], "after": c["before"]}
                for c in reversed(changes)
            ]
        )

    def _put(self, name: Sequence[Any], now: Any, then: Any, *, check: bool) -> None:
        kind = KINDS[name[0]]
        row = kind.find(self.scope, name[1])
        if (row is None) != (now is None):
            raise _moved_on(name)
        if row is not None and check and not self._stands(kind, row, now):
            raise _moved_on(name)
        try:
            with transaction.atomic():
                self._write(kind, row, name, then)
        except (ProtectedError, IntegrityError) as held:
            raise _moved_on(name) from held

    def _write(self, kind: RowKind, row: Model | None, name: Sequence[Any], then: Any) -> None:
        if row is None:
            last = self._removed.get(repr(list(name)), then)
            # What was recorded before a field was there says nothing of it: the row itself does.
            values = last | then | {field: last[field] for field in kind.derived}
            again = kind.model(**self._load(kind, values))
            if kind.settle is not None:
                kind.settle(again)
            self.create(again)
        elif then is None:
            self.delete(row)
        else:
            self.update(row, **self._settled(kind, row, self._load(kind, then)))

    def _settled(self, kind: RowKind, row: Model, values: Change) -> Change:
        """Returns the values with what is derived as it can be now, whoever took it meanwhile."""
        if kind.settle is None:
            return values
        aimed = copy(row)
        for name, value in values.items():
            setattr(aimed, name, value)
        kind.settle(aimed)
        return values | {name: getattr(aimed, name) for name in kind.derived}

    def _stands(self, kind: RowKind, row: Model, now: Change) -> bool:
        values = {name: value for name, value in now.items() if name not in kind.derived}
        return recorded(kind, row, tuple(values)) == values

    def _load(self, kind: RowKind, values: Mapping[str, Any]) -> dict[str, Any]:
        loaded = {}
        for name, value in values.items():
            if name in kind.links:
                target = KINDS[kind.links[name]]
                loaded[name] = None if value is None else target.find(self.scope, value)
                if value is not None and loaded[name] is None:
                    raise _moved_on([target.name, value])
            else:
                column = cast("Field[Any, Any]", kind.model._meta.get_field(name))
                loaded[name] = column.to_python(value)
        return loaded

    def _record(self, kind: RowKind, key: Key, before: Any, after: Any) -> None:
        self.changes.append({"row": [kind.name, key], "before": before, "after": after})


def _follow(row: Any, path: str) -> Any:
    for step in path.split("."):
        row = getattr(row, step)
    return row


def _moved_on(name: Sequence[Any]) -> Refused:
    return Refused(
        phrase("This cannot be undone: something that it changed has been changed again since."),
        code="undo.moved_on",
        field=repr(list(name)),
    )
