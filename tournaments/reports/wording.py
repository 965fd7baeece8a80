"""Lists in words: what each is called, and what a row shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.phrases import phrase, phrase_count
from core.wording import DASH, ordinal, record, signed
from ratings.wording import rating
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.prizing.records import CountedGame
from tournaments.reporting.records import Report, ReportKind, ReportRow

TITLES: Mapping[ReportKind, str] = {
    ReportKind.HIGH_WIN: phrase("High wins"),
    ReportKind.LOW_WIN: phrase("Low wins"),
    ReportKind.HIGH_LOSS: phrase("High losses"),
    ReportKind.LOW_LOSS: phrase("Low losses"),
    ReportKind.HIGH_COMBINED: phrase("High combined scores"),
    ReportKind.LOW_COMBINED: phrase("Low combined scores"),
    ReportKind.LARGEST_SPREAD: phrase("Largest spreads"),
    ReportKind.SMALLEST_SPREAD: phrase("Smallest spreads"),
    ReportKind.UPSET: phrase("Upsets"),
    ReportKind.ROUND_WINS: phrase("High win of each round"),
    ReportKind.AVERAGE_FOR: phrase("Highest average scores"),
    ReportKind.AVERAGE_AGAINST: phrase("Lowest average scores of opponents"),
    ReportKind.TOTAL_FOR: phrase("Most points"),
    ReportKind.TOTAL_AGAINST: phrase("Most points of opponents"),
    ReportKind.TUFF_LUCK: phrase("Tuff luck"),
    ReportKind.LUCKY_STIFF: phrase("Lucky stiff"),
    ReportKind.RECORDS: phrase("Records in these rounds"),
    ReportKind.SEEDS: phrase("Rank against seed"),
    ReportKind.RATING_CHANGE: phrase("Rating changes"),
    ReportKind.PERFORMANCE: phrase("Performance ratings"),
    ReportKind.STARTS: phrase("Firsts and seconds"),
    ReportKind.REPEATS: phrase("Repeats"),
    ReportKind.BYES: phrase("Byes"),
}

_FIGURES: Mapping[ReportKind, str] = {
    ReportKind.UPSET: phrase("Ratings apart"),
    ReportKind.AVERAGE_FOR: phrase("Average"),
    ReportKind.AVERAGE_AGAINST: phrase("Average"),
    ReportKind.TOTAL_FOR: phrase("Points"),
    ReportKind.TOTAL_AGAINST: phrase("Points"),
    ReportKind.TUFF_LUCK: phrase("Margins"),
    ReportKind.LUCKY_STIFF: phrase("Margins"),
    ReportKind.RECORDS: phrase("W–L"),
    ReportKind.CLASSES: phrase("W–L"),
    ReportKind.SEEDS: phrase("Places gained"),
    ReportKind.RATING_CHANGE: phrase("Change"),
    ReportKind.PERFORMANCE: phrase("Rating"),
    ReportKind.STARTS: phrase("Balance"),
    ReportKind.REPEATS: phrase("Games"),
    ReportKind.BYES: phrase("Byes"),
}

AVERAGES = frozenset((ReportKind.AVERAGE_FOR, ReportKind.AVERAGE_AGAINST))
_SUMS = AVERAGES | {ReportKind.TOTAL_FOR, ReportKind.TOTAL_AGAINST}
_SIGNED = frozenset((ReportKind.SEEDS, ReportKind.RATING_CHANGE, ReportKind.STARTS))
_RECORDS = frozenset((ReportKind.RECORDS, ReportKind.CLASSES))

Named = Mapping[int, EntryLine]
NameOf = Callable[[EntryLine], str]
HrefOf = Callable[[int], str | None]


class ReportLine(NamedTuple):
    """A row in words; `players` are names with their numbers and addresses."""

    place: str
    players: list[tuple[str, int, str | None]]
    figure: str
    detail: str


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A list in words: an identifier for links, its title, and the head of its figures."""

    id: str
    title: str
    place_head: str
    figure_head: str
    note: str
    rows: list[ReportLine]


def title_of(report: Report) -> str:
    """Returns what a list is called."""
    if report.kind is ReportKind.CLASSES:
        return phrase("Class {name}", name=report.prize_class)
    return TITLES[report.kind]


def shown_report(
    report: Report, at: int, entries: Named, name: NameOf, href: HrefOf
) -> ShownReport:
    """Returns a list in words, the `at`-th of its page; `entries` are by their keys."""
    by_round = report.kind is ReportKind.ROUND_WINS
    return ShownReport(
        id=f"list-{at}",
        title=title_of(report),
        place_head=phrase("Round") if by_round else phrase("Place"),
        figure_head=_FIGURES.get(report.kind, phrase("Score")),
        note=_note(report),
        rows=[_row(report.kind, row, entries, name, href) for row in report.rows],
    )


