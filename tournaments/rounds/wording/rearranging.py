"""What rearranging a round does to its boards, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.phrases import phrase
from tournaments.models import Board, Entry


def will_sit(board: Board, entries: Iterable[Entry]) -> str:
    """Returns who will sit on a board."""
    names = [str(entry) for entry in entries]
    if len(names) == 2:
        return phrase(
            "{board}: {one} and {two} will meet.",
            board=board_words(board),
            one=names[0],
            two=names[1],
        )
    return phrase("{player} will sit alone.", player=names[0])


def will_wait(entries: Sequence[Entry]) -> str:
    """Returns who will be without a board."""
    if len(entries) == 1:
        return phrase("{player} will wait for another opponent.", player=entries[0])
    one, two = entries
    return phrase("{one} and {two} will wait for another opponent.", one=one, two=two)


def board_words(board: Board) -> str:
    """Returns what a board is called at the beginning of a sentence."""
    return _called(board.number)


def kept_board_words(kept: str) -> str:
    """Returns the same of a board that a journal holds in English."""
    number = kept.removeprefix("Board ")
    return _called(int(number)) if number.isdecimal() else _called(None)


def _called(number: int | None) -> str:
    return (
        phrase("Board {number}", number=number)
        if number
        else phrase("The board of one sitting alone")
    )
