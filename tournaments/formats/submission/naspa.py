"""NASPA's two forms: the tsh archive, and the plain text with a line for each player.

Sources: the tsh reference, section 3, and the director's reference, section 7. Both are made from
the same lines; the archive adds sides, life games and a configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count

from ratings.systems.registry import first_form
from tournaments.formats.content import (
    BoardContent,
    DivisionContent,
    EntryContent,
    EventContent,
    RoundContent,
    SeatContent,
    Side,
    SitOutContent,
)
from tournaments.formats.submission.names import one_line, tsh_name_of
from tournaments.formats.submission.shape import (
    Submission,
    SubmittedDivision,
    SubmittedGame,
    SubmittedPlayer,
    as_filed,
)
from tournaments.formats.tsh import write_archive, write_tsh
from tournaments.formats.tsh.limits import MAX_RATING
from tournaments.formats.tsh.players import is_association_number
from tournaments.formats.tsh.rows import DivisionRows
from tournaments.formats.tsh.statements import tsh_name

ARCHIVE_NAME = "all.tsh"


def write_naspa_archive(submission: Submission, generator: str) -> bytes:
    """Returns `all.tsh`; `generator` names this program in its second line.

    It holds nothing but names, numbers, ratings, life games, opponents, scores and sides. The date
    is the first day as 2026-05-03; without one, it is what the event calls its dates.
    """
    files = write_tsh(_event(submission), public=True)
    archive = write_archive(files)
    head, _, rest = archive.partition(b"\n")
    return b"\n".join([head, f"# {one_line(generator)}".encode("ascii", "replace"), rest])


def write_naspa_text(submission: Submission) -> bytes:
    """Returns the plain text: `#division A`, then name, rating, opponents; scores of each player.

    ISO-8859-1 where it carries every letter, and UTF-8 where it does not.
    """
    lines: list[str] = []
    for division in _event(submission).divisions:
        lines += [f"#division {division.name}", *_plain_lines(division)]
    text = "".join(f"{line}\n" for line in lines)
    try:
        return text.encode("iso-8859-1")
    except UnicodeEncodeError:
        return text.encode()


def _plain_lines(division: DivisionContent) -> list[str]:
    entries = tuple(replace(entry, life_games=None) for entry in division.entries)
    rounds = tuple(
        replace(played, boards=tuple(_sideless(board) for board in played.boards))
        for played in division.rounds
    )
    plain = replace(division, entries=entries, rounds=rounds)
    return DivisionRows(plain, division.name).lines(public=True)


def _sideless(board: BoardContent) -> BoardContent:
    one, two = board.seats
    return BoardContent(seats=(replace(one, side=None), replace(two, side=None)))


def _event(submission: Submission) -> EventContent:
    day = submission.held_on.isoformat() if submission.held_on else ""
    names = _names(division.name for division in submission.divisions)
    return EventContent(
        name=one_line(submission.name),
        dates=day or one_line(submission.dates),
        divisions=tuple(
            _division(as_filed(division), name)
            for division, name in zip(submission.divisions, names, strict=True)
        ),
    )


def _names(names: Iterable[str]) -> list[str]:
    """Returns the names as tsh spells them; "D2" or the like for one that is taken, or is none."""
    spelt: list[str] = []
    for place, name in enumerate(names, start=1):
        short = tsh_name(name)
        if not short or not short.isascii() or short in spelt:
            short = next(other for n in count(place) if (other := f"D{n}") not in spelt)
        spelt.append(short)
    return spelt


def _division(division: SubmittedDivision, name: str) -> DivisionContent:
    return DivisionContent(
        name=name,
        entries=tuple(_entry(player) for player in division.players),
        rounds=_rounds(division),
        planned_rounds=max(division.rounds, division.last_round),
        ruleset="naspa-csw" if first_form(division.rating_system) == "naspa-csw" else "naspa",
        rating_system=division.rating_system,
    )


def _entry(player: SubmittedPlayer) -> EntryContent:
    number = player.association_number
    return EntryContent(
        number=player.number,
        name=tsh_name_of(player.name),
        rating=min(player.rating, MAX_RATING),
        association_number=number if is_association_number(number) else "",
        life_games=player.life_games,
    )


def _rounds(division: SubmittedDivision) -> tuple[RoundContent, ...]:
    numbers = range(1, division.last_round + 1)
    games: dict[int, list[SubmittedGame]] = {number: [] for number in numbers}
    for game in division.games:
        games[game.round].append(game)
    awards = {(out.round, out.player): out.spread for out in division.idle}
    return tuple(_round(division, number, games[number], awards) for number in numbers)


def _round(
    division: SubmittedDivision,
    number: int,
    games: Iterable[SubmittedGame],
    awards: Mapping[tuple[int, int], int],
) -> RoundContent:
    boards = tuple(_board(game) for game in games)
    seated = {seat.entry for board in boards for seat in board.seats}
    return RoundContent(
        number=number,
        boards=boards,
        sit_outs=tuple(
            SitOutContent(entry=player.number, spread=awards.get((number, player.number), 0))
            for player in division.players
            if player.number not in seated
        ),
    )


def _board(game: SubmittedGame) -> BoardContent:
    return BoardContent(
        seats=(
            SeatContent(game.one, _side(game, game.one), game.score_one),
            SeatContent(game.two, _side(game, game.two), game.score_two),
        )
    )


def _side(game: SubmittedGame, player: int) -> Side | None:
    if not game.first:
        return None
    return "first" if game.first == player else "second"
