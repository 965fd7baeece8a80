"""Players' lines to entries and rounds: pairings compared, sides matched, withdrawals dated.

The rules are those of tsh's reference, sections 1 and 10.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from core.phrases import phrase
from tournaments.formats.content import (
    BoardContent,
    EntryContent,
    RoundContent,
    SeatContent,
    Side,
    SitOutContent,
)
from tournaments.formats.tsh.entry import read_entry
from tournaments.formats.tsh.errors import FileLine, Remark, TshError
from tournaments.formats.tsh.limits import MAX_BOARD, MAX_PLAYERS
from tournaments.formats.tsh.players import VACANT, TshPlayerLine, read_player, whole

_SIDES: dict[tuple[int, int], tuple[Side | None, Side | None]] = {
    (1, 2): ("first", "second"),
    (2, 1): ("second", "first"),
    (3, 3): ("draw", "draw"),
    (4, 4): (None, None),
    (0, 0): (None, None),
}
_OTHER_SIDE = {0: 0, 1: 2, 2: 1, 3: 3, 4: 4}


class DivisionReader:
    """The players of one division, with the numbers that belong to each of their rounds."""

    def __init__(self, lines: list[tuple[FileLine, str]], file: str, remarks: list[Remark]) -> None:
        if len(lines) > MAX_PLAYERS:
            raise FileLine(file).error(
                "division.too_many_players",
                phrase("there are {count} players", count=len(lines)),
                expected=phrase("at most {most}", most=MAX_PLAYERS),
            )
        self.remarks = remarks
        self.players = [read_player(line, place, remarks) for place, line in lines]
        self.length = max((max(len(p.opponents), len(p.scores)) for p in self.players), default=0)
        self.opponents = [self._opponents(p) for p in self.players]
        self.scores = [self._padded(p.scores) for p in self.players]
        self.sides = [self._numbers(p, "p12", 4) for p in self.players]
        self.boards = [self._numbers(p, "board", MAX_BOARD) for p in self.players]

    def entries(self) -> tuple[EntryContent, ...]:
        """Returns the entries in the order of their numbers."""
        return tuple(
            self._entry(number, player) for number, player in enumerate(self.players, start=1)
        )

    def rounds(self) -> tuple[RoundContent, ...]:
        """Returns the rounds up to the last that anybody is paired in.

        Raises TshError `pairing.*` when two lines do not agree on who met.
        """
        for number in range(1, len(self.players) + 1):
            self._check_opponents(number)
        return tuple(self._round(index) for index in range(self.length))

    def is_vacant(self, number: int) -> bool:
        """Whether a line only fills a number that nobody has: named so, and in no round."""
        unpaired = all(opponent is None for opponent in self.opponents[number - 1])
        return unpaired and self.players[number - 1].name == VACANT

    def _padded(self, values: list[int | None]) -> list[int | None]:
        return values + [None] * (self.length - len(values))

    def _opponents(self, player: TshPlayerLine) -> list[int | None]:
        opponents = self._padded(player.opponents)
        for index, score in enumerate(player.scores):
            if score is not None and opponents[index] is None:
                opponents[index] = 0
                message = phrase(
                    "{name} has the score {score} in round {round} but no opponent; it is read as "
                    "the spread of a round without one",
                    name=player.name,
                    score=score,
                    round=index + 1,
                )
                self.remarks.append(player.place.remark("score.without_opponent", message))
        return opponents

    def _numbers(self, player: TshPlayerLine, field: str, limit: int) -> list[int | None]:
        found = [whole(w, player.place, field, limit) for w in player.fields.get(field, ())]
        if any(value is not None and value < 0 for value in found):
            raise player.place.error(
                "player.number",
                phrase("{field} has a negative number", field=field),
                field=field,
                expected=phrase("numbers from 0 to {most}", most=limit),
            )
        if any(found[self.length :]):
            message = phrase(
                "{field} continues after the last round and is read only up to it", field=field
            )
            self.remarks.append(player.place.remark("player.field_too_long", message))
        return self._padded(found[: self.length])

    def _check_opponents(self, number: int) -> None:
        for index, opponent in enumerate(self.opponents[number - 1]):
            if not opponent:
                continue
            if opponent > len(self.players):
                raise self._wrong_opponent(
                    "pairing.unknown_opponent",
                    number,
                    phrase(
                        "{name} (number {number}) in round {round} has the opponent {opponent}",
                        **self._line(number, index),
                        opponent=opponent,
                    ),
                    phrase("a number up to {most}", most=len(self.players)),
                )
            if opponent == number:
                raise self._wrong_opponent(
                    "pairing.own_opponent",
                    number,
                    phrase(
                        "{name} (number {number}) in round {round} is paired with the same number",
                        **self._line(number, index),
                    ),
                    phrase("another number, or 0 for a bye"),
                )
            met = self.opponents[opponent - 1][index]
            if met != number:
                raise self._wrong_opponent(
                    "pairing.not_mutual",
                    number,
                    self._not_mutual(number, index, opponent, met),
                    phrase("{number} there", number=number),
                )

    def _not_mutual(self, number: int, index: int, opponent: int, met: int | None) -> str:
        other = self.players[opponent - 1]
        said = self._line(number, index) | {
            "opponent": other.name,
            "opponent_number": opponent,
            "line": other.place.line or 0,
        }
        if met is None:
            return phrase(
                "{name} (number {number}) in round {round} has the opponent {opponent} (number "
                "{opponent_number}), whose line {line} says nobody",
                **said,
            )
        return phrase(
            "{name} (number {number}) in round {round} has the opponent {opponent} (number "
            "{opponent_number}), whose line {line} says {met}",
            met=met,
            **said,
        )

    def _line(self, number: int, index: int) -> dict[str, str | int]:
        """Returns what a sentence on a player's line names: the player, and the round."""
        return {"name": self.players[number - 1].name, "number": number, "round": index + 1}

    def _wrong_opponent(self, code: str, number: int, what: str, expected: str) -> TshError:
        place = self.players[number - 1].place
        return place.error(code, what, field="opponents", expected=expected)

    def _round(self, index: int) -> RoundContent:
        boards, sit_outs = [], []
        for number, row in enumerate(self.opponents, start=1):
            opponent = row[index]
            if opponent == 0:
                sit_outs.append(self._sit_out(index, number))
            elif opponent is not None and opponent > number:
                boards.append(self._board(index, number, opponent))
        boards.sort(key=lambda b: (b.number is None, b.number or 0, b.seats[0].entry))
        return RoundContent(number=index + 1, boards=tuple(boards), sit_outs=tuple(sit_outs))

    def _board(self, index: int, low: int, high: int) -> BoardContent:
        numbers = [self.boards[n - 1][index] for n in (low, high)]
        if all(numbers) and numbers[0] != numbers[1]:
            said = phrase(
                "round {round}: {one} and {two} are recorded on boards {board} and {other}",
                **self._game(index, low, high),
                board=numbers[0],
                other=numbers[1],
            )
            self._remark("board.differs", low, said)
        scores = [self.scores[n - 1][index] for n in (low, high)]
        if (scores[0] is None) != (scores[1] is None):
            said = phrase(
                "round {round}: {one} and {two} are recorded with one score only: no result yet",
                **self._game(index, low, high),
            )
            self._remark("score.half", low, said)
        sides = self._matched_sides(index, low, high)
        one, two = (
            SeatContent(entry=n, side=side, score=score)
            for n, side, score in zip((low, high), sides, scores, strict=True)
        )
        return BoardContent(seats=(one, two), number=numbers[0] or numbers[1] or None)

    def _matched_sides(self, index: int, low: int, high: int) -> tuple[Side | None, Side | None]:
        one, two = (self.sides[n - 1][index] for n in (low, high))
        if one is None and two is None:
            return None, None
        if one is None or two is None:
            one = _OTHER_SIDE[two or 0] if one is None else one
            two = _OTHER_SIDE[one] if two is None else two
            said = phrase(
                "round {round}: {one} and {two} are recorded with the side of one of them only",
                **self._game(index, low, high),
            )
            self._remark("sides.half", low, said)
        sides = _SIDES.get((one, two))
        if sides is None:
            said = phrase(
                "round {round}: {one} and {two} are recorded with the sides {side} and {other}",
                **self._game(index, low, high),
                side=one,
                other=two,
            )
            self._remark("sides.contradict", low, said)
            return None, None
        return sides

    def _game(self, index: int, low: int, high: int) -> dict[str, str | int]:
        """Returns what a sentence on a game names: its round, and the two."""
        one, two = self.players[low - 1].name, self.players[high - 1].name
        return {"round": index + 1, "one": one, "two": two}

    def _remark(self, code: str, low: int, message: str) -> None:
        self.remarks.append(self.players[low - 1].place.remark(code, message))

    def _sit_out(self, index: int, number: int) -> SitOutContent:
        spread = self.scores[number - 1][index]
        side = self.sides[number - 1][index]
        counted_as: Literal["first", "second"] | None = None
        if side and spread is not None and spread < 0 and side in (1, 2):
            counted_as = "first" if side == 1 else "second"
        elif side:
            player = self.players[number - 1]
            message = phrase(
                "round {round}: a side is recorded for {name}, who did not play",
                round=index + 1,
                name=player.name,
            )
            self.remarks.append(player.place.remark("sides.without_game", message))
        return SitOutContent(
            entry=number,
            spread=spread,
            counted_as=counted_as,
            number=self.boards[number - 1][index] or None,
        )

    def _entry(self, number: int, player: TshPlayerLine) -> EntryContent:
        entry = read_entry(number, player)
        if "off" not in player.fields:
            return entry
        played = last_round_played(self.opponents[number - 1], self.scores[number - 1])
        return replace(entry, withdrawn_from=played + 1)


def last_round_played(opponents: list[int | None], scores: list[int | None]) -> int:
    """Returns the last round with an opponent and a score, 0 when there is none.

    A withdrawn entry is ranked up to it; the rounds after it are those that it missed.
    """
    for index in range(min(len(opponents), len(scores)) - 1, -1, -1):
        if opponents[index] and scores[index] is not None:
            return index + 1
    return 0
