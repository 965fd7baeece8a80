"""Reading one line: `7 423 389`, `b12 423 389`, `ff 7`, `7 423 398 ! misread slip`, and so on.

The grammar is shown to the director in docs/guide/entering.md and behind `?` on the page. The
reason of a correction is one from the list or words, never digits that read as a slip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from core.phrases import phrase
from tournaments.entry_line.intents import (
    ClaimOf,
    Ending,
    EntryLineError,
    GameIntent,
    GoToDispute,
    GoToDivision,
    GoToRound,
    Intent,
    NoShow,
    PenaltyIntent,
    Record,
    Simple,
    SitOut,
    SlipOrder,
    WentFirst,
    Whom,
    Word,
)

LONGEST: Final = 600
_DIGITS: Final = 5

_WHOM = re.compile(rf"(?:(?P<board>b|/)|[p#])?(?P<number>[0-9]{{1,{_DIGITS}}})")
_SCORE = re.compile(rf"[-+]?[0-9]{{1,{_DIGITS}}}")
_TWO_SCORES = re.compile(rf"([0-9]{{1,{_DIGITS}}})[-:]([0-9]{{1,{_DIGITS}}})")
_RUN_TOGETHER = re.compile(r"([0-9]{3})([0-9]{3})")
_PARTED = re.compile(r"([0-9]{3,4})\s+([0-9]{3,4})")
_ON_THE_SLIP: Final = Whom("slot", 0)
"""The board of a line in slip order; the page says which."""
_ROUND = re.compile(rf"r(?:ound)?(?P<number>[0-9]{{1,{_DIGITS}}})")
_OVER = re.compile(r"(?:(?P<minutes>[0-9]{1,3}):)?(?P<rest>[0-9]{1,3})")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", ",": " ", ";": " "})

_ALONE: Final[dict[str, Word]] = {
    "m": "missing",
    "missing": "missing",
    "u": "undo",
    "undo": "undo",
    "?": "help",
    "help": "help",
    ".": "again",
    "n": "numbers",
    "numbers": "numbers",
    "c": "correct",
    "correct": "correct",
    "x": "drop",
    "drop": "drop",
}
_SLIPS = ("s", "slips")
_FORFEIT = ("ff", "forfeit")
_ENDINGS: Final[dict[str, Ending]] = {"left": "left", "time": "time"}
REASONS: Final = (
    phrase("Slip misread"),
    phrase("Scores swapped"),
    phrase("Wrong board or player"),
    phrase("Added up wrongly"),
    phrase("Both players corrected the slip"),
    phrase("Ruling of the director"),
)
"""The usual reasons for a correction; any other is given in words."""
_WORD = re.compile(r"[^\W\d_]{2}")


def read_line(text: str) -> Intent:
    """Returns the intent of a line: what to enter, undo, correct or show.

    Raises LineError `line.empty`, `line.long`, `line.unknown` (word), `line.whom` (word),
    `line.score` (word), `line.one_score`, `line.too_much` (word), `line.number` (word, after),
    `line.ending_of_board` (word), `line.reason_where`, `line.over` (word), `line.over_where`.
    """
    if len(text) > LONGEST:
        raise EntryLineError("line.long", limit=LONGEST)
    body, mark, reason = text.partition("!")
    typed = body.translate(_MINUS).split()
    words = [word.lower() for word in typed]
    if not words:
        raise EntryLineError("line.empty")
    if len(words) > 1 and words[1] == "penalty":
        # A penalty's reason is free text, in which a ! has no meaning of its own.
        return _penalty(text)
    try:
        words, over = _parted_over(words)
        intent = _intent(words, body)
    except EntryLineError as wrong:
        raise _as_typed(wrong, typed) from None
    if over is not None:
        if not isinstance(intent, GameIntent) or intent.ending != "played" or intent.tie:
            raise EntryLineError("line.over_where")
        intent = replace(intent, over=over)
    if not mark:
        return intent
    if not isinstance(intent, GameIntent):
        raise EntryLineError("line.reason_where")
    return replace(intent, reason=" ".join(reason.split()))


def _parted_over(words: list[str]) -> tuple[list[str], tuple[int, int] | None]:
    """Returns the words before `over`, and the seconds over time of the two that come after it."""
    if "over" not in words[1:]:
        return words, None
    at = words.index("over", 1)
    times = words[at + 1 :]
    if not times:
        raise EntryLineError("line.over", word="")
    _nothing_after(times[2:])
    seconds = [_seconds(word) for word in times]
    return words[:at], (seconds[0], seconds[1] if len(seconds) > 1 else 0)


def _seconds(word: str) -> int:
    """Returns the seconds of `2:05`, or of whole minutes: `2`."""
    seconds = over_seconds(word)
    if seconds is None:
        raise EntryLineError("line.over", word=word)
    return seconds


def over_seconds(text: str) -> int | None:
    """Returns the seconds of a time over, `2:05` or whole minutes, None for anything else."""
    found = _OVER.fullmatch(text.strip())
    if found is None:
        return None
    minutes, seconds = found["minutes"], int(found["rest"])
    if minutes is None:
        return 60 * seconds
    return 60 * int(minutes) + seconds if seconds < 60 else None


def parted_slip(text: str) -> tuple[int, str] | None:
    """Returns the first number of `423 389`, and the slip that this is in slip order: `423-389`.

    None for any other text. It is two scores only where nobody has the first for a number.
    """
    found = _PARTED.fullmatch(text.strip())
    return (int(found[1]), f"{found[1]}-{found[2]}") if found is not None else None


def _as_typed(wrong: EntryLineError, typed: Sequence[str]) -> EntryLineError:
    """Returns the error with the word that is wrong as it was typed, in capitals or not."""
    word = wrong.params.get("word")
    same = [one for one in typed if one.lower() == word]
    return EntryLineError(wrong.code, **{**wrong.params, "word": same[0]}) if same else wrong


def _intent(words: list[str], body: str) -> Intent:
    head, rest = words[0], words[1:]
    if round_at_once := _ROUND.fullmatch(head):
        head, rest = "r", [round_at_once["number"], *rest]
    if head in _ALONE:
        _nothing_after(rest)
        return Simple(_ALONE[head])
    if head in _SLIPS:
        _nothing_after(rest)
        return SlipOrder(None)
    if head in ("d", "division"):
        name = " ".join(body.split()[1:])
        if not name:
            raise EntryLineError("line.number", word="", after=head)
        return GoToDivision(name)
    if head in _NAMED_FIRST:
        return _NAMED_FIRST[head](rest, head)
    if _two_scores(head) is not None:
        # Slip order has the board on the page, so the line has nothing but the scores.
        return _scores(_ON_THE_SLIP, [head, *rest])
    if rest in (["="], ["?"]):
        return _claim(head, rest[0])
    return _about(_whom(head), rest)


def _about(whom: Whom, rest: list[str]) -> Intent:
    """Returns the intent of a line about an entry or a board."""
    if not rest and whom.kind == "board":
        return SlipOrder(whom.number)
    if not rest:
        raise EntryLineError("line.one_score")
    word, after = rest[0], rest[1:]
    if word in ("=", "tie"):
        return _tie(whom, after)
    if word == "void":
        _nothing_after(after)
        return GameIntent(whom, ending="void")
    if word not in _OF_ENTRY:
        return _scores(whom, rest)
    if whom.kind == "board":
        raise EntryLineError("line.ending_of_board", word=word)
    return _OF_ENTRY[word](whom, word, after)


def _claim(head: str, mark: str) -> ClaimOf | GoToDispute:
    """Returns what is done with the claim on a board; `#7` names that of an entry."""
    whom = _whom(head)
    if head[0].isdigit():
        whom = replace(whom, kind="board")
    return ClaimOf(whom) if mark == "=" else GoToDispute(whom)


def _tie(whom: Whom, after: Sequence[str]) -> GameIntent:
    if not after:
        raise EntryLineError("line.score", word="")
    _nothing_after(after[1:])
    score = _score(after[0])
    return GameIntent(whom, score, score, tie=True)


def _scores(whom: Whom, words: list[str]) -> GameIntent:
    """Returns a game from `423 389`, `423-389`, `423389`, or `423 18 389` in tsh order."""
    both = _two_scores(words[0])
    if both is not None:
        _nothing_after(words[1:])
        return GameIntent(whom, *both)
    numbers = [_score(word) for word in words[:3]]
    _nothing_after(words[3:])
    if len(numbers) == 1:
        raise EntryLineError("line.one_score")
    if len(numbers) == 2:
        return GameIntent(whom, numbers[0], numbers[1])
    if whom.kind == "board":
        raise EntryLineError("line.too_much", word=words[2])
    return GameIntent(whom, numbers[0], numbers[2], opponent=_number(words[1], words[0]))


def _two_scores(word: str) -> tuple[int, int] | None:
    """Returns the scores of `423-389` and `423389`: six digits and no others can be cut in two."""
    found = _TWO_SCORES.fullmatch(word) or _RUN_TOGETHER.fullmatch(word)
    return (int(found[1]), int(found[2])) if found is not None else None


def _ended(whom: Whom, word: str, after: Sequence[str]) -> GameIntent:
    if not after:
        raise EntryLineError("line.score", word="")
    game = _scores(whom, list(after))
    return GameIntent(whom, game.score, game.opponent_score, game.opponent, _ENDINGS[word])


def _sat_out(whom: Whom, word: str, after: Sequence[str]) -> SitOut:
    _nothing_after(after)
    return SitOut(whom.number, "bye" if word == "bye" else "absent")


def _no_show(whom: Whom, _word: str, after: Sequence[str]) -> NoShow:
    _nothing_after(after)
    return NoShow((whom.number,))


def _went_first(whom: Whom, _word: str, after: Sequence[str]) -> WentFirst:
    _nothing_after(after)
    return WentFirst(whom.number)


_NAMED_FIRST: Final[dict[str, Callable[[Sequence[str], str], Intent]]] = {
    **dict.fromkeys(_FORFEIT, lambda rest, head: NoShow(tuple(_entries(rest, head)))),
    "first": lambda rest, head: WentFirst(_only(rest, head)),
    **dict.fromkeys(("r", "round"), lambda rest, head: GoToRound(_only(rest, head))),
}
"""The words that come before a number, with what reads what follows them."""
_OF_ENTRY: Final[dict[str, Callable[[Whom, str, Sequence[str]], Intent]]] = {
    "bye": _sat_out,
    "absent": _sat_out,
    "left": _ended,
    "time": _ended,
    "ff": _no_show,
    "forfeit": _no_show,
    "first": _went_first,
}


def _penalty(text: str) -> PenaltyIntent:
    """Returns a penalty; the reason is everything after the points, as typed."""
    words = text.split(maxsplit=3)
    whom = _whom(words[0].lower())
    if whom.kind == "board":
        raise EntryLineError("line.ending_of_board", word="penalty")
    if len(words) < 3:
        raise EntryLineError("line.number", word="", after="penalty")
    points = _score(words[2].translate(_MINUS).strip())
    reason = words[3].removeprefix("!") if len(words) > 3 else ""
    return PenaltyIntent(whom.number, points, " ".join(reason.split()))


def _entries(words: Sequence[str], after: str) -> list[int]:
    """Returns the one or two entries named."""
    if not words:
        raise EntryLineError("line.number", word="", after=after)
    _nothing_after(words[2:])
    return [_number(word, after) for word in words]


def _only(words: Sequence[str], after: str) -> int:
    if not words:
        raise EntryLineError("line.number", word="", after=after)
    _nothing_after(words[1:])
    return _number(words[0], after)


def _whom(word: str) -> Whom:
    found = _WHOM.fullmatch(word)
    if found is None:
        begins = word[:1].isdigit() or word[:1] in ("b", "/", "p", "#")
        raise EntryLineError("line.whom" if begins else "line.unknown", word=word)
    return Whom("board" if found["board"] else "entry", int(found["number"]))


def _number(word: str, after: str) -> int:
    found = _WHOM.fullmatch(word)
    if found is None or found["board"]:
        raise EntryLineError("line.number", word=word, after=after)
    return int(found["number"])


def _score(word: str) -> int:
    if _SCORE.fullmatch(word) is None:
        raise EntryLineError("line.score", word=word)
    return int(word)


def _nothing_after(words: Sequence[str]) -> None:
    if words:
        raise EntryLineError("line.too_much", word=words[0])


def says_why(text: str) -> bool:
    """Returns whether a text can be a reason: it holds a word, and the line would not take it.

    A slip that was typed where a reason is asked for (`5 412 377`, `ff 7`) is none, nor is a single
    letter.
    """
    if _WORD.search(text) is None:
        return False
    try:
        return not isinstance(read_line(text), Record)
    except EntryLineError:
        return True
