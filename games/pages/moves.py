"""The turns of a game in words: as a line of the list, and as what is said aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.phrases import phrase, phrase_count
from core.wording import MINUS, signed
from games.engine.frames import Frame
from games.engine.gcg.tokens import coordinate
from games.engine.phoneys import phoneys
from games.engine.record import LOST_CHALLENGE, EventKind, Turn
from games.engine.report import CountedTurn, GameReport
from games.engine.tiling import Tiling
from games.selectors.judged import Judged

OFF, PHONEY, UNLISTED = "off", "phoney", "unlisted"


class MoveLine(NamedTuple):
    """A turn as the list shows it. `number` counts from 1, `seat` is the player's place from 0.

    `what` is the word with tiles that lay there in brackets, or what was done instead; `tags` are
    short words with the kind of badge they are. `says` tells all of it in a sentence. `wrong` are
    sentences about what the record has wrong here. `mark` is how a play's word is marked: OFF where
    it came off, PHONEY, UNLISTED where the list lacks a word and nobody can say more, or empty.
    """

    number: int
    seat: int
    player: str
    place: str
    what: str
    is_word: bool
    score: str
    total: int
    tags: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    wrong: tuple[str, ...]
    says: str
    is_bingo: bool
    mark: str

    @property
    def is_bad(self) -> bool:
        """Whether the play is a phoney or comes off."""
        return self.mark in (OFF, PHONEY)


def moves_of(
    report: GameReport,
    positions: Sequence[Frame],
    names: Sequence[str],
    tiles: Tiling,
    wrong: Mapping[int, tuple[str, ...]],
    judged: Judged,
) -> list[MoveLine]:
    """Returns the turns of a game; `wrong` has sentences by the line of the record."""
    phoney = phoneys(report.turns, is_sure=judged.is_sure)
    told = _Telling(
        positions,
        names,
        tiles,
        phoney=phoney,
        unlisted=phrase("not in {lexicon}", lexicon=judged.by),
    )
    return [
        told.move(counted, positions[number], wrong.get(counted.turn.line, ()))
        for number, counted in enumerate(report.turns, start=1)
    ]


def standing(scores: Sequence[int], seat: int) -> str:
    """Returns a player's position: "leads 210 to 188", "level at 60", in points."""
    own, others = scores[seat], [points for at, points in enumerate(scores) if at != seat]
    best = max(others, default=0)
    if own == best:
        return phrase("level at {own}", own=own)
    if own > best:
        return phrase("leads {own} to {best}", own=own, best=best)
    return phrase("trails {own} to {best}", own=own, best=best)


