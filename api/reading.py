"""Reads: pages of lists by a cursor, filters, sparse fields, and tags that say what changed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http import (
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    StreamingHttpResponse,
)
from django.utils.http import content_disposition_header
from django_filters.filters import (
    BooleanFilter,
    ChoiceFilter,
    DateFilter,
    DateTimeFilter,
    Filter,
    NumberFilter,
)
from django_filters.filterset import FilterSet, filterset_factory
from rest_framework.pagination import CursorPagination
from rest_framework.utils.urls import replace_query_param

from api.operations import (
    Asked,
    Download,
    Listing,
    One,
    Paged,
    ReadOperation,
    SentFile,
    Stored,
    Whole,
)
from api.stored import as_json
from api.strict_json import LARGEST, MalformedRequest
from core.phrases import phrase
from core.web.pages import KNOWN, accepted_form
from core.web.store import JSON

FIELDS, CURSOR, LIMIT = "fields", "cursor", "limit"
USUAL, MOST = 50, 200
_LONGEST = 400
_TEXT = {"type": "string", "maxLength": _LONGEST, "pattern": r"^[^\x00-\x1f\x7f]*$"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_COUNT = re.compile(r"0|[1-9][0-9]{0,9}")
_AT = re.compile(r"`\$\.(?P<name>\w+)`")


class MalformedQuery(MalformedRequest):
    """The part of an address after its question mark is not understood."""


class ByCursor(CursorPagination):
    """Pages of a list that stay where they are while rows come and go."""

    page_size, max_page_size = USUAL, MOST
    cursor_query_param, page_size_query_param = CURSOR, LIMIT

    def decode_cursor(self, request: Any) -> Any:
        """Returns the place in the list; MalformedQuery for one that was not given here."""
        said = request.query_params.get(CURSOR)
        if said is None:
            return None
        try:
            cursor: Any = super().decode_cursor(request)
            _check_place(cursor)
        except Exception as wrong:
            raise MalformedQuery(
                phrase("This cursor was not given here."), code="query.cursor", field=CURSOR
            ) from wrong
        return cursor


def _check_place(cursor: Any) -> None:
    """Raises ValueError for a place that is no row's: only whole numbers order lists here."""
    place = cursor.position
    if place is None and not (cursor.offset or cursor.reverse):
        raise ValueError(place)
    if place is not None and not (place.isascii() and place.isdecimal() and len(place) < 16):
        raise ValueError(place)


def answer_read(request: Any, operation: ReadOperation, asked: Asked) -> HttpResponseBase:
    """Returns the answer to a read: a file, its JSON under a tag, or that it is known (304).

    `request` is that of Django REST framework. Raises MalformedQuery, and what finding raises.
    """
    query = query_of(request, query_names(operation))
    asked = replace(asked, query=_asked_for(operation, query))
    wanted = _wanted(operation, query)
    if isinstance(operation, Download):
        return _sent(operation.file(asked))
    if isinstance(operation, Listing):
        body = _page(request, operation, asked, query, wanted)
    elif isinstance(operation, Paged):
        body = _part(request, operation, asked, query, wanted)
    elif isinstance(operation, Whole):
        body = {"items": [sparse(one, wanted) for one in operation.items(asked)]}
    elif isinstance(operation, One):
        body = sparse(operation.find(asked), wanted)
    else:
        raise NotImplementedError(operation)
    return tagged(request, as_json(body))


def _sent(file: SentFile) -> StreamingHttpResponse:
    """Returns a file to be kept by who asked for it, and by nobody between."""
    answer = StreamingHttpResponse(file.parts, content_type=file.kind)
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=file.name
    )
    answer["Cache-Control"] = "no-store"
    return answer


def tagged(request: Any, body: bytes) -> HttpResponse:
    """Returns JSON for one reader, or a 304 where they hold it."""
    mark = mark_of(body)
    known = accepted_form(request.META, mark) == KNOWN
    answer = HttpResponseNotModified() if known else HttpResponse(body, content_type=JSON)
    answer["ETag"] = f'"{mark}"'
    answer["Cache-Control"] = "private, no-cache"
    return answer


def mark_of(body: bytes) -> str:
    """Returns the tag of an answer: equal answers have equal ones."""
    return hashlib.sha256(body).hexdigest()[:32]


def mark_now(operation: One, asked: Asked) -> str:
    """Returns the tag that a whole thing has now, as its reader was told."""
    if operation.query is not None:
        asked = replace(asked, query=operation.query())
    return mark_of(as_json(sparse(operation.find(asked), None)))


