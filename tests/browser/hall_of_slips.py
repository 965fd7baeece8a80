"""Slips typed blind, and what must come of each: what is stored, and what stands in the list.

The model knows nothing of time: whatever the network does, and whenever an answer comes, a line
means what it meant when it was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

Place = tuple[str, int]
"""A division and a round."""
Board = tuple[Place, int]
Scores = tuple[int, int]
"""The score of who goes first, and of the other one."""


NO_BOARD = "b999"
MISTYPED = (
    *("4238", "423 389'", "423 38p", "4w3 389", "q423389", "423389 '", "423 389 412377", "b2'"),
    *("423389 left", "hello", NO_BOARD),
)
"""Mistyped slips and boards, with a finger beside its key."""


@dataclass
class Hall:
    """The boards with who sits there (first, second), and what the lines typed so far come to."""

    boards: dict[Board, tuple[int, int]]
    place: Place = ("A", 1)
    stored: dict[Board, Scores] = field(default_factory=dict)
    listed: list[str] = field(default_factory=list)
    touched: set[Board] = field(default_factory=set)
    made: list[Board] = field(default_factory=list)
    is_listed: bool = False
    """Whether the last line was not entered."""
    last: Scores | None = None

    def here(self) -> list[int]:
        """Return the boards of the place, in order."""
        return sorted(number for place, number in self.boards if place == self.place)

    def free(self) -> list[int]:
        """Return the boards of the place of which no slip was typed."""
        return [n for n in self.here() if (self.place, n) not in self.touched]

    def types(self, board: int, scores: Scores, line: str, at: str = "") -> None:
        """Take a line for a board of the place; the list says `at` which one, in slip order."""
        key = (self.place, board)
        self.touched.add(key)
        self.is_listed = False
        if self.stored.get(key) == scores:
            return
        if key in self.stored or min(scores) < 100 or sorted(scores) == sorted(self.last or ()):
            self.refused(at + line)
            return
        self.stored[key] = self.last = scores
        self.made.append(key)

    def refused(self, line: str) -> None:
        """Take a line that means nothing."""
        self.is_listed = True
        self.listed.append(line)


@dataclass
class Clerk:
    """Types one line after another; `pause` waits until everything typed is answered."""

    random: Random
    hall: Hall
    key: Callable[[str], None]
    pause: Callable[[], None]

    def work(self, lines: int) -> None:
        """Type about so many lines: slips, slips again, other scores, odd ones, and nonsense."""
        typed = 0
        while typed < lines:
            if self.random.random() < 0.06:
                self.pause()
            if self.random.random() < 0.04:
                self.moves()
            if self.random.random() < 0.04:
                self.undoes()
            if len(self.hall.free()) > 4 and self.random.random() < 0.05:
                typed += self.takes_slip_order()
            self.types(*self.by_number())
            typed += 1

    def types(self, line: str, take: Callable[[str], None]) -> None:
        """Type a line and Enter, now and then twice by a nervous finger."""
        self.key(line + "\n" * (2 if self.random.random() < 0.03 else 1))
        take(line)

    def moves(self) -> None:
        """Go to another round or division and type on at once; a division shows its last round."""
        places = sorted({place for place, _ in self.hall.boards})
        division, number = self.random.choice(places)
        if self.random.random() < 0.3:
            number = max(last for name, last in places if name == division)
            self.key(f"d {division}\n")
        else:
            self.key(f"d {division}\nr{self.random.choice((' ', '', ' #'))}{number} \n")
        self.hall.place = (division, number)

    def undoes(self) -> None:
        """Take back what was entered last in the place, where that is done without a question."""
        hall = self.hall
        is_last = hall.place[1] == max(number for (_, number), _ in hall.boards)
        if not is_last or hall.is_listed or not hall.made or hall.made[-1][0] != hall.place:
            return
        board = hall.made.pop()
        self.key("u\n")
        del hall.stored[board]
        hall.touched.discard(board)
        hall.last = hall.stored.get(hall.made[-1]) if hall.made else None
        self.pause()

    def by_number(self) -> tuple[str, Callable[[str], None]]:
        """Return a line that names its board, and what it does to the hall."""
        hall, random = self.hall, self.random
        done = [n for n in hall.here() if (hall.place, n) in hall.stored]
        if random.random() < 0.1:
            nonsense = ("999 400 380", "7", "7 4x3 389", "hello", "b999 400 380", "423 389", "x y")
            return random.choice(nonsense), hall.refused
        if not done or (hall.free() and random.random() < 0.75):
            board, scores = random.choice(hall.free() or hall.here()), self.scores()
        else:
            board = random.choice(done)
            again = random.random() < 0.5
            scores = hall.stored[hall.place, board] if again else self.scores()
        return self.written(board, scores), partial(hall.types, board, scores)

    def written(self, board: int, scores: Scores) -> str:
        """Return a line for a board in one of the ways in which it can be typed."""
        (one, two), (first, second) = self.hall.boards[self.hall.place, board], scores
        ways = [f"b{board} {first} {second}", f"/{board} {first}-{second}"]
        ways += [
            f"{one} {first} {second}",
            f"{two} {second} {first}",
            f"{one} {first} {two} {second}",
        ]
        if min(scores) >= 100:
            ways += [f"{one} {first}{second}", f"b{board} {first}{second}"]
        return self.random.choice(ways)

    def takes_slip_order(self) -> int:
        """Type some slips in the order of the boards; return how many."""
        self.pause()
        hall, boards = self.hall, self.hall.free()
        start = self.random.randrange(len(boards))
        self.key(f"b{boards[start]}\n")
        typed = 0
        for board in boards[start : start + 6]:
            scores = self.scores()
            blank = " " if self.random.random() < 0.3 and min(scores) > 99 else ""
            line, at = f"{scores[0]:03}{blank}{scores[1]:03}", f"board {board}: "
            if min(scores) > 99 and self.random.random() < 0.2:
                # A line that says itself that it is of this board is its slip too; one of six
                # digits, as 7 93 332, might be a slip and would stop the order.
                line, at = self.written(board, scores), ""
            self.types(line, partial(hall.types, board, scores, at=at))
            typed += 1
            if self.random.random() < 0.15:
                self.mistypes(next((f"board {n}: " for n in boards if n > board), ""))
                break
        self.key("n\n")
        return typed

    def mistypes(self, next_board: str) -> None:
        """Type a slip that is none: nobody knows which board the one after it is of."""
        wrong = self.random.choice(MISTYPED)
        self.key(f"{wrong}\n405377\n")
        if wrong != NO_BOARD:
            self.hall.refused(f"{next_board}{wrong}")
        self.hall.refused(f"{'board ?: ' if next_board else ''}405377")

    def scores(self) -> Scores:
        """Return scores, now and then odd ones, of the last slip or under 100."""
        odd = self.random.random()
        if odd < 0.08:
            return self.random.randint(10, 99), self.random.randint(300, 380)
        if odd < 0.1 and self.hall.last:
            return self.hall.last
        first, second = self.random.sample(range(330, 480), 2)
        return first, second


def keys_of(text: str) -> Iterator[str]:
    """Return the keys of what is typed; a line break is Enter."""
    return ("Enter" if sign == "\n" else sign for sign in text)
