"""Lists in words: what each is called, and what a row shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from core.phrases import numeral, phrase, phrase_count
from core.wording import DASH, ordinal, percent, record, signed
from ratings.wording import rating
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.prizing.records import CountedGame
from tournaments.reporting.records import GameStatistics, Report, ReportKind, ReportRow

TITLES: Mapping[ReportKind, str] = {
    ReportKind.HIGH_WIN: phrase("High wins"),
    ReportKind.LOW_WIN: phrase("Low wins"),
    ReportKind.HIGH_LOSS: phrase("High losses"),
    ReportKind.LOW_LOSS: phrase("Low losses"),
    ReportKind.HIGH_COMBINED: phrase("High combined scores"),
    ReportKind.LOW_COMBINED: phrase("Low combined scores"),
    ReportKind.LARGEST_SPREAD: phrase("Largest spreads"),
    ReportKind.SMALLEST_SPREAD: phrase("Smallest spreads"),
    ReportKind.STREAK: phrase("Longest winning streaks"),
    ReportKind.UPSET: phrase("Upsets"),
    ReportKind.ROUND_WINS: phrase("High win of each round"),
    ReportKind.AVERAGE_FOR: phrase("Highest average scores"),
    ReportKind.AVERAGE_AGAINST: phrase("Lowest average scores of opponents"),
    ReportKind.TOTAL_FOR: phrase("Most points"),
    ReportKind.TOTAL_AGAINST: phrase("Most points of opponents"),
    ReportKind.TUFF_LUCK: phrase("Tuff luck"),
    ReportKind.LUCKY_STIFF: phrase("Lucky stiff"),
    ReportKind.RECORDS: phrase("Records in these rounds"),
    ReportKind.TEAMS: phrase("Teams"),
    ReportKind.SEEDS: phrase("Rank against seed"),
    ReportKind.RATING_CHANGE: phrase("Rating changes"),
    ReportKind.PERFORMANCE: phrase("Performance ratings"),
    ReportKind.STARTS: phrase("Firsts and seconds"),
    ReportKind.REPEATS: phrase("Repeats"),
    ReportKind.BYES: phrase("Byes"),
}

_FIGURES: Mapping[ReportKind, str] = {
    ReportKind.STREAK: phrase("Wins"),
    ReportKind.UPSET: phrase("Ratings apart"),
    ReportKind.AVERAGE_FOR: phrase("Average"),
    ReportKind.AVERAGE_AGAINST: phrase("Average"),
    ReportKind.TOTAL_FOR: phrase("Points"),
    ReportKind.TOTAL_AGAINST: phrase("Points"),
    ReportKind.TUFF_LUCK: phrase("Margins"),
    ReportKind.LUCKY_STIFF: phrase("Margins"),
    ReportKind.RECORDS: phrase("W–L"),
    ReportKind.CLASSES: phrase("W–L"),
    ReportKind.TEAMS: phrase("W–L"),
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
_RECORDS = frozenset((ReportKind.RECORDS, ReportKind.CLASSES, ReportKind.TEAMS))


class EntryOf(NamedTuple):
    """An entry in the division where it plays, as lists over several divisions name it."""

    division: str
    entry: EntryLine


@dataclass(frozen=True, slots=True)
class EntryNaming:
    """How lists name entries: by their keys, with the division where they are of several.

    `name` is the public name or the director's, `href` the way to an entry's page.
    """

    entries: Mapping[int, EntryOf]
    name: Callable[[EntryLine], str]
    href: Callable[[EntryOf], str | None] = lambda _: None
    with_division: bool = False

    def named(self, key: int) -> str:
        """Returns the name of an entry."""
        return self.name(self.entries[key].entry)

    def player(self, key: int) -> ReportPlayer:
        """Returns an entry as a row shows it."""
        of = self.entries[key]
        number = f"#{of.entry.number}"
        told = f"{of.division} {number}" if self.with_division else number
        return ReportPlayer(self.name(of.entry), told, self.href(of))


class ReportPlayer(NamedTuple):
    """Whose row it is: the name, the number with its mark, and the address of their page."""

    name: str
    number: str = ""
    href: str | None = None


class ReportLine(NamedTuple):
    """A row in words."""

    place: str
    players: list[ReportPlayer]
    figure: str
    detail: str


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A list in words: an identifier for links, its title, and the head of its figures.

    `all_href` leads to the whole list where not all of its rows are here. `body` are the rows as
    they are on a page, where they are kept; else they are rendered with it.
    """

    id: str
    title: str
    place_head: str
    figure_head: str
    who_head: str
    note: str
    rows: list[ReportLine]
    all_href: str | None = None
    body: str = ""


