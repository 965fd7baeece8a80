"""Rating lists for programs, as those who keep them do: lists, imports, who is meant by a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

import msgspec
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from api.journal import journal_operations
from api.operations import Act, Asked, Give, One, Paged, Path, Whole, no_stream, register_api
from core.journal.errors import Refused
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from core.text import decoded
from ratings.commands.imports import ImportRatings
from ratings.commands.lists import AddRatingList, ChangeRatingList, ChooseEvent
from ratings.commands.matching import MatchName
from ratings.formats.lines import ListFault
from ratings.formats.reading import ListReading, read_list
from ratings.models import ImportedRating, RatingList
from ratings.selectors.import_report import OpenLine, open_lines, open_rows, report_of
from ratings.selectors.lists_at_desk import (
    ImportAtDesk,
    ListAtDesk,
    imports_at_desk,
    list_at_desk,
    lists_at_desk,
)
from ratings.selectors.openings import import_in_force

LIST = "rating_lists/<slug:rating_list>"
SUGGESTED_FOR = 50


@dataclass(frozen=True, slots=True)
class ListKept:
    """A rating list as its keepers have it; `system` is empty where somebody else computes it.

    `counts` are the systems whose divisions count, `rulesets` the rule sets, empty for any.
    `waiting` events are still to be computed; `proposals` wait for somebody's answer.
    """

    rating_list: str
    name: str
    system: str
    lexicon_family: str
    counts: list[str]
    rulesets: list[str]
    counts_from: date | None
    provisional_games: int
    expires_after_days: int
    is_public: bool
    players: int
    events: int
    waiting: int
    proposals: int
    rated_at: datetime | None


@dataclass(frozen=True, slots=True)
class ImportShown:
    """An import of a list; `open_lines` are those of which nobody has said who is meant."""

    number: int
    effective_on: date
    format: str
    file_name: str
    lines: int
    open_lines: int


@dataclass(frozen=True, slots=True)
class ListText:
    """A published list as text. An empty `format` is detected; without `effective_on` it has the
    day in the text, or else today.
    """

    text: str
    format: Literal["", "tab", "csv", "tsh", "coco-rt"] = ""
    effective_on: date | None = None
    file_name: str = ""


@dataclass(frozen=True, slots=True)
class NearPlayer:
    """A player of the register whose name comes near; `key` is for the command that matches."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenShown:
    """A line of which it is open who is meant: why, and who comes near."""

    line: int
    name: str
    rating: int
    association_number: str
    why: str
    near: list[NearPlayer]


@dataclass(frozen=True, slots=True)
class RemarkShown:
    """Something wrong or odd about a line; line 0 is the whole text."""

    line: int
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ImportReportShown:
    """What importing a list would do. With `faults` it cannot be imported.

    `matched` counts the lines found by number, by name and by hand; `nobody` those of whom somebody
    said that they are in no register.
    """

    format: str
    effective_on: date
    lines: int
    faults: list[RemarkShown]
    oddities: list[RemarkShown]
    matched: Mapping[str, int]
    nobody: int
    open_lines: list[OpenShown]


def _stream(path: Path) -> str:
    return f"list:{path['rating_list']}"


def _everywhere(_: Path) -> str:
    return INSTALLATION


def need_list(asked: Asked) -> RatingList:
    """Returns the list in the address; Http404 where there is none."""
    row = RatingList.objects.filter(key=asked["rating_list"]).first()
    if row is None:
        raise Http404
    return row


def _kept(told: ListAtDesk) -> ListKept:
    row = told.rating_list
    return ListKept(
        rating_list=row.key,
        name=row.name,
        system=row.system,
        lexicon_family=row.lexicon_family,
        counts=row.counts,
        rulesets=row.rulesets,
        counts_from=row.counts_from,
        provisional_games=row.provisional_games,
        expires_after_days=row.expires_after_days,
        is_public=row.is_public,
        players=told.players,
        events=told.events,
        waiting=told.waiting,
        proposals=told.proposals,
        rated_at=told.rated_at,
    )


def _import(told: ImportAtDesk) -> ImportShown:
    row = told.publication
    return ImportShown(
        row.number, row.effective_on, row.format, row.file_name, told.lines, told.open_lines
    )


def _read(given: ListText) -> tuple[ListReading, date]:
    """Returns a list that was sent, and its day; UserError for what cannot be read."""
    reading = read_list(decoded(given.text.encode()), given.format)
    return reading, given.effective_on or reading.published_on or timezone.localdate()


