"""A record of very many lines costs the check as much a line as a short one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.engine.boards import STANDARD, board
from games.engine.checking.bag import Bag
from games.engine.checking.equipment import GameTerms
from games.engine.checking.replay import Replay
from games.engine.report import CountedTurn
from games.engine.tiling import tiling
from tests.domain.games.checking.written_games import checked, club_game, found

PLAY = "Ann: QUANT 8D QUANT +48 48"
REPEATED = (
    ("Bob: A (AAAAAAA) +2 2",),
    ("Ann: (A) +2 2", "Bob: (A) +2 2"),
    ("Ann: A (A) -1 2",),
    ("Ann: (A) +2 2", "Bob: ALI 9C ALI +5 5", "Bob: ALI -- -5 5"),
)


class Looks(list[CountedTurn]):
    """Turns that count how many of them are looked at."""

    looks = 0

    def __iter__(self) -> Iterator[CountedTurn]:
        for turn in super().__iter__():
            self.looks += 1
            yield turn


def steps(lines: tuple[str, ...], times: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Returns how often a check looks at a turn again, or at how many tiles a rack holds."""
    asked = 0

    class Rack(str):
        """Tiles that count how often they are counted."""

        __slots__ = ()

        def __len__(self) -> int:
            nonlocal asked
            asked += 1
            return super().__len__()

    def read(_bag: Bag, _line: int, text: str) -> str:
        return Rack(text)

    record = checked(PLAY, *lines * times).record
    assert record is not None
    with monkeypatch.context() as patched:
        patched.setattr(Bag, "read", read)
        replay = Replay(record, board(STANDARD), tiling("en"), GameTerms())
        replay.turns = seen = Looks()
        replay.run()
    return seen.looks + asked


@pytest.mark.parametrize("lines", REPEATED)
def test_twice_the_lines_are_twice_the_work(
    lines: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = steps(lines, 50, monkeypatch), steps(lines, 100, monkeypatch)
    assert 0 < many <= 2 * few + 2


def test_who_made_the_last_play_that_stands_went_out() -> None:
    *game, out = club_game()
    taken_back = ("Ann: LN 1C N..... +10 500", "Ann: LN -- -10 490")
    assert found(checked(*game, *taken_back, out)) == []
    left = checked(*game, *taken_back, "Ann: (LN) +4 494")
    assert found(left) == [(len(game) + 3, "ENDRACK", "end.not_out")]