class _Telling:
    """The way the turns of one game are described."""

    def __init__(
        self,
        positions: Sequence[Frame],
        names: Sequence[str],
        tiles: Tiling,
        *,
        phoney: frozenset[int],
        unlisted: str,
    ) -> None:
        self._names, self._tiles = names, tiles
        self._phoneys, self._unlisted = phoney, unlisted
        self._taken_off = {one.came_off: one.word for one in positions if one.came_off}

    def move(self, counted: CountedTurn, frame: Frame, wrong: tuple[str, ...]) -> MoveLine:
        """Returns a turn with all that is told of it."""
        turn = counted.turn
        place, what, spoken = self._what(turn, frame)
        score = signed(counted.score)
        name = self._names[turn.player]
        is_word = turn.kind is EventKind.PLAY
        points = f"{counted.score}" if is_word else score if counted.score else ""
        says = [
            phrase("Turn {number}", number=frame.number),
            name,
            spoken,
            points,
            standing(frame.scores, turn.player),
        ]
        is_phoney = frame.number - 1 in self._phoneys
        says += [phrase("a phoney") if is_phoney else self._unlisted] if counted.missing else []
        says += [_comes_off(frame)] if frame.came_off else []
        return MoveLine(
            number=frame.number,
            seat=turn.player,
            player=name,
            place=place,
            what=what,
            is_word=is_word,
            score=score,
            total=counted.total,
            tags=self._tags(counted, frame),
            notes=tuple(note for note in turn.notes if note != LOST_CHALLENGE),
            wrong=wrong,
            says=", ".join(str(part) for part in says if part),
            is_bingo=counted.is_bingo,
            mark=_mark(counted, is_phoney=is_phoney) if is_word else "",
        )

    def _tags(self, counted: CountedTurn, frame: Frame) -> tuple[tuple[str, str], ...]:
        turn, tags = counted.turn, list[tuple[str, str]]()
        if counted.is_bingo:
            tags.append((phrase("bingo"), "win"))
        if frame.number - 1 in self._phoneys:
            tags.append((phrase("phoney"), "loss"))
        elif counted.missing:
            tags.append((self._unlisted, ""))
        if frame.came_off:
            tags.append((_comes_off(frame), "loss"))
        if turn.loses_turn:
            tags.append((phrase("turn lost by a challenge"), "note"))
        elif word := _KINDS.get(turn.kind):
            tags.append((word, "loss" if turn.kind is EventKind.WITHDRAWN else ""))
        return tuple(tags)

    def _what(self, turn: Turn, frame: Frame) -> tuple[str, str, str]:
        """Returns a turn's coordinate, what it was, and both of them as spoken."""
        if turn.kind is EventKind.PLAY:
            return self._play(turn, frame)
        if turn.kind is EventKind.EXCHANGE:
            if turn.tiles:
                spoken = phrase("exchanges {tiles}", tiles=turn.tiles)
            else:
                spoken = phrase_count(
                    "exchanges {count} tiles", "exchanges {count} tiles", count=turn.count
                )
            return "", f"{MINUS}{turn.tiles or turn.count}", spoken
        if turn.kind is EventKind.WITHDRAWN:
            word = self._text(self._taken_off.get(frame.number, ""))
            return "", f"{MINUS}{MINUS} {word}", phrase("takes {word} off", word=word)
        what, spoken = _OTHERS[turn.kind]
        if turn.loses_turn:
            return "", MINUS, phrase("loses a turn by a challenge")
        return "", what.format(tiles=turn.tiles), spoken.format(tiles=turn.tiles)

    def _play(self, turn: Turn, frame: Frame) -> tuple[str, str, str]:
        place = coordinate(turn.row, turn.column, turn.across)
        if not frame.laid:
            return place, turn.tiles, f"{place} {turn.tiles}"
        return place, self._bracketed(frame), f"{place} {self._text(frame.word)}"

    def _bracketed(self, frame: Frame) -> str:
        """Returns the word with the tiles that lay there in brackets: `ALI(QUANT)`."""
        through, parts = set(frame.through), list[tuple[bool, str]]()
        for square, code in zip(frame.line, frame.word, strict=True):
            lay_there = square in through
            if parts and parts[-1][0] == lay_there:
                parts[-1] = lay_there, parts[-1][1] + code
            else:
                parts.append((lay_there, code))
        texts = ((lay_there, self._text(codes)) for lay_there, codes in parts)
        return "".join(f"({text})" if lay_there else text for lay_there, text in texts)

    def _text(self, codes: str) -> str:
        return self._tiles.text(codes) if codes else phrase("the play")


_OTHERS = {
    EventKind.PASS: (phrase("pass"), phrase("passes")),
    EventKind.BONUS: (phrase("(challenge)"), phrase("the challenge failed")),
    EventKind.END_RACK: ("({tiles})", phrase("gets {tiles} from the racks")),
    EventKind.RACK_LOST: ("({tiles})", phrase("keeps {tiles}")),
    EventKind.TIME: (phrase("(time)"), phrase("time over the limit")),
}


def _mark(counted: CountedTurn, *, is_phoney: bool) -> str:
    if not counted.stands:
        return OFF
    return PHONEY if is_phoney else UNLISTED if counted.missing else ""


def _comes_off(frame: Frame) -> str:
    return phrase("comes off in turn {number}", number=frame.came_off)


_KINDS = {
    EventKind.EXCHANGE: phrase("exchange"),
    EventKind.WITHDRAWN: phrase("challenged off"),
    EventKind.BONUS: phrase("challenge failed"),
    EventKind.END_RACK: phrase("rack left"),
    EventKind.RACK_LOST: phrase("own rack"),
    EventKind.TIME: phrase("overtime"),
}
