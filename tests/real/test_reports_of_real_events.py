"""The lists of real events, held against a plain reading of their files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.contract_calls import answer
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Division
from tournaments.reporting.records import Report, ReportKind
from tournaments.reports.queries import ReportTerms, reports_of

TOP = 20
pytestmark = pytest.mark.django_db


class Line(NamedTuple):
    """A player as a line of a tsh file has them."""

    rating: int
    opponents: list[int]
    points: list[int]


class Win(NamedTuple):
    """A game as a plain reading has it; of a tie either may be the winner."""

    round: int
    winner: int
    loser: int
    score: int
    against: int
    ahead: int


def lines_of(text: str) -> list[Line]:
    """Returns the players of a tsh file; the rating is the first number of those before the `;`."""
    lines = []
    for text_line in text.lstrip("\ufeff").splitlines():
        pieces = text_line.split(";")
        if text_line.startswith("#") or len(pieces) < 2:
            continue
        numbers: list[int] = []
        for word in reversed(pieces[0].split()):
            if not word.isdigit():
                break
            numbers.insert(0, int(word))
        lines.append(Line(numbers[0], numbers[1:], [int(word) for word in pieces[1].split()]))
    return lines


def games_of(lines: list[Line], first: int, last: int) -> Iterator[Win]:
    """Yields every game of these rounds once: by its winner, of a tie by the lower number."""
    for number, line in enumerate(lines, 1):
        for at, (other, own) in enumerate(zip(line.opponents, line.points, strict=False), 1):
            if not first <= at <= last or not other or at > len(lines[other - 1].points):
                continue
            theirs = lines[other - 1].points[at - 1]
            if own > theirs or (own == theirs and number < other):
                both = line.rating, lines[other - 1].rating
                ahead = both[1] - both[0] if all(both) and own > theirs else 0
                yield Win(at, number, other, own, theirs, ahead)


def best(found: list[tuple[frozenset[int], float]], *, high: bool) -> set[tuple[int, ...]]:
    """Returns the first places as place, players in order, and value times 1,000."""
    places = set()
    for who, value in found:
        ahead = sum(1 for _, other in found if (other > value if high else other < value))
        if ahead < TOP:
            places.add((ahead + 1, *sorted(who), round(value * 1000)))
    return places


OF_WINS: dict[ReportKind, tuple[Callable[[Win], float], Callable[[Win], set[int]], bool]] = {
    ReportKind.HIGH_WIN: (lambda g: g.score, lambda g: {g.winner}, True),
    ReportKind.LOW_WIN: (lambda g: g.score, lambda g: {g.winner}, False),
    ReportKind.HIGH_LOSS: (lambda g: g.against, lambda g: {g.loser}, True),
    ReportKind.LOW_LOSS: (lambda g: g.against, lambda g: {g.loser}, False),
    ReportKind.LARGEST_SPREAD: (lambda g: g.score - g.against, lambda g: {g.winner}, True),
    ReportKind.SMALLEST_SPREAD: (lambda g: g.score - g.against, lambda g: {g.winner}, False),
}
"""The figure, whose it is, and whether the highest is the best."""


def plain(lines: list[Line], first: int, last: int) -> dict[ReportKind, set[tuple[int, ...]]]:
    """Returns the lists by a second, plain computation."""
    games = list(games_of(lines, first, last))
    won = [game for game in games if game.score > game.against]
    both = [(frozenset({g.winner, g.loser}), float(g.score + g.against)) for g in games]
    upsets = [(frozenset({g.winner}), float(g.ahead)) for g in won if g.ahead > 0]
    return {
        **{
            kind: best([(frozenset(whose(g)), figure(g)) for g in won], high=high)
            for kind, (figure, whose, high) in OF_WINS.items()
        },
        ReportKind.HIGH_COMBINED: best(both, high=True),
        ReportKind.LOW_COMBINED: best(both, high=False),
        ReportKind.UPSET: best(upsets, high=True),
        ReportKind.AVERAGE_FOR: best(sums(games, 0, average=True), high=True),
        ReportKind.AVERAGE_AGAINST: best(sums(games, 1, average=True), high=False),
        ReportKind.TOTAL_FOR: best(sums(games, 0, average=False), high=True),
        ReportKind.TOTAL_AGAINST: best(sums(games, 1, average=False), high=True),
        ReportKind.TUFF_LUCK: best(six([(g.loser, g) for g in won]), high=False),
        ReportKind.LUCKY_STIFF: best(six([(g.winner, g) for g in won]), high=False),
        ReportKind.REPEATS: best(repeats(games), high=True),
        ReportKind.BYES: best(byes(lines, first, last), high=True),
    }


def sums(games: list[Win], side: int, *, average: bool) -> list[tuple[frozenset[int], float]]:
    """Returns the own points (0) or the opponents' (1) of everybody, or the mean of them."""
    points: dict[int, list[int]] = defaultdict(list)
    for game in games:
        points[game.winner].append((game.score, game.against)[side])
        points[game.loser].append((game.against, game.score)[side])
    return [
        (frozenset({who}), sum(theirs) / (len(theirs) if average else 1))
        for who, theirs in points.items()
    ]


def six(of_whom: list[tuple[int, Win]]) -> list[tuple[frozenset[int], float]]:
    """Returns the sum of the six smallest margins of everybody who has six."""
    margins: dict[int, list[int]] = defaultdict(list)
    for who, game in of_whom:
        margins[who].append(game.score - game.against)
    return [
        (frozenset({who}), float(sum(sorted(theirs)[:6])))
        for who, theirs in margins.items()
        if len(theirs) >= 6
    ]


def repeats(games: list[Win]) -> list[tuple[frozenset[int], float]]:
    met: dict[frozenset[int], int] = defaultdict(int)
    for game in games:
        met[frozenset({game.winner, game.loser})] += 1
    return [(pair, float(times)) for pair, times in met.items() if times > 1]


def byes(lines: list[Line], first: int, last: int) -> list[tuple[frozenset[int], float]]:
    """Returns how often nobody sat opposite and the round was won."""
    had = []
    for number, line in enumerate(lines, 1):
        rounds = list(zip(line.opponents, line.points, strict=False))[first - 1 : last]
        times = sum(1 for other, points in rounds if not other and points > 0)
        if times:
            had.append((frozenset({number}), float(times)))
    return had


def ours_of(sheet: Sheet, made: tuple[Report, ...]) -> dict[ReportKind, set[tuple[int, ...]]]:
    number = {entry.key: at for at, entry in sheet.entries.items()}
    return {
        report.kind: {
            (row.place, *sorted(number[key] for key in row.keys), round(float(row.value) * 1000))
            for row in report.rows
        }
        for report in made
    }


def test_the_lists_of_every_division_are_those_that_its_file_gives(real_data: Path) -> None:
    folders = sorted(path.parent for path in real_data.glob("tsh/*/expected.json"))
    assert len(folders) > 10
    compared = 0
    for folder in folders:
        answer("tsh_import", folder, "--slug", folder.name)
        for division in Division.objects.filter(tournament__slug=folder.name):
            sheet = load_sheet(division)
            text = (folder / f"{division.name.lower()}.t").read_bytes().decode("latin-1")
            for asked in (ReportTerms(), ReportTerms(first=2, last=4), ReportTerms(last=1)):
                terms = asked.within(sheet)
                ours = ours_of(sheet, reports_of(sheet, terms, {}))
                for kind, theirs in plain(lines_of(text), terms.first, terms.last).items():
                    where = (folder.name, division.name, terms, kind)
                    assert ours.get(kind, set()) == theirs, where
                    compared += len(theirs)
    assert compared > 5_000
