"""Standings after a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.phrases import phrase
from core.web.frame import Context
from core.web.site import Site
from core.wording import DASH, record, signed
from games.engine.tie_breaks.registry import headed, ranking_by
from ratings.wording import rating
from tournaments.event_ratings.pages.ratings import NewRating, is_estimated, new_ratings
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.frame import division_frame, render, rows
from tournaments.readmodel.wording import kind_of, letter_of, outcome_of, unranked_word
from tournaments.standings.records import StandingsRow
from tournaments.standings.table import places_of


class RankedLine(NamedTuple):
    """One line of the table, in words, as its template names them."""

    rank: str
    moved: str
    by: int
    number: int
    name: str
    href: str | None
    record: str
    tie_breaks: tuple[tuple[str, str], ...]
    spread: str
    capped_spread: str
    kind: str
    letter: str
    last: str
    against: str
    rating: str
    starts: str
    unranked: str
    new_rating: NewRating | None


def standings_page(read_model: DivisionReadModel, site: Site, number: int | None = None) -> str:
    """Returns the standings after a published round, by default with all that is in so far.

    Raises PageMissing for a round that is not published.
    """
    if number is not None:
        read_model.need_round(number)
    shown = read_model.published if number is None else number
    title = standings_title(read_model, shown)
    context = division_frame(
        read_model,
        site,
        title=title,
        section="Standings",
        place=("standings",),
        round_number=shown or None,
        own=("standings", *([number] if number else [])),
    )
    context["notice"] = _notice(read_model, shown)
    context["switch"] = _switch(read_model, site, shown)
    table = standings_table(read_model, site, shown)
    around = {name: table[name] for name in ("round", "capped", "rated")}
    context["rows"], context["rows_left"] = (
        rows(read_model, site, template, [(line.number, line) for line in table[lines]], **around)
        for template, lines in (
            ("public/_standings_row", "lines"),
            ("public/_standings_left", "left"),
        )
    )
    return render("public/standings", context | table)


def standings_table(read_model: DivisionReadModel, site: Site, number: int) -> Context:
    """Returns the table after a round as `lines`, and those without a place as `left`.

    The ratings that the results made stand in the latest tables only: no other has such results.
    """
    table = read_model.table(number)
    rated = new_ratings(read_model) if number and number >= read_model.complete else {}
    return {
        "rated": bool(rated),
        "estimated": bool(rated) and is_estimated(read_model),
        "round": number,
        "tie_breaks": ranking_by(read_model.sheet.rules.tie_breaks),
        "ranked_by": [one.words for one in ranking_by(read_model.sheet.rules.tie_breaks)],
        "capped": any(row.capped_spread != row.spread for row in table),
        "lines": _lines(
            read_model, site, number, [row for row in table if row.rank is not None], rated
        ),
        "left": _lines(read_model, site, number, [row for row in table if row.rank is None], rated),
    }


def standings_title(read_model: DivisionReadModel, number: int) -> str:
    """Returns the title of the standings after this round."""
    if not number:
        return phrase("Entries before round 1")
    if number > read_model.complete:
        return phrase("Standings in round {round}, so far", round=number)
    final = number == read_model.division.planned_rounds
    return (
        phrase("Final standings after round {round}", round=number)
        if final
        else phrase("Standings after round {round}", round=number)
    )


def _notice(read_model: DivisionReadModel, shown: int) -> str:
    """Returns the remark on rounds that are not complete, empty where all are."""
    going = read_model.complete + 1
    if shown < going:
        return ""
    progress = read_model.progress(going)
    if read_model.published > going:
        return phrase("Results are missing from round {round} on.", round=going)
    if progress.complete or (progress.done == progress.games and progress.waiting):
        return phrase(
            "Round {round} is not complete: {waiting} without an outcome.",
            round=going,
            waiting=progress.waiting,
        )
    return phrase(
        "Round {round} is being played: {done} of {games} games are in.",
        round=going,
        done=progress.done,
        games=progress.games,
    )


def _switch(
    read_model: DivisionReadModel, site: Site, shown: int
) -> list[tuple[str, str | None, bool]]:
    """Returns the switch between what is so far and the last complete round, as tabs.

    Empty where both are the same, or the page shows another round.
    """
    complete, published = read_model.complete, read_model.published
    if not 0 < complete < published or shown not in (complete, published):
        return []
    division = read_model.division
    return [
        (phrase("Live"), site.href(division_path(division, "standings")), shown == published),
        (
            phrase("After round {round}", round=complete),
            site.href(division_path(division, "standings", complete)),
            shown == complete,
        ),
    ]


def _lines(
    read_model: DivisionReadModel,
    site: Site,
    number: int,
    rows: list[StandingsRow],
    rated: Mapping[int, NewRating],
) -> list[RankedLine]:
    before = read_model.rows_after(number - 1) if number > 1 else {}
    place = places_of(rows)
    starts = read_model.starts_after(number)
    turns, entries = read_model.turns(number), read_model.sheet.entries
    lines = []
    for row in rows:
        entry = entries[row.number]
        moved, by = _move(row, before.get(row.number))
        kind, letter, last, against = _last(read_model, turns.get(row.number))
        count = starts[row.number]
        lines.append(
            RankedLine(
                rank=place[row.number].words,
                moved=moved,
                by=by,
                number=row.number,
                name=entry.name,
                href=site.href(division_path(read_model.division, "player", row.number)),
                record=record(row.half_wins, row.half_losses),
                tie_breaks=headed(row.tie_breaks),
                spread=signed(row.spread),
                capped_spread=signed(row.capped_spread),
                kind=kind,
                letter=letter,
                last=last,
                against=against,
                rating=rating(row.rating),
                starts=f"{count.firsts}{DASH}{count.seconds}",
                unranked=unranked_word(row, entry),
                new_rating=rated.get(row.number),
            )
        )
    return lines


def _move(row: StandingsRow, before: StandingsRow | None) -> tuple[str, int]:
    """Returns `up`, `down` or `same` and by how many places since the round before."""
    if before is None or before.rank is None or row.rank is None:
        return "", 0
    gained = before.rank - row.rank
    return "up" if gained > 0 else "down" if gained < 0 else "same", abs(gained)


def _last(read_model: DivisionReadModel, turn: EntryRound | None) -> tuple[str, str, str, str]:
    if turn is None:
        return "", "", "", ""
    board, seat, other = turn
    against = f"{read_model.sheet.entries[other.entry].name} #{other.entry}" if other else ""
    if board.reason is None:
        return "", "", phrase("playing") if other else phrase("no outcome yet"), against
    text = outcome_of(board, seat, other)
    if other is None or seat.score is None:
        text = f"{text} {signed(seat.spread or 0)}"
    return kind_of(seat), letter_of(seat), text, against