def stored_sparse(operation: Stored, body: bytes, said: str) -> bytes:
    """Returns a stored answer with those fields of its rows that are asked for."""
    wanted = _named(operation, said)
    value: dict[str, Any] = msgspec.json.decode(body)
    if not operation.rows:
        return as_json({name: value[name] for name in value if name in wanted})
    rows = value[operation.rows]
    value[operation.rows] = [{k: row[k] for k in row if k in wanted} for row in rows]
    return as_json(value)


def sparse(value: Any, wanted: Sequence[str] | None) -> Any:
    """Returns a dataclass as it is, or those of its fields that are wanted."""
    if wanted is None:
        return value
    return {name: getattr(value, name) for name in wanted}


def sparse_names(operation: ReadOperation) -> list[str]:
    """Returns the names that `fields=` may have."""
    shape = operation.shape
    if isinstance(operation, Stored) and operation.rows:
        hint = msgspec.inspect.type_info(shape)
        found = next(f for f in hint.fields if f.name == operation.rows)  # type: ignore[attr-defined]
        shape = found.type.item_type.cls
    return [one.name for one in dataclass_fields(shape)]


def query_names(operation: ReadOperation) -> dict[str, Any]:
    """Returns what may stand after the question mark, each with its schema."""
    names: dict[str, Any] = {}
    if not isinstance(operation, Download):
        known = {"type": "string", "enum": sparse_names(operation)}
        names |= {FIELDS: {"type": "array", "items": known, "minItems": 1}}
    if isinstance(operation, Listing | Paged):
        names |= {CURSOR: _TEXT}
        names |= {LIMIT: {"type": "integer", "minimum": 1, "maximum": MOST}}
    if isinstance(operation, Listing) and operation.filters:
        names |= _schemas(operation)
    if operation.query is not None:
        names |= query_schemas(operation.query)
    return names


def query_schemas(shape: type) -> dict[str, Any]:
    """Returns the schemas of what may stand after the question mark, by name."""
    _, components = msgspec.json.schema_components([shape])
    found: dict[str, Any] = components[shape.__name__]["properties"]
    return {
        name: {**_TEXT, **one} if one.get("type") == "string" else one
        for name, one in found.items()
    }


def _asked_for(operation: ReadOperation, query: Mapping[str, str]) -> Any:
    """Returns what stands after the question mark in the shape that the operation names."""
    if operation.query is None:
        return None
    own = {one.name for one in dataclass_fields(operation.query)}
    said = {name: value for name, value in query.items() if name in own}
    try:
        return msgspec.convert(said, operation.query, strict=False)
    except msgspec.ValidationError as wrong:
        place = _AT.search(str(wrong))
        raise MalformedQuery(
            phrase("This parameter is not understood."),
            code="query.malformed",
            field=place["name"] if place else None,
        ) from wrong


def query_of(request: Any, allowed: Collection[str]) -> Mapping[str, str]:
    """Returns what stands after the question mark; MalformedQuery for what may not."""
    for name, values in request.query_params.lists():
        if name not in allowed:
            raise MalformedQuery(
                phrase("There is no parameter {name!r} here.", name=_shown(name)),
                code="query.unknown",
                field=_shown(name),
            )
        text = "".join(values)
        if len(values) > 1 or len(text) > _LONGEST or _CONTROL.search(text):
            raise MalformedQuery(
                phrase("The parameter {name} is given twice or cannot be read.", name=name),
                code="query.malformed",
                field=name,
            )
    return {name: str(value) for name, value in request.query_params.items()}


def _shown(name: str) -> str:
    return "".join(letter for letter in name[:40] if letter.isprintable())


def _wanted(operation: ReadOperation, query: Mapping[str, str]) -> list[str] | None:
    return _named(operation, query[FIELDS]) if FIELDS in query else None


def _named(operation: ReadOperation, said: str) -> list[str]:
    known, names = sparse_names(operation), said.split(",")
    for name in names:
        if name not in known:
            raise MalformedQuery(
                phrase("There is no field {name!r} here.", name=_shown(name)),
                code="query.field",
                field=FIELDS,
            )
    return [name for name in known if name in names]


def _schemas(operation: Listing) -> dict[str, Any]:
    """Returns the schemas of the filters of a list, by name."""
    filters = filters_of(operation).base_filters
    return {name: _schema_of(one) for name, one in filters.items()}


