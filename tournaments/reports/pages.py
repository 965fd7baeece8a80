"""The public pages of reports: the lists of a division or a round of it, and over all divisions.

A page of all lists has the first places of each; the whole of a list is a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache

from django.template.loader import get_template
from django.utils.safestring import mark_safe

from core.csv_file import Cell, write_csv
from core.phrases import numeral, phrase
from core.web.frame import Context, readers_frame
from core.web.site import WEB, Site, depth_of
from core.wording import moment
from tournaments.kernel.queries.sheet import EntryLine, Sheet
from tournaments.readmodel.addresses import (
    division_path,
    hub_path,
    reports_table_path,
    statistics_path,
)
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import REPORTS, STATISTICS, division_frame, render, section_words
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now
from tournaments.readmodel.sharing import event_shared
from tournaments.reporting.records import OF_A_ROUND, Report, ReportGround, ReportKind, ReportRow
from tournaments.reports.queries import (
    MOST,
    ReportMade,
    ReportTerms,
    entries_of,
    event_report,
    ground_of,
    report_of,
)
from tournaments.reports.wording import (
    EntryNaming,
    ShownReport,
    line_of,
    shown_report,
    statistics_words,
    title_of,
)

SHOWN = 3
"""So many rows of each list are on a page of all lists."""
SHOWN_OF_ROUND = 10
"""So many rows of each list are on the page of a round, which has no page for each list."""


def list_name(report: Report) -> str:
    """Returns the name of a list in addresses; the classes of a division share one."""
    return report.kind.value.replace("_", "-")


def reports_path(slug: str, *place: str) -> str:
    """Returns the path of the lists over all divisions of an event, or of one of them."""
    return hub_path(slug) + "".join(f"{part}/" for part in ("reports", *place))


def division_list_names(read_model: DivisionReadModel) -> list[str]:
    """Returns the names of the lists of a division that are longer than their beginning."""
    return _names(report_made(read_model))


def event_list_names(versioned: VersionedEvent) -> list[str]:
    """Returns the names of the lists over all divisions that are longer than their beginning."""
    return _names(_event_made(versioned)[0])


def _names(made: ReportMade) -> list[str]:
    return list(dict.fromkeys(list_name(one) for one in made.lists if len(one.rows) > SHOWN))


def report_made(read_model: DivisionReadModel, number: int | None = None) -> ReportMade:
    """Returns the lists of a division in full, of all rounds or of one; made again if they differ.

    Raises PageMissing for a round that is not published.
    """
    if number is not None:
        read_model.need_round(number)
    # Each of dozens of pages asks for them.
    return read_model.made_once(("reports", number), lambda: _report_made(read_model, number))


def _report_made(read_model: DivisionReadModel, number: int | None) -> ReportMade:
    sheet, rated = read_model.sheet, read_model.ratings if number is None else {}
    last = read_model.published
    terms = _terms(read_model, number)
    tables = [read_model.table(0), read_model.table(last if number is None else number)]
    source = (sheet.boards, sheet.entries, terms, tables, rated, sheet.rules)
    before: ReportMade | None = read_model.memo.last(("reports", number))
    return read_model.memo.derived(
        ("reports", number),
        source,
        lambda: report_of(sheet, terms, rated, read_model.table).carried_from(before),
    )


def _terms(read_model: DivisionReadModel, number: int | None) -> ReportTerms:
    if number is not None:
        return ReportTerms(first=number, last=number, top=MOST)
    return ReportTerms(top=MOST).within(read_model.sheet)


def reports_page(read_model: DivisionReadModel, site: Site, number: int | None = None) -> str:
    """Returns the page of all lists, of all rounds or one; PageMissing for one not published."""
    made, naming = report_made(read_model, number), naming_of(read_model, site)
    division, body = read_model.division, _Bodies(read_model, site, naming, number)
    context = division_frame(
        read_model,
        site,
        title=section_words(REPORTS),
        section=REPORTS,
        place=("reports",),
        round_number=number,
        own=("reports", *([number] if number else [])),
    )
    whole, event = division_path(division, "reports"), reports_path(division.tournament.slug)
    context |= {
        "number": number,
        "all_rounds": None if number is None else site.href(whole),
        "all_divisions": site.href(event) if len(read_model.names) > 1 else None,
        "table": site.href(reports_table_path(division.tournament.slug, division.name))
        if number is None
        else None,
        "figures": statistics_words(made.figures),
        "lists": _of_round(made, naming, body)
        if number is not None
        else _first_places(made, naming, lambda name: site.href(f"{whole}{name}/"), body),
    }
    return render("reports/public", context)


def reports_table(read_model: DivisionReadModel) -> bytes:
    """Returns the lists of a division in full as one CSV table, under public names."""
    made, naming = report_made(read_model), naming_of(read_model, WEB)
    heading = [
        *(phrase("List"), phrase("Place"), phrase("Figure"), phrase("No."), phrase("Who")),
        phrase("Where from"),
    ]
    lists = [shown_report(one, at, naming) for at, one in enumerate(made.lists, 1)]
    rows: list[list[Cell]] = [
        [
            *(one.title, int(row.place), _number(row.figure)),
            ", ".join(player.number.removeprefix("#") for player in row.players),
            ", ".join(player.name for player in row.players),
            row.detail,
        ]
        for one in lists
        for row in one.rows
    ]
    return write_csv(heading, rows)


def _number(figure: str) -> Cell:
    """Returns a figure as a number; a record, 5–2, stays as it is."""
    text = figure.replace("\N{MINUS SIGN}", "-").replace(numeral("."), ".")
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return figure


def report_list_page(read_model: DivisionReadModel, site: Site, name: str) -> str:
    """Returns the page of one list in full; PageMissing where the division has no such list."""
    reports = lists_named(report_made(read_model), name)
    context = division_frame(
        read_model, site, title=_title(reports), section=REPORTS, own=("reports", name)
    )
    naming = naming_of(read_model, site)
    context["lists"] = _whole(reports, naming, _Bodies(read_model, site, naming, is_whole=True))
    context["all_lists"] = site.href(division_path(read_model.division, "reports"))
    return render("reports/list", context)


def event_reports_page(versioned: VersionedEvent, site: Site, *, at: datetime) -> str:
    """Returns the page of the lists over all divisions of an event."""
    made, naming = event_report_made(versioned, site)
    slug = versioned.event.slug
    context = event_frame(versioned, site, reports_path(slug), section_words(REPORTS), at)
    context |= {
        "statistics": site.href(statistics_path(slug)),
        "statistics_word": section_words(STATISTICS),
        "figures": statistics_words(made.figures),
        "lists": _first_places(made, naming, lambda name: site.href(reports_path(slug, name))),
        "divisions": [
            (part.division.name, site.href(division_path(part.division, "reports")), False)
            for part in versioned.divisions
        ],
    }
    return render("reports/event", context)


def event_report_list_page(
    versioned: VersionedEvent, site: Site, name: str, *, at: datetime
) -> str:
    """Returns the page of one list over all divisions; PageMissing where there is none."""
    made, naming = event_report_made(versioned, site)
    reports = lists_named(made, name)
    path = reports_path(versioned.event.slug, name)
    context = event_frame(versioned, site, path, _title(reports), at)
    context["lists"] = _whole(reports, naming)
    context["all_lists"] = site.href(reports_path(versioned.event.slug))
    return render("reports/event_list", context)


def event_report_made(versioned: VersionedEvent, site: Site) -> tuple[ReportMade, EntryNaming]:
    """Returns the lists over all divisions in full, and how they name entries."""
    made, sheets = _event_made(versioned)
    divisions = {part.division.name: part.division for part in versioned.divisions}
    naming = EntryNaming(
        entries_of(sheets),
        _public_name,
        lambda of: site.href(division_path(divisions[of.division], "player", of.entry.number)),
        with_division=True,
    )
    return made, naming


def _event_made(versioned: VersionedEvent) -> tuple[ReportMade, list[Sheet]]:
    models = [read_model_now(part) for part in versioned.divisions]
    sheets = [model.sheet for model in models]
    terms = ReportTerms(top=MOST).within(*sheets)
    return event_report([_ground(model, terms) for model in models], terms), sheets


def _ground(read_model: DivisionReadModel, terms: ReportTerms) -> ReportGround:
    sheet, rated = read_model.sheet, read_model.ratings
    tables = [read_model.table(0), read_model.table(read_model.published)]
    source = (sheet.boards, sheet.entries, terms, tables, rated, sheet.rules)
    return read_model.memo.derived(
        "report ground", source, lambda: ground_of(sheet, terms, rated, read_model.table)
    )


def naming_of(read_model: DivisionReadModel, site: Site) -> EntryNaming:
    """Returns how the lists of a division name its entries: by their public names."""
    return EntryNaming(
        entries_of([read_model.sheet]),
        _public_name,
        lambda of: site.href(division_path(read_model.division, "player", of.entry.number)),
    )


def _public_name(entry: EntryLine) -> str:
    return entry.name


def lists_named(made: ReportMade, name: str) -> list[Report]:
    """Returns the lists of a name in addresses; raises PageMissing where there are none."""
    found = [one for one in made.lists if list_name(one) == name]
    if not found:
        raise PageMissing(name)
    return found


class _Bodies:
    """The rows of lists of a division as they are on a page, of all rounds or of one.

    Each is put into words again only where it says something else: a result changes a few of
    hundreds.
    """

    def __init__(
        self,
        read_model: DivisionReadModel,
        site: Site,
        naming: EntryNaming,
        number: int | None = None,
        *,
        is_whole: bool = False,
    ) -> None:
        self._memo, self._naming = read_model.memo, naming
        self._entries = read_model.sheet.entries
        self._kind = ("row of a list", depth_of(site), number)
        self._is_whole = is_whole
        self._template = get_template("tournaments/reports/_row.html")
        self._player = cache(naming.player)

    def __call__(self, report: Report) -> str:
        """Returns the rows of a list one after the other."""
        key = (self._kind, "all", self._is_whole, report.kind, report.prize_class)
        # All entries of a division have a page, or none.
        way = self._player(report.rows[0].keys[0]).href
        source = (report, self._entries, way)
        return self._memo.derived(key, source, lambda: self._joined(report))

    def _joined(self, report: Report) -> str:
        rows = [self._row(report, row) for row in report.rows]
        return mark_safe("".join(rows))  # noqa: S308 - each was escaped when it was rendered

    def _row(self, report: Report, row: ReportRow) -> str:
        games = [(game.round, game.board) for game in row.games]
        key = (report.kind, report.prize_class, row.keys, row.rounds, row.name, *games)
        named = [self._player(one) for one in row.entries]
        return self._memo.derived(
            (self._kind, key), (row, named), lambda: self._text(report.kind, row)
        )

    def _text(self, kind: ReportKind, row: ReportRow) -> str:
        return self._template.render({"row": line_of(kind, row, self._naming)})


Body = Callable[[Report], str]


def _first_places(
    made: ReportMade,
    naming: EntryNaming,
    href: Callable[[str], str | None],
    body: Body | None = None,
) -> list[ShownReport]:
    """Returns the beginning of every list, with the way to what was left out."""
    return [
        _shown(
            one.cut(SHOWN),
            at,
            naming,
            body,
            href(list_name(one)) if len(one.rows) > SHOWN else None,
        )
        for at, one in enumerate(made.lists, 1)
    ]


def _of_round(made: ReportMade, naming: EntryNaming, body: Body) -> list[ShownReport]:
    told = (one.cut(SHOWN_OF_ROUND) for one in made.lists if one.kind in OF_A_ROUND)
    return _whole(told, naming, body)


def _whole(
    reports: Iterable[Report], naming: EntryNaming, body: Body | None = None
) -> list[ShownReport]:
    return [_shown(one, at, naming, body) for at, one in enumerate(reports, 1)]


def _shown(
    report: Report, at: int, naming: EntryNaming, body: Body | None, href: str | None = None
) -> ShownReport:
    return shown_report(report, at, naming, href, body(report) if body else "")


def _title(reports: list[Report]) -> str:
    return phrase("Classes") if len(reports) > 1 else title_of(reports[0])


def event_frame(
    versioned: VersionedEvent, site: Site, path: str, title: str, at: datetime
) -> Context:
    """Returns the context of a page of an event over all divisions, the one at this path."""
    event = versioned.event
    return {
        **readers_frame(site, at=at),
        **event_shared(event, site, path, title=title),
        "title": title,
        "event": event.name,
        "rehearsal": event.rehearsal,
        "hub": site.href(hub_path(event.slug)),
        "footer": phrase(
            "{event} · {title} · as at {time}", event=event.name, title=title, time=moment(at)
        ),
    }
