"""Rating lists as the desk shows them: how far each is, and what it waits for."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ratings.models import (
    ImportedRating,
    ListImport,
    NameMatch,
    RatedEvent,
    RatingList,
    Recompute,
    Standing,
)
from ratings.systems.registry import SYSTEMS, is_estimate


class ImportAtDesk(NamedTuple):
    """An import of a list: how many lines it has, and of how many it is open who is meant."""

    publication: ListImport
    lines: int
    open_lines: int


class ListAtDesk(NamedTuple):
    """A list with what a director wants to know of it.

    `players` stand in a computed list, or are on the import in force. `waiting` events are still
    to be computed; `proposals` were computed and wait for a person.
    """

    rating_list: RatingList
    system: str
    is_estimate: bool
    players: int
    events: int
    waiting: int
    proposals: int
    rated_at: datetime | None
    last_import: ImportAtDesk | None


def lists_at_desk() -> list[ListAtDesk]:
    """Returns every list, in order of name, in two queries."""
    return _shown(RatingList.objects.all())


def list_at_desk(rating_list: RatingList) -> ListAtDesk:
    """Returns one list, in two queries."""
    return _shown(RatingList.objects.filter(pk=rating_list.pk))[0]


def imports_at_desk(rating_list: RatingList) -> list[ImportAtDesk]:
    """Returns the imports of a list, the one in force first."""
    return _imports(ListImport.objects.filter(rating_list=rating_list))


def _shown(lists: QuerySet[RatingList]) -> list[ListAtDesk]:
    last = ListImport.objects.filter(rating_list=OuterRef("pk"))
    events = RatedEvent.objects.filter(is_gone=False)
    rows = lists.select_related("state").annotate(
        in_force=Subquery(last.order_by("-effective_on", "-number").values("pk")[:1]),
        players=_count(Standing.objects.all()),
        event_count=_count(events),
        waiting=_count(RatedEvent.objects.filter(is_stale=True)),
        proposals=_count(Recompute.objects.filter(stage=Recompute.Stage.READY)),
    )
    found = list(rows)
    keys = [row.in_force for row in found if row.in_force]
    imports = {one.publication.pk: one for one in _imports(ListImport.objects.filter(pk__in=keys))}
    return [_line(row, imports.get(row.in_force)) for row in found]


def _line(row: RatingList, last: ImportAtDesk | None) -> ListAtDesk:
    state = getattr(row, "state", None)
    system = SYSTEMS.get(row.system)
    counts: dict[str, int] = vars(row)
    return ListAtDesk(
        rating_list=row,
        system=system.name if system else row.system,
        is_estimate=system is not None and is_estimate(system),
        players=counts["players"] if row.system or last is None else last.lines,
        events=counts["event_count"],
        waiting=counts["waiting"],
        proposals=counts["proposals"],
        rated_at=state.rated_at if state else None,
        last_import=last,
    )


def _count(rows: QuerySet[Standing] | QuerySet[RatedEvent] | QuerySet[Recompute]) -> Coalesce:
    """Returns the number of a list's rows as an annotation of the list."""
    mine = rows.filter(rating_list=OuterRef("pk")).order_by().values("rating_list")
    counted = mine.annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _imports(imports: QuerySet[ListImport]) -> list[ImportAtDesk]:
    nobody = NameMatch.objects.filter(
        rating_list=OuterRef("list_import__rating_list"), name=OuterRef("name"), player=""
    )
    lines = ImportedRating.objects.filter(list_import=OuterRef("pk")).order_by()
    unsaid = lines.filter(~Exists(nobody), player="")
    rows = imports.annotate(
        line_count=_lines(lines),
        open_count=_lines(unsaid),
    ).order_by("-effective_on", "-number")
    return [ImportAtDesk(row, vars(row)["line_count"], vars(row)["open_count"]) for row in rows]


def _lines(rows: QuerySet[ImportedRating]) -> Coalesce:
    counted = rows.values("list_import").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
