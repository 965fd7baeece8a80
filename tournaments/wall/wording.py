"""Answers to a player in plain words, from their own point of view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.phrases import phrase, phrase_count
from core.wording import half, ordinal, record, signed
from games.engine.tie_breaks.registry import tie_break
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.pairing.sides.start_history import StartCount
from tournaments.prizes.queries.now import PrizeNow
from tournaments.readmodel.division import EntryRound
from tournaments.rounds.wording.criteria import rule_words
from tournaments.standings.records import StandingsRow


@dataclass(frozen=True, slots=True)
class WallGround:
    """Everything that the answers to a player in a round are made from.

    `turn` is None where the player has no board. `reason` is the row of the pairing's explanation
    that is about the board, None where the director set it, or no method paired the round; then
    `method` is empty. `met` are earlier rounds with this opponent. `mine` and `theirs` are the
    standings that the pairing used, None where there were none. `table` are the standings after the
    round, empty while it has no result.
    """

    number: int
    me: EntryLine
    other: EntryLine | None
    turn: EntryRound | None
    method: str
    based_on: int
    reason: Mapping[str, Any] | None
    byes_before: int
    met: tuple[int, ...]
    mine: StandingsRow | None
    theirs: StandingsRow | None
    starts: StartCount
    their_starts: StartCount | None
    table: tuple[StandingsRow, ...]
    is_complete: bool
    prizes: tuple[PrizeNow, ...]


class WallAnswer(NamedTuple):
    """A question and what the wall says to it, one thought a sentence."""

    id: str
    question: str
    said: list[str]


BY_DIRECTOR = phrase("This was set by the director.")
_BY_HAND = phrase("No method paired this round: it was put together by hand, or imported.")
_AS_PUBLISHED = phrase("It was decided from the rounds before, when this one was published.")
_RECORDED = phrase("It was recorded this way.")
_TABLE = phrase("The table of the round robin says so.")
_FLOW = phrase(
    "Several rounds were drawn up at once, so that everybody goes first and second as evenly as "
    "can be."
)
_LOT = phrase("You and {name} are level in everything that counts. The lot decided.")


def wall_answers(ground: WallGround, names: Mapping[int, EntryLine]) -> list[WallAnswer]:
    """Returns the answers to a player in the order in which they are asked.

    `names` are the entries by number.
    """
    asked: list[tuple[str, str, list[str]]] = []
    if ground.turn is None:
        asked.append(("game", phrase("Why no game?"), [_away(ground)]))
    elif ground.other is None:
        asked.append(("game", phrase("Why no opponent?"), _alone(ground)))
    else:
        question = phrase("Why {name}?", name=ground.other.name)
        asked.append(("game", question, _opponent(ground)))
        if side := _side(ground):
            asked.append(("side", side[0], side[1]))
    if ground.table:
        asked.append(("place", phrase("Why this place?"), _place(ground, names)))
    if ground.prizes:
        asked.append(("prizes", phrase("Why this prize, or none?"), _prizes(ground)))
    return [WallAnswer(*one) for one in asked if one[2]]


def _away(ground: WallGround) -> str:
    if ground.me.has_left:
        return phrase("You no longer play in this division.")
    return phrase("You have no board in round {round}.", round=ground.number)


def _alone(ground: WallGround) -> list[str]:
    assert ground.turn is not None
    if ground.turn.board.reason not in ("bye", None):
        return [phrase("You do not play in round {round}.", round=ground.number)]
    if ground.reason is None:
        return [BY_DIRECTOR if ground.method else _BY_HAND]
    said = [phrase("You have a bye: the number of players is odd, so somebody has to sit out.")]
    if rule := rule_words(ground.reason.get("rule", "")):
        return [*said, str(rule)]
    if ground.byes_before:
        return [*said, phrase("You had a bye before, but any other choice would have been worse.")]
    return [
        *said,
        phrase("You had none before. A bye goes to somebody with as few byes as possible."),
    ]


def _opponent(ground: WallGround) -> list[str]:
    assert ground.other is not None
    name = ground.other.name
    if ground.reason is None:
        return [BY_DIRECTOR if ground.method else _BY_HAND, *_met(ground, name)]
    said: list[str] = []
    if rule := rule_words(ground.reason.get("rule", "")):
        said.append(str(rule))
    said += _records(ground, name)
    said += _met(ground, name)
    other = ground.reason.get("alternative") or {}
    if other and not any(v for k, v in other.get("costs", {}).items() if k != "total"):
        said.append(phrase("Another opponent would have been as good for you. The lot decided."))
    elif not rule:
        said.append(
            phrase("All boards are chosen together. What is best for everybody was this one.")
        )
    return said


def _records(ground: WallGround, name: str) -> list[str]:
    if ground.mine is None or ground.theirs is None:
        return [phrase("When this round was paired, no result counted yet.")]
    mine, theirs = ground.mine, ground.theirs
    told = {
        "mine": record(mine.half_wins, mine.half_losses),
        "theirs": record(theirs.half_wins, theirs.half_losses),
        "name": name,
        "round": ground.based_on,
    }
    said = [
        phrase("After round {round} you had {mine}, and {name} had {theirs}.", **told)
        if mine.half_wins != theirs.half_wins
        else phrase("After round {round} you had {mine}, and {name} had as many wins.", **told)
    ]
    if mine.rank and theirs.rank:
        said.append(
            phrase(
                "You were {mine}, and {name} was {theirs}.",
                mine=ordinal(mine.rank),
                theirs=ordinal(theirs.rank),
                name=name,
            )
        )
    return said


def _met(ground: WallGround, name: str) -> list[str]:
    if not ground.met:
        return [phrase("You had not met {name} before in this event.", name=name)]
    rounds = ", ".join(map(str, ground.met))
    return [
        phrase_count(
            "You had met {name} before, in round {rounds}.",
            "You had met {name} {count} times before, in rounds {rounds}.",
            count=len(ground.met),
            name=name,
            rounds=rounds,
        )
    ]


def _side(ground: WallGround) -> tuple[str, list[str]] | None:
    """Returns the question about who goes first, with its answer; None where nobody knows."""
    assert ground.turn is not None
    assert ground.other is not None
    side, by, name = ground.turn.seat.side, ground.turn.seat.decided_by, ground.other.name
    if side == "draw":
        question = phrase("Why a draw for who goes first?")
        return question, [phrase("You and {name} are level. Draw tiles at the board.", name=name)]
    if side not in ("first", "second"):
        return None
    first = side == "first"
    question = phrase("Why do you go first?") if first else phrase("Why do you go second?")
    counts = _by_counts(ground, name, first=first) if by in _BY_COUNTS else ""
    said = _DECIDED.get(by, (_AS_PUBLISHED, _AS_PUBLISHED))[0 if first else 1]
    return question, [counts or said.format(name=name)]


_BY_COUNTS = ("fewer_firsts", "more_seconds")


def _by_counts(ground: WallGround, name: str, *, first: bool) -> str:
    """Returns how the counts decided; nothing where results that came later changed them."""
    mine, theirs = ground.starts, ground.their_starts
    assert theirs is not None
    told = {"name": name, "mine": _times(mine.firsts), "theirs": _times(theirs.firsts)}
    if ground.turn is not None and ground.turn.seat.decided_by == "fewer_firsts":
        if first and mine.firsts < theirs.firsts:
            return phrase(
                "You go first, because before this round you had gone first {mine} and {name} "
                "{theirs}.",
                **told,
            )
        if not first and mine.firsts > theirs.firsts:
            return phrase(
                "You go second, because before this round you had gone first {mine} and {name} "
                "{theirs}.",
                **told,
            )
    return _by_seconds(mine, theirs, name, first=first)


def _times(count: int) -> str:
    return phrase_count("{count} time", "{count} times", count=count)


def _by_seconds(mine: StartCount, theirs: StartCount, name: str, *, first: bool) -> str:
    told = {"name": name, "mine": _times(mine.seconds), "theirs": _times(theirs.seconds)}
    if first and mine.seconds > theirs.seconds:
        return phrase(
            "You go first, because before this round you had gone second {mine} and {name} "
            "{theirs}.",
            **told,
        )
    if not first and mine.seconds < theirs.seconds:
        return phrase(
            "You go second, because before this round you had gone second {mine} and {name} "
            "{theirs}.",
            **told,
        )
    return ""


_DECIDED: Mapping[str, tuple[str, str]] = {
    "manual": (BY_DIRECTOR, BY_DIRECTOR),
    "recorded": (_RECORDED, _RECORDED),
    "table": (_TABLE, _TABLE),
    "flow": (_FLOW, _FLOW),
    "longest_since": (
        phrase("Your counts are level with {name}'s. It is longer since you went first."),
        phrase("Your counts are level with {name}'s. It is longer since they went first."),
    ),
    "head_to_head": (
        phrase("Your counts are level. Against you, {name} went first more often."),
        phrase("Your counts are level. Against {name}, you went first more often."),
    ),
    "last_differing": (
        phrase(
            "Your counts are level. In the last round in which you differed, you went second and "
            "{name} first."
        ),
        phrase(
            "Your counts are level. In the last round in which you differed, you went first and "
            "{name} second."
        ),
    ),
    "random": (_LOT, _LOT),
}
"""By what decided it, what is said to whoever goes first, and to whoever goes second."""


def _place(ground: WallGround, names: Mapping[int, EntryLine]) -> list[str]:
    rows = [row for row in ground.table if row.rank is not None]
    at = next((i for i, row in enumerate(rows) if row.number == ground.me.number), None)
    if at is None:
        return [phrase("You are not in the ranking.")]
    mine = rows[at]
    assert mine.rank is not None
    many = sum(row.rank == mine.rank for row in rows)
    told = {
        "place": ordinal(mine.rank),
        "round": ground.number,
        "record": record(mine.half_wins, mine.half_losses),
        "spread": signed(mine.spread),
    }
    said = [
        phrase(
            "You are {place} after round {round}, with {record} and a spread of {spread}.", **told
        )
        if ground.is_complete
        else phrase("You are {place} so far, with {record} and a spread of {spread}.", **told)
    ]
    if many > 1:
        said.append(
            phrase_count(
                "{count} other player has exactly the same, and shares the place.",
                "{count} other players have exactly the same, and share the place.",
                count=many - 1,
            )
        )
    above = next((row for row in reversed(rows[:at]) if row.rank != mine.rank), None)
    below = next((row for row in rows[at:] if row.rank != mine.rank), None)
    said += [_above(mine, above, names[above.number].name)] if above else []
    said += [_below(mine, below, names[below.number].name)] if below else []
    return said


def _above(mine: StandingsRow, other: StandingsRow, name: str) -> str:
    what, own, theirs = _difference(mine, other)
    return phrase(
        "{name} is just above you, by {what}: {theirs}, and you {mine}.",
        name=name,
        what=what,
        theirs=theirs,
        mine=own,
    )


def _below(mine: StandingsRow, other: StandingsRow, name: str) -> str:
    what, own, theirs = _difference(mine, other)
    return phrase(
        "You are just above {name}, by {what}: {mine}, and they {theirs}.",
        name=name,
        what=what,
        theirs=theirs,
        mine=own,
    )


def _difference(mine: StandingsRow, other: StandingsRow) -> tuple[str, str, str]:
    """Returns what separates two, and both figures; the order is that of `record_key`."""
    if mine.half_wins != other.half_wins:
        return phrase("wins"), half(mine.half_wins), half(other.half_wins)
    if mine.half_losses != other.half_losses:
        return phrase("fewer losses"), half(mine.half_losses), half(other.half_losses)
    for own, theirs in zip(mine.tie_breaks, other.tie_breaks, strict=False):
        if own.points != theirs.points:
            known = tie_break(own.key)
            words = known.words if known else own.key
            shown = known.shown if known else str
            return words, shown(own.points), shown(theirs.points)
    return phrase("spread"), signed(mine.spread), signed(other.spread)


def _prizes(ground: WallGround) -> list[str]:
    """Returns who wins each prize of the division if it ended now, and why."""
    said: list[str] = []
    for one in ground.prizes:
        is_mine = any(won.key == ground.me.key for won in one.winners)
        words = (
            phrase("You win: {prize}. {why}", prize=one.title, why=one.why)
            if is_mine
            else phrase("Not you: {prize}. {why}", prize=one.title, why=one.why)
        )
        said.append(words)
    return said
