"""Rating lists that everybody may see, and which state of them a page was made from."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Concat

from core.models import Stream
from core.web.build import build
from core.web.store import lasting
from people.selectors import register_version
from ratings.models import ListState, RatingList


class ListVersion(NamedTuple):
    """A public list as its pages are to show it, and the version that they are stored under."""

    rating_list: RatingList
    version: str


def public_lists() -> list[RatingList]:
    """Returns the lists that everybody may see, each with its `state` and `entries` told of it."""
    return list(_with_entries())


def list_version_of(key: str) -> ListVersion | None:
    """Returns the edition of a public list, None where there is no such list, in two queries."""
    rating_list = _with_entries().filter(key=key).first()
    return ListVersion(rating_list, version_of([rating_list])) if rating_list else None


def version_of(lists: Sequence[RatingList], *more: object) -> str:
    """Returns the version of pages about these lists.

    It changes with their ratings, what was decided about them, the names in the register, `more`,
    and the program.
    """
    marks = [f"{one.pk}.{_state(one)}.{one.entries}" for one in lists]  # type: ignore[attr-defined] # annotated
    text = " ".join([*marks, *map(str, more)])
    mark = hashlib.sha256(text.encode()).hexdigest()[:24]
    return lasting(register_version(), build(), f"r{mark}")


def commands_of_all() -> Subquery:
    """Returns a subquery: the number of commands that all lists together were given."""
    return _total(Stream.objects.filter(key__startswith="list:"), "seq")


def computed_of_all() -> Subquery:
    """Returns a subquery whose value rises whenever new ratings are in force in any list."""
    return _total(ListState.objects.all(), "version")


def _total(rows: QuerySet[Any], field: str) -> Subquery:
    alike = rows.order_by().annotate(all=Value(1)).values("all")
    return Subquery(alike.annotate(total=Sum(field)).values("total"))


def _state(rating_list: RatingList) -> str:
    state = getattr(rating_list, "state", None)
    return state.edition if state else ""


def _with_entries() -> QuerySet[RatingList]:
    stream = Concat(Value("list:"), OuterRef("key"), output_field=CharField())
    entries = Stream.objects.filter(key=stream).values("seq")
    rows = RatingList.objects.filter(is_public=True).select_related("state")
    return rows.annotate(entries=Subquery(entries)).order_by(F("name"), F("key"))
