"""What the checked record of a game says of its two players, as the book of records takes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clubs.records.book.facts import RecordedPlay, RecordedSide
from games.engine.boards import board
from games.engine.figures import SOUND, play_text
from games.engine.phoneys import phoneys
from games.engine.record import EventKind
from games.engine.report import CountedTurn, GameReport
from games.engine.tiling import AS_BLANK, Tiling, tiling

_TRIPLE_WORD = "3W"
_TURNS = frozenset({EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE})


def recorded_sides(
    report: GameReport, *, is_sure: bool = True
) -> tuple[RecordedSide, RecordedSide] | None:
    """Returns what a record says of its players, in its order.

    None where it can hold no record: not of two players, not to the end, or with wrong points.
    `is_sure` says that words were looked up in the list by which the game was played.
    """
    if report.verdict not in SOUND or not report.complete or len(report.scores) != 2:
        return None
    game = _Game(report, is_sure=is_sure)
    return game.side(0), game.side(1)


class _Game:
    def __init__(self, report: GameReport, *, is_sure: bool) -> None:
        self.report = report
        self.tiles: Tiling = tiling(report.tiles)
        self.premiums = board(report.board).premiums
        self.is_judged = is_sure and any(one.missing is not None for one in report.turns)
        found = phoneys(report.turns, is_sure=is_sure)
        self.phoneys = {id(report.turns[place]) for place in found}
        self.plays = [one for one in report.turns if one.turn.kind is EventKind.PLAY and one.stands]

    def side(self, player: int) -> RecordedSide:
        """Returns what the record says of one player."""
        own = [one for one in self.report.turns if one.turn.player == player]
        plays = [one for one in self.plays if one.turn.player == player]
        bonuses = sum(one.score for one in own if one.turn.kind is EventKind.BONUS)
        return RecordedSide(
            record_score=self.report.scores[player] - bonuses,
            phoneys=sum(id(one) in self.phoneys for one in plays) if self.is_judged else None,
            blanks=sum(ord(code) >= AS_BLANK for one in plays for _, code in one.laid),
            bingos=sum(one.is_bingo for one in plays),
            bingos_in_a_row=_most_in_a_row(own),
            triple_triples=sum(self._is_triple_triple(one) for one in plays),
            comeback=_furthest_behind(self.report.turns, player),
            best=self._best(plays),
            best_without_bingo=self._best(one for one in plays if not one.is_bingo),
            opening=self._best(one for one in plays if one is self.plays[0]),
            out=self._best(one for one in plays if one is self._out_play()),
            longest=self._play(max(plays, key=_length, default=None)),
        )

    def _out_play(self) -> CountedTurn | None:
        """Returns the play that ended the game, None where it ended otherwise."""
        paid = {one.turn.player for one in self.report.turns if one.turn.kind is EventKind.END_RACK}
        return self.plays[-1] if self.plays and self.plays[-1].turn.player in paid else None

    def _is_triple_triple(self, play: CountedTurn) -> bool:
        return sum(self.premiums[square] == _TRIPLE_WORD for square, _ in play.laid) > 1

    def _best(self, plays: Iterable[CountedTurn]) -> RecordedPlay | None:
        return self._play(max(plays, key=lambda one: one.score, default=None))

    def _play(self, play: CountedTurn | None) -> RecordedPlay | None:
        if play is None:
            return None
        is_phoney = id(play) in self.phoneys if self.is_judged else None
        return RecordedPlay(play.score, _length(play), play_text(play, self.tiles), is_phoney)


def _length(play: CountedTurn) -> int:
    return len(play.words[0]) if play.words else 0


def _most_in_a_row(own: Iterable[CountedTurn]) -> int:
    most = in_a_row = 0
    for one in own:
        if one.turn.kind in _TURNS:
            in_a_row = in_a_row + 1 if one.is_bingo and one.stands else 0
            most = max(most, in_a_row)
    return most


def _furthest_behind(turns: Sequence[CountedTurn], player: int) -> int:
    totals = [0, 0]
    furthest = 0
    for one in turns:
        totals[one.turn.player] = one.total
        furthest = max(furthest, totals[1 - player] - totals[player])
    return furthest