def _schema_of(one: Filter) -> dict[str, Any]:
    if isinstance(one, BooleanFilter):
        return {"type": "boolean"}
    if isinstance(one, DateFilter):
        return {"type": "string", "format": "date"}
    if isinstance(one, DateTimeFilter):
        return {"type": "string", "format": "date-time"}
    if isinstance(one, NumberFilter):
        return {"type": "integer", "minimum": 0, "maximum": LARGEST}
    if isinstance(one, ChoiceFilter):
        return {
            "type": "string",
            "enum": [str(value) for value, _ in one.extra["choices"] if value],
        }
    return _TEXT


def filters_of(operation: Listing) -> type[FilterSet]:
    """Returns the filters of a list as django-filter has them."""
    lookups = tuple((name, tuple(kinds)) for name, kinds in operation.filters.items())
    return _filters(operation.model, lookups)


@cache
def _filters(model: Any, lookups: tuple[tuple[str, tuple[str, ...]], ...]) -> type[FilterSet]:
    named = {name: list(kinds) for name, kinds in lookups}
    made: type[FilterSet] = filterset_factory(model, fields=named)
    return made


def _filtered(operation: Listing, rows: Any, query: Mapping[str, str]) -> Any:
    if not operation.filters:
        return rows
    for name, one in filters_of(operation).base_filters.items():
        if name in query and not _is_said_well(one, query[name]):
            raise MalformedQuery(
                phrase("{name} cannot have this value.", name=name),
                code="query.filter",
                field=name,
            )
    chosen = filters_of(operation)(query, queryset=rows)
    if not chosen.is_valid():
        field, messages = next(iter(chosen.errors.items()))
        raise MalformedQuery(str(messages[0]), code="query.filter", field=field)
    return chosen.qs


def _is_said_well(one: Filter, value: str) -> bool:
    """Returns whether a filter has a value of the one form that the description names."""
    if isinstance(one, BooleanFilter):
        return value in ("true", "false")
    if isinstance(one, DateFilter):
        return bool(_DAY.fullmatch(value))
    if isinstance(one, DateTimeFilter):
        return bool(_MOMENT.fullmatch(value)) and _is_moment(value)
    if isinstance(one, NumberFilter):
        return bool(_COUNT.fullmatch(value)) and int(value) <= LARGEST
    return bool(value) or not isinstance(one, ChoiceFilter)


def _is_moment(value: str) -> bool:
    """Returns whether a moment is one in UTC too, as the database is asked for it."""
    try:
        datetime.fromisoformat(value.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        return False
    return True


def _page(
    request: Any,
    operation: Listing,
    asked: Asked,
    query: Mapping[str, str],
    wanted: list[str] | None,
) -> dict[str, Any]:
    rows = _filtered(operation, operation.rows(asked), query)
    _limit(query)
    pages = ByCursor()
    pages.ordering = operation.order
    found: list[Any] | None = pages.paginate_queryset(rows, request)
    assert found is not None, "the size of a page is always known"
    return {
        "items": [sparse(operation.row(row), wanted) for row in found],
        "next": pages.get_next_link(),
        "previous": pages.get_previous_link(),
    }


def _limit(query: Mapping[str, str]) -> int:
    """Returns how many items a page is to have; MalformedQuery for what none may."""
    limit = query.get(LIMIT, str(USUAL))
    if not (limit.isascii() and limit.isdecimal() and len(limit) < 4 and 1 <= int(limit) <= MOST):
        raise MalformedQuery(
            phrase("A page has 1 to {most} items.", most=MOST), code="query.limit", field=LIMIT
        )
    return int(limit)


def _part(
    request: Any,
    operation: Paged,
    asked: Asked,
    query: Mapping[str, str],
    wanted: list[str] | None,
) -> dict[str, Any]:
    """Returns a page of a list that is computed."""
    limit, said = _limit(query), query.get(CURSOR, "0")
    if not (said.isascii() and said.isdecimal() and len(said) < 10):
        raise MalformedQuery(
            phrase("This cursor was not given here."), code="query.cursor", field=CURSOR
        )
    items, start = operation.items(asked), int(said)
    address = request.build_absolute_uri()
    total = items.count() if isinstance(items, QuerySet) else len(items)

    def link(place: int) -> str:
        return str(replace_query_param(address, CURSOR, place))

    return {
        "items": [sparse(one, wanted) for one in operation.shown(items[start : start + limit])],
        "next": link(start + limit) if start + limit < total else None,
        "previous": link(max(0, start - limit)) if start else None,
    }
