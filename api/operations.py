"""What programs may ask for: each operation said once, from which all else is made.

A feature registers its operations in its `api.py`. Addresses, permissions, answers, errors and the
description (OpenAPI) follow from what stands here. Nothing here loads Django REST framework.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from functools import cache
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet

from api.apps import OPERATIONS
from core.actors import Actor
from core.journal.command import Command
from core.roles.table import Permission

_NONE: frozenset[str] = frozenset()

Path = Mapping[str, Any]
Stream = Callable[[Path], str]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, and the values that stand in the address.

    `query` is what stands after its question mark, in the shape that the operation names.
    `only_event` is the slug of the only event of a token, and `key` the Idempotency-Key of the
    request, each empty where there is none. `site` is the address under which who asks reached
    this installation, with the slash at its end.
    """

    actor: Actor
    path: Path
    query: Any = None
    only_event: str = ""
    key: str = ""
    site: str = ""

    def __getitem__(self, name: str) -> Any:
        """Returns a value of the address."""
        return self.path[name]


@dataclass(frozen=True, kw_only=True)
class Operation:
    """Base of all: `path` is a route below `/api/v1/`, `says` one sentence for the description.

    `rate` names a limit of its own among `API_RATES`, counted by token and by address. A body that
    `brings_files` may be large, and is read only of who may ask for this; `LARGE_JSON_AT`, or
    `PHOTO_JSON_AT`, has its address.
    """

    path: str
    name: str
    says: str = ""
    rate: str = ""
    brings_files: bool = False

    @property
    def method(self) -> str:
        """The method of HTTP by which it is asked for."""
        return "GET"


def no_stream(_: Path) -> str:
    """Returns the stream of what belongs to no journal."""
    return ""


@dataclass(frozen=True, kw_only=True)
class ReadOperation(Operation):
    """Base of the operations that read.

    `permission` is what the reader needs in the journal that `stream` names.
    `shape` is the dataclass of the answer, or of each of its items. `query` is the dataclass of
    what may stand after the question mark, whose fields are strings, numbers or dates and all
    have defaults. `refuses` is whether it may have to say in a sentence why there is no answer.
    """

    shape: type
    query: type | None = None
    permission: Permission = Permission.PUBLIC
    stream: Stream = no_stream
    refuses: bool = False


