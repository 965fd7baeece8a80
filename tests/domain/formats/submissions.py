"""Made-up submissions with names that nobody should have, and readers of the files written."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from datetime import date

from hypothesis import strategies as st

from tournaments.formats.content import DivisionContent
from tournaments.formats.submission import (
    PersonName,
    Submission,
    SubmittedDivision,
    SubmittedGame,
    SubmittedIdle,
    SubmittedPlayer,
    as_filed,
    read_name,
)

DAY = date(2026, 5, 3)
Side = tuple[int, int, int]
"""A player, a score, and an opponent."""
PlayedRound = frozenset[frozenset[Side]]

_HOSTILE = st.text(
    st.sampled_from("aZé日\r\n;:#,*+=-0127 \t\0\x85\u2028\\\"'") | st.characters(codec="utf-8"),
    max_size=30,
)
_PLAIN = st.sampled_from(["Abbot, Ada", "Bea Botham", "Colby, Cleo, III", "Dov"])
_NAMES = (_PLAIN | _HOSTILE).map(read_name)


@st.composite
def divisions(draw: st.DrawFn, name: str) -> SubmittedDivision:
    """Draws a division of rated games; numbers may have gaps, and some players have no game."""
    numbers = sorted(draw(st.sets(st.integers(1, 40), min_size=2, max_size=9)))
    players = tuple(
        SubmittedPlayer(
            number=number,
            name=draw(_NAMES),
            rating=draw(st.integers(0, 3000)),
            association_number=draw(st.sampled_from(["", "AA000001", "x;y"])),
            life_games=draw(st.none() | st.integers(0, 999)),
        )
        for number in numbers
    )
    games: list[SubmittedGame] = []
    idle: list[SubmittedIdle] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(numbers))
        pairs = draw(st.integers(0, len(order) // 2))
        for place in range(pairs):
            one, two = order[2 * place : 2 * place + 2]
            first = draw(st.sampled_from([0, one, two]))
            games.append(_game(number, one, two, draw(st.tuples(_SCORES, _SCORES)), first))
        idle += [
            SubmittedIdle(number, player, draw(st.sampled_from([50, 0, -50])))
            for player in order[2 * pairs :]
        ]
    return SubmittedDivision(name, "naspa", 4, players, tuple(games), tuple(idle))


_SCORES = st.integers(0, 999)


def _game(
    number: int, one: int, two: int, scores: tuple[int, int], first: int = 0
) -> SubmittedGame:
    lead = scores[0] - scores[1]
    won = 1 + (lead > 0) - (lead < 0)
    return SubmittedGame(number, one, two, *scores, won, 2 - won, first)


@st.composite
def submissions(draw: st.DrawFn) -> Submission:
    """Draws an event of one to three divisions with at least one rated game each."""
    names = draw(st.lists(st.sampled_from(["A", "B", "a", "é", "*", ""]) | _HOSTILE, max_size=2))
    return Submission(
        name=draw(_HOSTILE),
        dates=draw(st.sampled_from(["", "1 to 3 May", "3\nMay"])),
        held_on=draw(st.sampled_from([None, DAY])),
        divisions=tuple(
            draw(divisions(name).filter(lambda d: bool(d.games))) for name in ["A", *names]
        ),
    )


def small() -> Submission:
    """Returns an event of three players and two rounds: a bye, a forfeit lost, and Dov unplayed."""
    people = ("Abbot, Ada", "Bea Botham", "Dov", "Colby, Cleo, III")
    division = SubmittedDivision(
        name="A",
        rating_system="naspa",
        rounds=2,
        players=tuple(
            SubmittedPlayer(n, read_name(name), 1700 - 100 * n, f"AA00000{n}", 120)
            for n, name in enumerate(people, start=1)
        ),
        games=(
            _game(1, 2, 1, (389, 423), first=2),
            _game(2, 1, 4, (400, 400)),
        ),
        idle=(
            SubmittedIdle(1, 4, 50),
            SubmittedIdle(1, 3, -50),
            SubmittedIdle(2, 2, -50),
            SubmittedIdle(2, 3, -50),
        ),
    )
    return Submission("Spring Open", "3 May", DAY, (division,))


def games_of(division: SubmittedDivision) -> dict[int, PlayedRound]:
    """Returns the games by round, players as they are numbered in a file."""
    rounds: dict[int, set[frozenset[Side]]] = {}
    for game in as_filed(division).games:
        played = frozenset(
            ((game.one, game.score_one, game.two), (game.two, game.score_two, game.one))
        )
        rounds.setdefault(game.round, set()).add(played)
    return {number: frozenset(games) for number, games in rounds.items()}


def games_of_content(division: DivisionContent) -> dict[int, PlayedRound]:
    """Returns the games by round that a tsh reader found."""
    rounds: dict[int, PlayedRound] = {}
    for played in division.rounds:
        games = set()
        for board in played.boards:
            one, two = board.seats
            assert one.score is not None
            assert two.score is not None
            games.add(
                frozenset(((one.entry, one.score, two.entry), (two.entry, two.score, one.entry)))
            )
        if games:
            rounds[played.number] = frozenset(games)
    return rounds


@dataclass
class TouRow:
    """A player's line of a TOU file: blocks of (result, score, opponent, whether signed)."""

    name: str
    blocks: list[tuple[int, int, int, bool] | None]