def title_of(report: Report) -> str:
    """Returns what a list is called."""
    if report.kind is ReportKind.CLASSES:
        return phrase("Class {name}", name=report.prize_class)
    return TITLES[report.kind]


def shown_report(
    report: Report, at: int, naming: EntryNaming, all_href: str | None = None, body: str = ""
) -> ShownReport:
    """Returns a list in words, the `at`-th of its page; of its rows none that are in `body`."""
    by_round = report.kind is ReportKind.ROUND_WINS
    return ShownReport(
        id=f"list-{at}",
        title=title_of(report),
        place_head=phrase("Round") if by_round else phrase("Place"),
        figure_head=_FIGURES.get(report.kind, phrase("Score")),
        who_head=phrase("Team") if report.kind is ReportKind.TEAMS else phrase("Player"),
        note=_note(report),
        rows=[] if body else [line_of(report.kind, row, naming) for row in report.rows],
        all_href=all_href,
        body=body,
    )


def statistics_words(figures: GameStatistics) -> list[tuple[str, str]]:
    """Returns the figures of all games together, each with its name; none without a game."""
    if not figures.games:
        return []
    told = [(phrase("Games"), str(figures.games)), (phrase("Ties"), str(figures.ties))]
    for name, value in (
        (phrase("Average winning score"), figures.average_win),
        (phrase("Average losing score"), figures.average_loss),
        (phrase("Average spread"), figures.average_spread),
    ):
        told += [(name, numeral(float(value), ".1f"))] if value is not None else []
    sides = figures.sides
    if sides.games:
        share = 100 * (sides.first + sides.ties / 2) / sides.games
        told += [
            (phrase("First players won"), percent(numeral(share, ".1f"))),
            (
                phrase("Average score of first players"),
                numeral(sides.first_points / sides.games, ".1f"),
            ),
            (
                phrase("Average score of second players"),
                numeral(sides.second_points / sides.games, ".1f"),
            ),
        ]
    return told


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
    ReportKind.STREAK: phrase(
        "Games won one after the other; byes and forfeits do not count, and a tie ends a streak."
    ),
    ReportKind.TEAMS: phrase("What all members of a team scored together in these rounds."),
    ReportKind.REPEATS: phrase("Pairs who met more than once, games that are being played too."),
}


def line_of(kind: ReportKind, row: ReportRow, naming: EntryNaming) -> ReportLine:
    """Returns a row of a list in words."""
    team = [ReportPlayer(row.name)] if row.name else None
    return ReportLine(
        place=str(row.place),
        players=team or [naming.player(key) for key in row.keys],
        figure=_figure(kind, row),
        detail=_detail(kind, row, naming.named),
    )


def _figure(kind: ReportKind, row: ReportRow) -> str:
    if kind in _RECORDS:
        return record(row.facts[0], row.facts[1])
    if kind in AVERAGES:
        return numeral(float(row.value), ".1f")
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


def _of_team(row: ReportRow) -> str:
    members = phrase_count("{count} player", "{count} players", count=len(row.keys))
    return phrase("spread {spread}, {members}", spread=signed(row.facts[2]), members=members)


def _streak(row: ReportRow) -> str:
    first, last = row.rounds
    return phrase("rounds {first} to {last}", first=first, last=last)


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
    ReportKind.TEAMS: _of_team,
    ReportKind.STREAK: _streak,
    ReportKind.SEEDS: _seed,
    ReportKind.RATING_CHANGE: _rating,
    ReportKind.PERFORMANCE: _rating,
    ReportKind.STARTS: _starts,
    ReportKind.REPEATS: _rounds,
    ReportKind.BYES: _rounds,
}
