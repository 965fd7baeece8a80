"""The figures of a checked game: for records, profiles and the search of games.

Points are the recomputed ones. A play that was withdrawn is a turn without points; what it made
counts for nothing but phoneys and challenges. The challenger is known between two players only: a
record does not name the challenger.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.engine.gcg.tokens import coordinate
from games.engine.phoneys import phoneys
from games.engine.record import EventKind
from games.engine.report import CountedTurn, GameReport, RecordVerdict
from games.engine.tiling import AS_BLANK, BLANK, THROUGH, TileError, Tiling, tiling

SOUND = frozenset({RecordVerdict.CLEAN, RecordVerdict.ALTERNATIVE, RecordVerdict.SOFT})
"""Verdicts of records whose points are all right: only these can hold a record."""

LONGEST_PLAY = LONGEST_RACK = 40
_TURNS = frozenset({EventKind.PLAY, EventKind.PASS, EventKind.EXCHANGE})


class PlayerCounts(msgspec.Struct, frozen=True):
    """The figures of one player.

    `record_score` leaves out the points of failed challenges (rules.md 4.1). `best_play` is the
    play as people write it, `E8 (B)ROWST`, and `best_play_turn` its place among the events of the
    record, from 1; empty and None where no play stands. `phoneys` were played, None where no list
    judged for sure; `phoneys_caught` are the plays that came off. `blanks` were laid and stayed.
    """

    score: int
    opponents_best: int
    record_score: int
    turns: int
    plays: int
    bingos: int
    best_play: str
    best_play_score: int
    best_play_turn: int | None
    phoneys: int | None
    phoneys_caught: int
    challenges_won: int
    challenges_lost: int
    exchanges: int
    blanks: int


class Figures(msgspec.Struct, frozen=True):
    """The figures of a game; `players` in the order of the record, `words` those that stand.

    `words` are text in capitals without the brackets of tiles, in the order played;
    `opening_rack` is the rack of the first turn as `rack_text` has it, empty where none is stated.
    """

    verdict: RecordVerdict
    complete: bool
    turns: int
    combined: int
    words: tuple[str, ...]
    opening_rack: str
    players: tuple[PlayerCounts, ...]


def figures_of(report: GameReport, *, is_sure: bool = True) -> Figures:
    """Returns the figures of a checked game, without anything where nothing could be read.

    `is_sure` says that words were looked up in the list by which the game was played; by another
    one nobody's phoneys are counted.
    """
    record = report.record
    if record is None:
        return Figures(report.verdict, False, 0, 0, (), "", ())
    tiles = tiling(report.tiles)
    return Figures(
        verdict=report.verdict,
        complete=report.complete,
        turns=_count(report.turns, _TURNS),
        combined=sum(report.scores),
        words=tuple(plain_word(tiles, word) for play in _standing(report) for word in play.words),
        opening_rack=_opening_rack(report, tiles),
        players=tuple(
            _line(report, player, tiles, is_sure=is_sure) for player in range(len(record.players))
        ),
    )


def plain_word(tiles: Tiling, codes: str) -> str:
    """Returns a word as people search for it: capitals, blanks too, and no brackets."""
    return tiles.text(tiles.letters_of(codes)).replace("[", "").replace("]", "")


def rack_text(tiles: Tiling, text: str) -> str:
    """Returns a rack in the order of the alphabet, blanks last; empty for what is not a rack."""
    try:
        codes = tiles.rack(text)
    except TileError:
        return ""
    in_order = sorted(codes, key=lambda code: (code == BLANK, code))
    return tiles.text("".join(in_order))[:LONGEST_RACK]


def _opening_rack(report: GameReport, tiles: Tiling) -> str:
    first = next(iter(report.turns), None)
    return rack_text(tiles, first.turn.rack or "") if first else ""


def _line(report: GameReport, player: int, tiles: Tiling, *, is_sure: bool) -> PlayerCounts:
    own = [counted for counted in report.turns if counted.turn.player == player]
    others = [counted for counted in report.turns if counted.turn.player != player]
    are_two = len(report.scores) == 2
    standing = [one for one in own if one.turn.kind is EventKind.PLAY and one.stands]
    best = max(standing, key=lambda one: one.score, default=None)
    score = report.scores[player]
    return PlayerCounts(
        score=score,
        opponents_best=max(s for other, s in enumerate(report.scores) if other != player),
        record_score=score - sum(one.score for one in own if one.turn.kind is EventKind.BONUS),
        turns=_count(own, _TURNS),
        plays=len(standing),
        bingos=sum(one.is_bingo for one in standing),
        best_play=play_text(best, tiles) if best else "",
        best_play_score=best.score if best else 0,
        best_play_turn=_place(report, best) if best else None,
        phoneys=_phoneys(report, player) if is_sure else None,
        phoneys_caught=_withdrawn(own),
        challenges_won=_withdrawn(others) if are_two else 0,
        challenges_lost=sum(one.turn.loses_turn for one in own)
        + (_count(others, {EventKind.BONUS}) if are_two else 0),
        exchanges=_count(own, {EventKind.EXCHANGE}),
        blanks=sum(ord(code) >= AS_BLANK for one in standing for _, code in one.laid),
    )


def play_text(counted: CountedTurn, tiles: Tiling) -> str:
    """Returns a play as people write it: where, and its word with what lay there in parentheses."""
    turn = counted.turn
    where = coordinate(turn.row, turn.column, turn.across)
    word = counted.words[0] if counted.words else ""
    text = f"{where} {_with_through(turn.tiles, word, tiles) if word else turn.tiles}"
    if len(text) > LONGEST_PLAY:
        text = f"{where} {tiles.text(word) if word else turn.tiles}"
    return text[:LONGEST_PLAY]


def _with_through(written: str, word: str, tiles: Tiling) -> str:
    """Returns a word with the tiles in parentheses that the play goes through."""
    codes = tiles.word(written)
    if len(codes) != len(word):
        # A single tile is written along either of its words.
        return tiles.text(word)
    text = ""
    for code, tile in zip(codes, word, strict=True):
        shown = tiles.text(tile)
        text += f"({shown})" if code == THROUGH else shown
    return text.replace(")(", "")


def _standing(report: GameReport) -> Iterable[CountedTurn]:
    return (one for one in report.turns if one.turn.kind is EventKind.PLAY and one.stands)


def _count(turns: Iterable[CountedTurn], kinds: Iterable[EventKind]) -> int:
    wanted = frozenset(kinds)
    return sum(one.turn.kind in wanted for one in turns)


def _withdrawn(turns: Iterable[CountedTurn]) -> int:
    return sum(one.turn.kind is EventKind.PLAY and not one.stands for one in turns)


def _phoneys(report: GameReport, player: int) -> int | None:
    """Returns how many phoneys a player played, None without a list."""
    if all(one.missing is None for one in report.turns):
        return None
    found = phoneys(report.turns, is_sure=True)
    return sum(report.turns[place].turn.player == player for place in found)


def _place(report: GameReport, wanted: CountedTurn) -> int:
    return next(place for place, one in enumerate(report.turns, 1) if one is wanted)