@dataclass
class TouDivision:
    """A division of a TOU file."""

    heading: str
    name: str
    rows: list[TouRow]

    def games(self) -> dict[int, PlayedRound]:
        """Returns the games by round, each told the same by both sides."""
        found: dict[int, set[frozenset[Side]]] = {}
        told: dict[tuple[int, int, int], tuple[int, int]] = {}
        for own, row in enumerate(self.rows, start=1):
            for number, block in enumerate(row.blocks, start=1):
                if block is not None and block[2] != own:
                    told[number, own, block[2]] = (block[0], block[1])
        for (number, own, other), (won, score) in told.items():
            other_won, other_score = told[number, other, own]
            assert won + other_won == 2
            sides = frozenset(((own, score, other), (other, other_score, own)))
            found.setdefault(number, set()).add(sides)
        return {number: frozenset(games) for number, games in found.items()}


def read_tou(data: bytes) -> list[TouDivision]:
    """Returns the divisions of a TOU file, read by its columns."""
    text = data.decode("latin-1")
    assert text.endswith("*** END OF FILE ***\r\n")
    lines = text.split("\r\n")[:-2]
    assert not [line for line in lines if "\r" in line or "\n" in line]
    found: list[TouDivision] = []
    at = 0
    while at < len(lines):
        heading, name, high = lines[at : at + 3]
        assert heading.startswith("*M")
        assert name.startswith("*")
        assert high == " " * 38 + "0"
        at += 3
        rows = []
        while at < len(lines) and not lines[at].startswith("*"):
            rows.append(_tou_row(lines[at]))
            at += 1
        found.append(TouDivision(heading, name[1:], rows))
    return found


def _tou_row(line: str) -> TouRow:
    rest = line[20:]
    cells = [rest[i : i + 9] for i in range(0, len(rest), 9)]
    blocks: list[tuple[int, int, int, bool] | None] = []
    for cell in cells:
        if not cell.strip():
            blocks.append(None)
            continue
        assert cell[0] == " "
        met = cell[5:9].strip()
        blocks.append((int(cell[1]), int(cell[2:5]), int(met), met.startswith("+")))
    return TouRow(line[:20], blocks)


def read_coco(data: bytes) -> list[list[str]]:
    """Returns the rows of a results list without its heading."""
    heading, *rows = csv.reader(io.StringIO(data.decode("utf-8"), newline=""))
    assert heading == [
        "Submitted On",
        "Round",
        "Winner",
        "Winners Score",
        "Opponent",
        "Opponents Score",
    ]
    return rows


def distinct_names(division: SubmittedDivision) -> SubmittedDivision:
    """Returns a division whose players are called P1, P2, ... for files that know names only."""
    return replace(
        division,
        players=tuple(replace(p, name=PersonName(f"P{p.number}")) for p in division.players),
    )
