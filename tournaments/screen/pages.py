"""The screen of an event in the hall: it goes through the day by itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from core.phrases import phrase
from core.web.frame import site_frame
from core.web.site import Site
from core.wording import record, signed
from tournaments.kernel.wording.clock import clock_shown
from tournaments.prizes.pages.public import prizes_are_public
from tournaments.prizes.queries.now import prizes_now
from tournaments.readmodel.addresses import hub_path
from tournaments.readmodel.clocks import clock_scripts, public_clock
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import render
from tournaments.readmodel.live import live_screen
from tournaments.readmodel.news import last_results, news, result_told
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now
from tournaments.readmodel.timetable import coming_rows
from tournaments.readmodel.wording import outcome_of, side_word
from tournaments.screen.slides import (
    COLUMNS,
    ROWS,
    DivisionState,
    Shown,
    Slide,
    has_prizes,
    kinds_of,
    slides_of,
)
from tournaments.standings.table import places_of

RESULTS = 38
"""The results that one slide has room for."""


class ScreenRow(NamedTuple):
    """A row of a slide: what leads it, a name, and what else there is to say."""

    lead: str
    name: str
    figures: str
    more: str


class ScreenDivision(NamedTuple):
    """A division on the screen: its slides, and its clock where it has one."""

    name: str
    slides: Sequence[Slide]
    clock: object


def screen_path(slug: str, division: str = "") -> str:
    """Returns the path of the screen of an event, or of one of its divisions."""
    return f"{hub_path(slug)}{f'{division}/' if division else ''}screen/"


def screen_page(versioned: VersionedEvent, site: Site, name: str = "", *, at: datetime) -> str:
    """Returns the screen of all divisions of an event, or of the one with this name."""
    event = versioned.event
    parts = [one for one in versioned.divisions if name in ("", one.division.name)]
    models = [read_model_now(part) for part in parts]
    states = [_state(model) for model in models]
    divisions = [
        _division(f"d{place}", model, state)
        for place, (model, state) in enumerate(zip(models, states, strict=True), 1)
    ]
    told = [words for model in models for words in _told(model, several=len(models) > 1)]
    context = {
        **site_frame(site, at=at),
        **live_screen(site, closed=event.closed),
        **clock_scripts(site, event.slug),
        "screen_script": site.asset("js/screen.js"),
        "sheet": site.asset("css/public.css"),
        "title": event.name,
        "event": event.name,
        "hub": site.href(hub_path(event.slug)),
        "code": f"{screen_path(event.slug)}code.svg",
        "divisions": divisions,
        "several": len(divisions) > 1,
        "prizes": _prizes(versioned) if has_prizes(states) else [],
        "news": told,
        "rehearsal": event.rehearsal,
    }
    return render("screen/screen", context)


def _told(read_model: DivisionReadModel, *, several: bool) -> list[str]:
    if not several:
        return news(read_model)
    said = {"division": read_model.division.name}
    return [phrase("{division}: {news}", news=one, **said) for one in news(read_model)]


def _state(read_model: DivisionReadModel) -> DivisionState:
    published = read_model.published
    clock = public_clock(read_model)
    return DivisionState(
        published=published,
        complete=read_model.complete,
        planned=read_model.division.planned_rounds,
        done=read_model.progress(published).done if published else 0,
        is_timed=clock is not None and clock_shown(clock).is_timed,
        has_times=bool(_times(read_model)),
    )


def _division(key: str, read_model: DivisionReadModel, state: DivisionState) -> ScreenDivision:
    """Returns a division with its slides, whose keys begin with this one: names may have spaces."""
    clock = public_clock(read_model)
    slides = [
        slide
        for kind in kinds_of(state)
        for slide in slides_of(kind, key, _title(kind, state), _rows(read_model, kind))
    ]
    shown = None if clock is None else clock_shown(clock)
    return ScreenDivision(read_model.division.name, slides, shown)


def _title(kind: Shown, state: DivisionState) -> str:
    number = state.published
    final = state.complete == state.planned
    words = {
        Shown.CHECK_IN: phrase("Check-in"),
        Shown.PAIRINGS: phrase("Pairings of round {round}", round=number),
        Shown.CLOCK: phrase("Clock"),
        Shown.RESULTS: phrase("Results of round {round}", round=number),
        Shown.STANDINGS: phrase("Final standings") if final else _standings(state),
        Shown.TIMETABLE: phrase("Timetable"),
    }
    return words[kind]


def _standings(state: DivisionState) -> str:
    if state.complete < state.published:
        return phrase("Standings in round {round}, so far", round=state.published)
    return phrase("Standings after round {round}", round=state.complete)


def _rows(read_model: DivisionReadModel, kind: Shown) -> Sequence[ScreenRow]:
    if kind == Shown.PAIRINGS:
        return _pairings(read_model)
    if kind == Shown.RESULTS:
        return _results(read_model)
    if kind == Shown.STANDINGS:
        return _table(read_model)
    if kind == Shown.CHECK_IN:
        return _here(read_model)
    if kind == Shown.TIMETABLE:
        return _times(read_model)
    return ()


def _times(read_model: DivisionReadModel) -> list[ScreenRow]:
    """Returns what is to come on the day of the next round; beyond a slide nobody looks."""
    division = read_model.division
    coming = coming_rows(
        read_model.timetable, division.name, read_model.complete, division.planned_rounds
    )
    rows = coming[: ROWS * COLUMNS]
    return [ScreenRow(f"{row.at}{row.until}", row.what, row.place, row.late) for row in rows]


def _here(read_model: DivisionReadModel) -> list[ScreenRow]:
    """Returns how many entries are here, once check-in has begun."""
    entries = [one for one in read_model.sheet.entries.values() if not one.moved_to]
    here = sum(one.presence == "here" for one in entries)
    count = f"{here} / {len(entries)}" if here else str(len(entries))
    return [ScreenRow("", phrase("Here") if here else phrase("Entered"), count, "")]


def _pairings(read_model: DivisionReadModel) -> list[ScreenRow]:
    entries = read_model.sheet.entries
    rows = []
    for board, seat, other in read_model.turns_by_name(read_model.published):
        name = str(entries[seat.entry].filed)
        if other is None:
            rows.append(ScreenRow("", name, "", outcome_of(board, seat, None)))
        else:
            against = phrase("v {against}", against=entries[other.entry].name)
            rows.append(ScreenRow(str(board.number or ""), name, side_word(seat), against))
    return rows


def _results(read_model: DivisionReadModel) -> list[ScreenRow]:
    return [
        ScreenRow("", result_told(read_model.sheet, board), "", "")
        for board in last_results(read_model, RESULTS)
        if board.round == read_model.published
    ]


def _table(read_model: DivisionReadModel) -> list[ScreenRow]:
    table = [row for row in read_model.table(read_model.published) if row.rank is not None]
    place = places_of(table)
    return [
        ScreenRow(
            place[row.number].words,
            read_model.sheet.entries[row.number].name,
            record(row.half_wins, row.half_losses),
            signed(row.spread),
        )
        for row in table
    ]


def _prizes(versioned: VersionedEvent) -> list[Slide]:
    """Returns the prizes with their winners, where everybody may see them."""
    if not prizes_are_public(versioned.event):
        return []
    rows = [
        ScreenRow("", one.title, ", ".join(won.name for won in one.winners), one.worth)
        for one in prizes_now(versioned.event, public=True).list
    ]
    return slides_of(Shown.PRIZES, "all", phrase("Prizes"), rows) if rows else []