def _made(_: Asked, given: ListText) -> Mapping[str, Any]:
    """Returns the fields of the command that imports a list; Refused for its first fault."""
    reading, day = _read(given)
    if reading.faults:
        fault = reading.faults[0]
        raise Refused(str(fault), code=f"import.{fault.code}", field="text", line=fault.line)
    return {
        "effective_on": day.isoformat(),
        "format": reading.format,
        "rows": msgspec.to_builtins(reading.lines),
        "file_name": given.file_name[:120],
    }


def _report(asked: Asked, given: ListText) -> ImportReportShown:
    rating_list = need_list(asked)
    reading, day = _read(given)
    report = report_of(rating_list, reading, on=day, suggest=SUGGESTED_FOR)
    return ImportReportShown(
        format=reading.format,
        effective_on=day,
        lines=len(reading.lines),
        faults=[_remark(one) for one in reading.faults],
        oddities=[_remark(one) for one in report.oddities],
        matched=report.by,
        nobody=report.nobody,
        open_lines=[_open(one) for one in report.open_lines],
    )


def _remark(fault: ListFault) -> RemarkShown:
    return RemarkShown(fault.line, fault.code, fault.sentence)


def _open(line: OpenLine) -> OpenShown:
    return OpenShown(
        line=line.line,
        name=line.name,
        rating=line.rating,
        association_number=line.association_number,
        why=line.why,
        near=[NearPlayer(one.key, one.full_name) for one in line.near],
    )


def _unmatched(asked: Asked) -> QuerySet[ImportedRating]:
    publication = import_in_force(need_list(asked))
    if publication is None:
        return ImportedRating.objects.none()
    return open_rows(publication).select_related("list_import")


def _of_page(part: Iterable[ImportedRating]) -> list[OpenShown]:
    """Returns the lines of a page with who comes near, which is looked for in these alone."""
    rows = list(part)
    return [_open(one) for one in open_lines(rows[0].list_import, rows)] if rows else []


register_api(
    "rating lists",
    Whole(
        path="desk/rating_lists",
        name="rating_lists_kept",
        says="Lists all rating lists with how far each is and what it waits for.",
        shape=ListKept,
        items=lambda _: [_kept(one) for one in lists_at_desk()],
        permission=Permission.MAKE_EVENTS,
    ),
    Give(path="rating_lists", name="rating_list_add", command=AddRatingList),
    One(
        path=LIST,
        name="rating_list_read",
        says="Shows what a rating list is, how far it is and what it waits for.",
        shape=ListKept,
        find=lambda asked: _kept(list_at_desk(need_list(asked))),
        permission=Permission.MAKE_EVENTS,
    ),
    Give(path=LIST, name="rating_list_change", command=ChangeRatingList, verb="PATCH"),
    Give(path=f"{LIST}/events", name="rating_list_choose_event", command=ChooseEvent, verb="PUT"),
    Whole(
        path=f"{LIST}/imports",
        name="rating_imports_list",
        says="Lists the imports of a rating list, the one in force first.",
        shape=ImportShown,
        items=lambda asked: [_import(one) for one in imports_at_desk(need_list(asked))],
        permission=Permission.MAKE_EVENTS,
    ),
    Give(
        path=f"{LIST}/imports",
        name="ratings_import",
        command=ImportRatings,
        takes=ListText,
        made=_made,
        scope=no_stream,
        hidden=("effective_on", "format", "rows", "file_name"),
    ),
    Act(
        path=f"{LIST}/imports/report",
        name="ratings_import_report",
        says="Reports what importing a list would do, and stores nothing.",
        takes=ListText,
        shape=ImportReportShown,
        does=_report,
        reason="it only asks; the list is too long for an address",
        permission=Permission.OPERATE,
    ),
    Paged(
        path=f"{LIST}/unmatched",
        name="ratings_unmatched",
        says="Lists the lines of the import in force of which it is open who is meant.",
        shape=OpenShown,
        items=_unmatched,
        rows=_of_page,
        permission=Permission.OPERATE,
    ),
    Give(path=f"{LIST}/matches", name="rating_name_match", command=MatchName, verb="PUT"),
    *journal_operations(
        LIST,
        "rating_list",
        stream=_stream,
        permission=Permission.MAKE_EVENTS,
        scope=_everywhere,
    ),
)
