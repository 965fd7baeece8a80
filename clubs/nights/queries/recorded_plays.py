"""The plays of the recorded games of a night, with what the lists say of their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from clubs.nights.telling.plays import ToldPlay
from core.errors import UserError
from games.engine.figures import SOUND, play_text
from games.engine.phoneys import phoneys
from games.engine.record import EventKind
from games.engine.tiling import tiling
from games.models import Game
from games.selectors.games import checked_game
from games.selectors.judged import judged_by
from lexicon.selectors.installed import installed_lexica, words_of
from lexicon.selectors.study import Studied, comparable, studied
from lexicon.words.files import FilesMissing, WordFiles
from tournaments.kernel.queries.lexicon import family_of
from tournaments.models import BoardGame, Division, Seat

COLLINS, AMERICAN = "Collins/combined", "NA tournament"
COLLINS_ONLY = "#"
"""What lists write behind a word that is good in Collins alone."""

IsOnly = Callable[[str], bool]


def plays_of(division: Division) -> list[ToldPlay]:
    """Returns the plays of the confirmed games of a night in their order, each record read once.

    In two queries, and a few for each list. Games whose points are wrong are left out. Whose a play
    is says the number of the entry.
    """
    links = BoardGame.objects.filter(
        board__round__division=division, game__state=Game.State.CONFIRMED
    ).select_related("game")
    rows = list(links.order_by("board__round__number", "board__slot"))
    seated = _seated(row.board_id for row in rows)
    only = cache(_collins_only)
    return [play for row in rows for play in _of_game(row, seated[row.board_id], only)]


def _seated(boards: Iterable[int]) -> Mapping[int, Sequence[int]]:
    """Returns the numbers of those who sit at boards, in the order of the seats."""
    wanted = list(boards)
    seated: dict[int, list[int]] = {board: [] for board in wanted}
    if wanted:
        seats = Seat.objects.filter(board__in=wanted).order_by("board", "position")
        for board, number in seats.values_list("board", "entry__number"):
            seated[board].append(number)
    return seated


def _of_game(
    row: BoardGame, seats: Sequence[int], only: Callable[[str], IsOnly]
) -> Iterator[ToldPlay]:
    report = checked_game(row.game)
    if report.verdict not in SOUND or len(report.scores) != 2:
        return
    found = phoneys(report.turns, is_sure=judged_by(row.game, report).is_sure)
    tiles, is_only = tiling(report.tiles), only(row.game.lexicon)
    players = seats if row.first_seat == 0 else seats[::-1]
    for place, one in enumerate(report.turns):
        is_phoney = place in found
        if one.turn.kind is not EventKind.PLAY or not (one.stands or is_phoney) or not one.words:
            continue
        yield ToldPlay(
            player=players[one.turn.player],
            text=play_text(one, tiles),
            word=tiles.text(one.words[0]),
            length=len(one.words[0]),
            score=one.score,
            is_bingo=one.is_bingo,
            is_phoney=is_phoney,
            is_collins_only=not is_phoney and is_only(one.words[0]),
            stands=one.stands,
            game=row.game.key,
            turn=place + 1,
        )


def _collins_only(code: str) -> IsOnly:
    """Returns a test of words of a list: whether Collins alone has them.

    By what the list says behind the word, else by a list of North America that is on this machine.
    Where neither is there, nobody can say, and no word is.
    """
    try:
        own = studied(code)
    except UserError:
        return lambda _codes: False
    other = _american(own) if family_of(code) == COLLINS else None

    def is_only(codes: str) -> bool:
        if COLLINS_ONLY in own.told(codes).symbols:
            return True
        return other is not None and own.files.holds(codes) and not other.holds(codes)

    return is_only


def _american(own: Studied) -> WordFiles | None:
    """Returns the words of the latest list of North America here, None where there is none."""
    lists = comparable(own.lexicon, installed_lexica())
    for lexicon in sorted(lists, key=lambda one: one.code, reverse=True):
        if family_of(lexicon.code) != AMERICAN:
            continue
        try:
            return words_of(lexicon.sha256)
        except FilesMissing:
            continue
    return None
