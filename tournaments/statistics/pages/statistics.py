"""The public pages of statistics: of a division, and of an event over all divisions.

What is in the lists of reports is taken from there, and leads there.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from core.csv_file import Cell, write_csv
from core.phrases import phrase
from core.web.frame import Context
from core.web.site import WEB, Site
from tournaments.readmodel.addresses import (
    division_path,
    statistics_path,
    statistics_table_path,
)
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import (
    REPORTS,
    STATISTICS,
    division_frame,
    render,
    section_words,
)
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now
from tournaments.reporting.records import Report
from tournaments.reports.pages import (
    SHOWN,
    event_frame,
    event_report_made,
    list_name,
    naming_of,
    report_made,
    reports_path,
)
from tournaments.reports.wording import statistics_words
from tournaments.statistics.pages.charts import places_graph, scores_graph
from tournaments.statistics.queries import (
    NOBODY,
    Added,
    added_by,
    leaders_and,
    places_held,
    ranges_of,
    rounds_told,
)
from tournaments.statistics.wording import tiles_of

Figures = list[tuple[str, str]]


def statistics_page(read_model: DivisionReadModel, site: Site, typed: str = "") -> str:
    """Returns the statistics of a division; `typed` are numbers of players to add to the chart."""
    division = read_model.division
    made, naming = report_made(read_model), naming_of(read_model, site)
    whole = division_path(division, "reports")
    added = added_by(read_model, typed) if typed else NOBODY
    context = division_frame(read_model, site, title=section_words(STATISTICS), section=STATISTICS)
    context |= {
        "tiles": tiles_of(made.lists, naming, _to_list(site, whole)),
        "figures": statistics_words(made.figures),
        "scores": scores_graph(ranges_of([read_model])),
        "reports": site.href(whole),
        "reports_word": section_words(REPORTS),
        "all_divisions": site.href(statistics_path(division.tournament.slug))
        if len(read_model.names) > 1
        else None,
        "table": site.href(statistics_table_path(division.tournament.slug, division.name)),
        **_places(read_model, site, added),
        "typed": " ".join(map(str, added.numbers)),
    }
    return render("statistics/public", context)


def _places(read_model: DivisionReadModel, site: Site, added: Added) -> Context:
    """Returns the chart of places, and how to add others to it where a server answers."""
    return {
        "places": places_graph(
            leaders_and(read_model, added.numbers),
            lambda entry: site.href(division_path(read_model.division, "player", entry.number)),
        ),
        "refusal": added.refusal,
        "places_script": site.asset("js/places.js") if site is WEB else "",
    }


def _to_list(site: Site, whole: str) -> Callable[[int, Report], str | None]:
    """Returns the way to a list: its own page, or where it stands on the page of all lists."""

    def href(at: int, report: Report) -> str | None:
        if len(report.rows) > SHOWN:
            return site.href(f"{whole}{list_name(report)}/")
        page = site.href(whole)
        return f"{page}#list-{at}" if page else None

    return href


def event_statistics_page(versioned: VersionedEvent, site: Site, *, at: datetime) -> str:
    """Returns the statistics of an event over all divisions."""
    made, naming = event_report_made(versioned, site)
    slug = versioned.event.slug
    models = [read_model_now(part) for part in versioned.divisions]
    whole = reports_path(slug)
    context = event_frame(versioned, site, statistics_path(slug), section_words(STATISTICS), at)
    context |= {
        "tiles": tiles_of(made.lists, naming, _to_list(site, whole)),
        "figures": statistics_words(made.figures),
        "scores": scores_graph(ranges_of(models)),
        "reports": site.href(whole),
        "reports_word": section_words(REPORTS),
        **_by_division(models, site),
    }
    return render("statistics/event", context)


def _by_division(models: list[DivisionReadModel], site: Site) -> Context:
    """Returns the figures of each division side by side, those with a game."""
    found = [(model, dict(statistics_words(report_made(model).figures))) for model in models]
    heads = list(dict.fromkeys(term for _, figures in found for term in figures))
    lines = [
        (
            model.division.name,
            site.href(division_path(model.division, "statistics")),
            [(head, figures.get(head, "")) for head in heads],
        )
        for model, figures in found
    ]
    return {"heads": heads, "lines": lines}


def places_table(read_model: DivisionReadModel) -> bytes:
    """Returns everybody's place after each round as one CSV table, under public names."""
    numbers = range(1, rounds_told(read_model) + 1)
    heading = [
        *(phrase("No."), phrase("Name")),
        *(phrase("Round {round}", round=number) for number in numbers),
    ]
    rows: list[list[Cell]] = [
        [
            *(one.entry.number, one.entry.name),
            *("" if place is None else place for place in one.places),
        ]
        for one in places_held(read_model)
    ]
    return write_csv(heading, rows)