class VersionedAnswer(NamedTuple):
    """A public answer: the version of what it is made from, and how it is made.

    `make` returns the version that it was made from in the end, and the answer in its shape.
    """

    version: str
    make: Callable[[], tuple[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Stored(ReadOperation):
    """A public answer, rendered once for each version and stored as pages are.

    `page` returns it by the values of the address; it, or making it, raises NoSuchPage or Http404
    where there is none. `rows` names the list in it whose items `fields=` makes sparse.
    """

    page: Callable[..., VersionedAnswer]
    rows: str = ""


@dataclass(frozen=True, kw_only=True)
class One(ReadOperation):
    """One thing. `find` returns it in its shape, or raises Http404.

    Its ETag is a hash of it, and what a command at the same address names in `If-Match`.
    """

    find: Callable[[Asked], Any]


@dataclass(frozen=True, kw_only=True)
class Listing(ReadOperation):
    """A list by pages. `rows` returns a queryset, `row` one of its rows in the shape.

    `order` is a whole number that no two rows share, by which they come; `-` before it has the
    greatest first. `filters` are those of django-filter: lookups by field.
    """

    rows: Callable[[Asked], QuerySet[Any]]
    row: Callable[[Any], Any]
    order: str = "pk"
    filters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    model: type[Model] | None = None


@dataclass(frozen=True, kw_only=True)
class Whole(ReadOperation):
    """A list that is short by its nature, in one answer: `items` returns it in the shape."""

    items: Callable[[Asked], Sequence[Any]]


@dataclass(frozen=True, kw_only=True)
class Paged(ReadOperation):
    """A list that is computed, by pages: `items` returns all of it, in the shape where neither of
    these is: `row` returns one of it in the shape, `rows` those of a page.

    Its cursor is a place in it: where something comes or goes between two pages, one may be read
    twice or passed over.
    """

    items: Callable[[Asked], Sequence[Any] | QuerySet[Any]]
    row: Callable[[Any], Any] | None = None
    rows: Callable[[Any], Sequence[Any]] | None = None

    def shown(self, part: Any) -> Sequence[Any]:
        """Returns the items of a page in the shape."""
        if self.rows is not None:
            return self.rows(part)
        return [self.row(one) for one in part] if self.row else list(part)


class SentFile(NamedTuple):
    """A file to be sent: its name, its media type, and its bytes in parts."""

    name: str
    kind: str
    parts: Iterable[bytes]


@dataclass(frozen=True, kw_only=True)
class Download(ReadOperation):
    """A file of one of the media types `kinds`.

    `file` returns it, or raises Http404 or a UserError.
    """

    file: Callable[[Asked], SentFile]
    kinds: Sequence[str]
    shape: type = SentFile
    refuses: bool = True


class LongWork(NamedTuple):
    """A command that a job gives where it takes long.

    `ask` queues it then, under a key that makes it harmless twice, and returns the job in `shape`;
    None where the command is given at once.
    """

    shape: type
    ask: Callable[[Asked, Any, str], Any]


@dataclass(frozen=True, kw_only=True)
class Give(Operation):
    """A command, given by a request.

    The values of the address are its fields under the same names, or those in `renamed`. `filled`
    gives the `optional` fields where the body leaves them out. `hidden` are never taken from it:
    `settled` gives those that the command needs. `takes` is a dataclass of further fields of the
    body, and `made` returns the command's fields that come from them. `scope` names where the
    command's permission is needed, and a token of one event counts, where that is asked before
    anything is made of the request, or is not the command's journal. `given_as` returns who gives
    it in the journal, where that is not the account but whoever `scope` let in. `long` has a job
    give it where it takes long. `told_once` returns what the answer has besides that of the
    command, and no journal keeps: secrets, made of `api.fresh_keys`.
    """

    command: type[Command]
    verb: str = "POST"
    renamed: Mapping[str, str] = field(default_factory=dict)
    filled: Callable[[Asked], Mapping[str, Any]] | None = None
    settled: Callable[[Asked], Mapping[str, Any]] | None = None
    hidden: Sequence[str] = ()
    optional: Sequence[str] = ()
    takes: type | None = None
    made: Callable[[Asked, Any], Mapping[str, Any]] | None = None
    given_as: Callable[[Asked], Actor] | None = None
    scope: Stream | None = None
    long: LongWork | None = None
    told_once: Callable[[Asked], Mapping[str, Any]] | None = None

    def __post_init__(self) -> None:
        """Raises ValueError where somebody else would give it, and nobody be asked for a right."""
        if self.given_as and not self.scope:
            raise ValueError(f"{self.name} names nobody who may give it")

    @property
    def method(self) -> str:
        """The method of HTTP by which it is given."""
        return self.verb

    def fields_of(self, path: Path) -> dict[str, Any]:
        """Returns the fields of the command that stand in the address, by their names there."""
        return {
            self.renamed.get(name, name): value
            for name, value in path.items()
            if self.renamed.get(name, name) in self.field_names
        }

    @property
    def field_names(self) -> frozenset[str]:
        """The names of the command's fields."""
        return frozenset(one.name for one in dataclass_fields(self.command))

    @property
    def taken_names(self) -> frozenset[str]:
        """The names of the further fields of the body."""
        return frozenset(one.name for one in dataclass_fields(self.takes)) if self.takes else _NONE


@dataclass(frozen=True, kw_only=True)
class Act(Operation):
    """What is no command, with the `reason`: it asks for a job, or asks something in a body.

    `takes` is the dataclass of the body; `does` acts on it and returns the answer in `shape`, or
    raises a UserError. Sent twice, it is done twice: an equal job that waits is the same job.
    """

    takes: type
    shape: type
    does: Callable[[Asked, Any], Any]
    reason: str
    permission: Permission
    stream: Stream = no_stream

    @property
    def method(self) -> str:
        """The method of HTTP by which it is asked for."""
        return "POST"


_operations: dict[tuple[str, str], tuple[str, Operation]] = {}
_names: set[str] = set()


def register_api(tag: str, *operations: Operation) -> None:
    """Registers the operations of a feature under a heading; raises ValueError for one twice."""
    for one in operations:
        key = one.path, one.method
        if key in _operations or one.name in _names:
            raise ValueError(f"two operations are {one.method} {one.path} or called {one.name}")
        _operations[key] = tag, one
        _names.add(one.name)
    _by_path.cache_clear()


def all_operations() -> list[tuple[str, Operation]]:
    """Returns every operation there is with its heading, by address and method."""
    OPERATIONS.load()
    return [_operations[key] for key in sorted(_operations)]


def by_path() -> Mapping[str, Mapping[str, Operation]]:
    """Returns the operations of each address by method."""
    OPERATIONS.load()
    return _by_path()


@cache
def _by_path() -> Mapping[str, Mapping[str, Operation]]:
    """Returns them as they are registered now, which every request asks for."""
    found: dict[str, dict[str, Operation]] = {}
    for _, one in all_operations():
        found.setdefault(one.path, {})[one.method] = one
    return found