def _note(report: Report) -> str:
    if report.kind is ReportKind.TUFF_LUCK:
        count = len(report.rows[0].games)
        return phrase("The smallest sum of the margins of {count} closest losses.", count=count)
    if report.kind is ReportKind.LUCKY_STIFF:
        count = len(report.rows[0].games)
        return phrase("The smallest sum of the margins of {count} closest wins.", count=count)
    return _NOTES.get(report.kind, "")


_NOTES: Mapping[ReportKind, str] = {
    ReportKind.UPSET: phrase(
        "Wins against a higher rating; players without a rating do not count."
    ),
    ReportKind.RECORDS: phrase("With byes and forfeits, without spread caps and penalties."),
    ReportKind.CLASSES: phrase("The standings of the class after the last of these rounds."),
    ReportKind.REPEATS: phrase("Pairs who met more than once, games that are being played too."),
}


def _row(
    kind: ReportKind, row: ReportRow, entries: Named, name: NameOf, href: HrefOf
) -> ReportLine:
    players = [entries[key] for key in row.keys]
    return ReportLine(
        place=str(row.place),
        players=[(name(one), one.number, href(one.number)) for one in players],
        figure=_figure(kind, row),
        detail=_detail(kind, row, lambda key: name(entries[key])),
    )


def _figure(kind: ReportKind, row: ReportRow) -> str:
    if kind in _RECORDS:
        return record(row.facts[0], row.facts[1])
    if kind in AVERAGES:
        return f"{float(row.value):.1f}"
    if kind in _SIGNED:
        return signed(int(row.value))
    return str(int(row.value))


def _detail(kind: ReportKind, row: ReportRow, name: Callable[[int], str]) -> str:
    """Returns where the figure of a row comes from."""
    if kind in _SUMS:
        return phrase_count("{count} game", "{count} games", count=row.facts[0])
    if kind in _DETAILS:
        return _DETAILS[kind](row)
    [game] = row.games
    score = f"{game.score}{DASH}{game.against}"
    if len(row.keys) > 1:
        return phrase("{score}, round {round}", score=score, round=game.round)
    if kind is ReportKind.UPSET:
        return _upset(game, name)
    won = row.keys[0] == game.winner
    return phrase(
        "{score} against {name}, round {round}",
        score=score if won else f"{game.against}{DASH}{game.score}",
        name=name(game.loser if won else game.winner),
        round=game.round,
    )


def _upset(game: CountedGame, name: Callable[[int], str]) -> str:
    return phrase(
        "{rating} beat {other} {name}, {score}, round {round}",
        rating=rating(game.rating),
        other=rating(game.rating_against),
        name=name(game.loser),
        score=f"{game.score}{DASH}{game.against}",
        round=game.round,
    )


def _margins(row: ReportRow) -> str:
    return " + ".join(str(game.margin) for game in row.games)


def _spread(row: ReportRow) -> str:
    return phrase("spread {spread}", spread=signed(row.facts[2]))


def _of_class(row: ReportRow) -> str:
    return phrase(
        "spread {spread}, {rank} in the division",
        spread=signed(row.facts[2]),
        rank=ordinal(row.facts[3]),
    )


def _seed(row: ReportRow) -> str:
    seed, rank = row.facts
    return phrase("seed {seed}, now {rank}", seed=seed, rank=ordinal(rank))


def _rating(row: ReportRow) -> str:
    old, new = row.facts
    return phrase("{old} to {new}", old=rating(old), new=rating(new))


def _starts(row: ReportRow) -> str:
    firsts, seconds = row.facts
    return phrase("{firsts} first, {seconds} second", firsts=firsts, seconds=seconds)


def _rounds(row: ReportRow) -> str:
    numbers = ", ".join(map(str, row.rounds))
    if len(row.rounds) == 1:
        return phrase("round {number}", number=numbers)
    return phrase("rounds {numbers}", numbers=numbers)


_DETAILS: Mapping[ReportKind, Callable[[ReportRow], str]] = {
    ReportKind.TUFF_LUCK: _margins,
    ReportKind.LUCKY_STIFF: _margins,
    ReportKind.RECORDS: _spread,
    ReportKind.CLASSES: _of_class,
    ReportKind.SEEDS: _seed,
    ReportKind.RATING_CHANGE: _rating,
    ReportKind.PERFORMANCE: _rating,
    ReportKind.STARTS: _starts,
    ReportKind.REPEATS: _rounds,
    ReportKind.BYES: _rounds,
}
