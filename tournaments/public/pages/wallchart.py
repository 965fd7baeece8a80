"""The wall chart: every player, every round, with the running record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.phrases import phrase
from core.web.site import WEB, Site, depth_of
from core.wording import half, ordinal, record, signed
from ratings.wording import rating
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel, EntryRound, PageMissing
from tournaments.readmodel.frame import division_frame, render, rows
from tournaments.readmodel.wording import (
    kind_of,
    letter_of,
    outcome_of,
    side_word,
    unranked_word,
)
from tournaments.standings.records import StandingsRow
from tournaments.standings.table import places_of

MOST_SQUARES, LEAST_ROUNDS = 600, 4
"""So many squares keep a page with its sheets and scripts below 35 kB on its way. So many rounds,
as many as a phone shows, are shown in any case, which takes 50 kB for 300 players."""


class WallchartCell(NamedTuple):
    """A player's round: the result, whom against and on which side, and the record after it.

    `place` is the one after the round; `href` leads to the recorded game, else to the opponent.
    """

    kind: str
    letter: str
    against: str
    side: str
    score: str
    running: str
    place: str = ""
    href: str | None = None


class WallchartRow(NamedTuple):
    """A player's row of the chart."""

    number: int
    name: str
    href: str | None
    rating: str
    cells: Sequence[WallchartCell]
    rank: str
    record: str
    spread: str
    unranked: str


def is_cut(read_model: DivisionReadModel) -> bool:
    """Returns whether the wall chart shows the last rounds only, and the whole has its own page."""
    return len(_last_rounds(read_model)) < len(read_model.sheet.stages)


def wallchart_page(read_model: DivisionReadModel, site: Site) -> str:
    """Returns the wall chart: all published rounds, or the last ones of a large division."""
    return _wallchart(read_model, site, _last_rounds(read_model))


def whole_wallchart_page(read_model: DivisionReadModel, site: Site) -> str:
    """Returns the wall chart with all published rounds of a large division.

    Raises PageMissing where the usual one has them all.
    """
    if not is_cut(read_model):
        raise PageMissing("wallchart/all")
    return _wallchart(read_model, site, sorted(read_model.sheet.stages))


def _last_rounds(read_model: DivisionReadModel) -> list[int]:
    numbers = sorted(read_model.sheet.stages)
    count = max(LEAST_ROUNDS, MOST_SQUARES // max(read_model.sheet.entry_count, 1))
    return numbers[-count:]


def _wallchart(read_model: DivisionReadModel, site: Site, numbers: list[int]) -> str:
    planned = sorted(read_model.sheet.stages)
    is_whole = numbers == planned
    place = ("wallchart", "all") if is_whole and is_cut(read_model) else ("wallchart",)
    context = division_frame(
        read_model, site, title=phrase("Wall chart"), section="Wall chart", own=place
    )
    context["styles"].append((site.asset("css/wall.css"), ""))
    context |= {
        "wall_script": site.asset("js/wall.js") if site is WEB else "",
        "numbers": numbers,
        "whole": None
        if is_whole
        else site.href(division_path(read_model.division, "wallchart", "all")),
        "last": planned[-1] if planned else 0,
        "span": len(numbers) + 4,
        "counted": counted_through(read_model),
    }
    chart = [((is_whole, row.number), row) for row in chart_rows(read_model, site, numbers)]
    context["rows"] = rows(read_model, site, "public/_wallchart_row", chart)
    return render("public/wallchart", context)


def chart_rows(read_model: DivisionReadModel, site: Site, numbers: list[int]) -> list[WallchartRow]:
    """Returns the rows of the chart, with a square for each of these published rounds.

    The sums and the places are those of the standings: after the last complete round, and none
    before the first.
    """
    after = [read_model.rows_after(number) for number in numbers]
    turns = [read_model.turns(number) for number in numbers]
    now, totals = (
        read_model.rows_after(read_model.published),
        read_model.rows_after(read_model.complete),
    )
    place, counts = places_of(read_model.table(read_model.complete)), bool(read_model.complete)
    chart = []
    for entry in read_model.sheet.entries.values():
        total, unranked = totals[entry.number], unranked_word(now[entry.number], entry)
        chart.append(
            WallchartRow(
                number=entry.number,
                name=entry.name,
                href=site.href(division_path(read_model.division, "player", entry.number)),
                rating=rating(entry.rating),
                cells=_cells(
                    read_model,
                    site,
                    entry,
                    [turn.get(entry.number) for turn in turns],
                    [row[entry.number] for row in after],
                ),
                rank=place[entry.number].words if counts and not unranked else "",
                record=record(total.half_wins, total.half_losses) if counts else "",
                spread=signed(total.spread) if counts else "",
                unranked=unranked,
            )
        )
    return chart


def counted_through(read_model: DivisionReadModel) -> str:
    """Returns through which round the sums count while a later one is being played."""
    if read_model.complete == read_model.published:
        return ""
    if not read_model.complete:
        return phrase("wins, spread and place come with the first complete round")
    return phrase("wins, spread and place are those after round {round}", round=read_model.complete)


def _cells(
    read_model: DivisionReadModel,
    site: Site,
    entry: EntryLine,
    turns: list[EntryRound | None],
    after: list[StandingsRow],
) -> list[WallchartCell]:
    """Returns the squares of an entry, which its own rounds make."""
    last = max((place for place, turn in enumerate(turns) if turn is not None), default=-1)
    gone = [entry.left_word if place > last else "" for place in range(len(turns))]
    known = [(row.half_wins, row.spread, row.rank) for row in after]
    return read_model.memo.derived(
        ("cells", depth_of(site), len(turns) == len(read_model.sheet.stages), entry.number),
        (turns, known, gone, read_model.open_rounds, read_model.recorded),
        lambda: [
            WallchartCell("", "", "", "", word, "")
            if turn is None
            else _cell(read_model, site, turn, row)
            for turn, row, word in zip(turns, after, gone, strict=True)
        ],
    )


def _cell(
    read_model: DivisionReadModel, site: Site, turn: EntryRound, after: StandingsRow
) -> WallchartCell:
    board, seat, other = turn
    against = str(other.entry) if other else ""
    href = read_model.game_href(board, site)
    if href is None and other is not None:
        href = site.href(division_path(read_model.division, "player", other.entry))
    if board.reason is None:
        return WallchartCell("", "", against, side_word(seat), "", "", href=href)
    if other is None and board.round in read_model.open_rounds:
        # It counts when the round does, as in the standings.
        return WallchartCell("", "", "", "", outcome_of(board, seat, other), "")
    return WallchartCell(
        kind=kind_of(seat),
        letter=letter_of(seat),
        against=against,
        side=side_word(seat, board),
        score=outcome_of(board, seat, other),
        running=f"{half(after.half_wins)} {signed(after.spread)}",
        place="" if after.rank is None else ordinal(after.rank),
        href=href,
    )
