"""A result against the record of its game, and its players against those at the board: pure.

Each mismatch is one sentence, for the director. Neither is changed by the other: a slip may be
right and a record wrong, or the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import combining, normalize

from core.phrases import joined_by_and, phrase
from core.wording import DASH
from games.engine.play.clock import loses_on_time, penalty, seconds_over
from games.engine.record import EventKind, Record, RecordedPlayer, Turn
from games.engine.report import CountedTurn, Deviation, GameReport, RecordVerdict
from games.engine.rulesets import RuleSet
from games.engine.tiling import tiling
from games.wording import in_words, names_called

SOFT = ("RACK", "BAG", "TURN")
"""The codes of what players write down wrong without a point being wrong (gcg.md section 9)."""


def seat_of_first_player(record: Record, names: Sequence[Sequence[str]]) -> int | None:
    """Returns the place in `names` of the record's first player, None where no name tells.

    `names` are what each of the two may be called. A name tells where it fits one of them only: in
    full, or as a nick that is a part of it.
    """
    if len(record.players) != len(names) or len(names) != 2:
        return None
    fits = [_fitting(person, names) for person in record.players]
    if fits[0] is not None and fits[0] != fits[1]:
        return fits[0]
    return 1 - fits[1] if fits[0] is None and fits[1] is not None else None


def names_nobody(players: Sequence[RecordedPlayer], names: Sequence[Sequence[str]]) -> bool:
    """Returns whether a record gives full names, and none of them is anybody's at the board."""
    given = [person.name for person in players if person.name.strip()]
    return bool(given) and all(_fitting(person, names) is None for person in players)


def starter(record: Record) -> int:
    """Returns the place, from 0, of the player in the record who made its first turn."""
    return record.turns[0].player if record.turns else 0


def _fitting(person: RecordedPlayer, names: Sequence[Sequence[str]]) -> int | None:
    """Returns the only one whom the full name fits; else the only one whom the nick does."""
    for said in (person.name, person.nick):
        words = _words(said)
        seats = [
            seat
            for seat, called in enumerate(names)
            if words and any(words <= _words(name) for name in called)
        ]
        if len(seats) == 1:
            return seats[0]
    return None


def _words(name: str) -> frozenset[str]:
    """Returns the words of a name without case and accents: nicks are often plain ASCII."""
    plain = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    return frozenset(plain.casefold().replace("_", " ").replace("-", " ").split())


class Challenged(NamedTuple):
    """A play that a record holds: whose it was, its words in capitals, and whether it stands."""

    player: int
    words: frozenset[str]
    stands: bool


class RecordSummary(NamedTuple):
    """The content of a record, players in its order. Scores and penalties are points.

    `players` are as it names them, `stated` are the totals as written. `starter` made the first
    turn. `penalties` are what the record takes for time, 0 where it has no line for it. `deviation`
    is the first thing that the check found wrong; None where it found nothing. `turns` are how many
    turns everybody made.
    """

    players: tuple[RecordedPlayer, ...]
    scores: tuple[int, ...]
    stated: tuple[int, ...]
    starter: int
    penalties: tuple[int, ...]
    complete: bool
    deviation: Deviation | None
    plays: tuple[Challenged, ...]
    turns: tuple[int, ...]


class ComparedSide(NamedTuple):
    """A player of the board in the order of the record.

    `score` is that of the result, None without one; `won` the half points won. `went` is "first",
    "second", or empty where no sheet says it. `time_used_s` and `overtime_s` were noted, None where
    they were not. `lost_on_time` says that the result says so.
    """

    name: str
    score: int | None
    won: int
    went: str
    overtime_s: int | None
    time_used_s: int | None = None
    lost_on_time: bool = False


class Ruled(NamedTuple):
    """A ruling on a play: its number, whose play, its words, and whether it was acceptable."""

    number: int
    player: int
    words: tuple[str, ...]
    acceptable: bool


def told(report: GameReport) -> RecordSummary:
    """Returns the summary of a checked record, to compare with a result: players and scores."""
    turns = report.turns
    penalties = [0] * len(report.scores)
    made = [0] * len(report.scores)
    for counted in turns:
        made[counted.turn.player] += _takes_a_turn(counted.turn)
        if counted.turn.kind is EventKind.TIME:
            penalties[counted.turn.player] -= counted.score
    return RecordSummary(
        players=report.record.players if report.record else (),
        scores=report.scores,
        stated=report.stated_scores,
        starter=turns[0].turn.player if turns else 0,
        penalties=tuple(penalties),
        complete=report.complete,
        deviation=_first_deviation(report),
        plays=tuple(_challenged(one, report.tiles) for one in turns if one.words),
        turns=tuple(made),
    )


def named(record: RecordSummary, players: tuple[RecordedPlayer, ...]) -> RecordSummary:
    """Returns the same with its players named otherwise."""
    return RecordSummary(players, *record[1:])


def in_short(record: RecordSummary) -> str:
    """Returns the scores of a record, and what is out of the way with it, in a few words."""
    said = [DASH.join(map(str, record.scores)) or phrase("cannot be read")]
    if record.stated and record.stated != record.scores:
        said.append(
            phrase("wrong total: it says {totals}", totals=DASH.join(map(str, record.stated)))
        )
    if not record.complete:
        said.append(phrase("unfinished"))
    return ", ".join(map(str, said))


def question(record: RecordSummary, result: str) -> str:
    """Returns the question to a player of the board: whose record this is, and if it is theirs.

    `result` is that of the board from the own side, empty while there is none.
    """
    said = [
        phrase(
            "This record names {names} and says {scores}.",
            names=joined_by_and(person.name or person.nick for person in record.players),
            scores=DASH.join(map(str, record.scores)),
        )
    ]
    if not record.complete:
        said.append(phrase("It is unfinished."))
    said.append(
        phrase("Your result is {result}.", result=result)
        if result
        else phrase("Your result is not entered yet.")
    )
    said.append(phrase("Is it your game?"))
    return " ".join(map(str, said))


def mismatches(
    sides: Sequence[ComparedSide],
    record: RecordSummary,
    rules: RuleSet,
    *,
    has_result: bool,
    rulings: Sequence[Ruled] = (),
) -> tuple[str, ...]:
    """Returns a sentence for each point in which record and result differ, the gravest first."""
    sentences = []
    if has_result:
        sentences += _of_scores(sides, record)
        sentences += _of_winner(sides, record)
    sentences += _of_start(sides, record)
    sentences += _of_time(sides, record, rules, has_result=has_result)
    sentences += [_of_ruling(one, sides, record) for one in rulings]
    if names_nobody(record.players, [(side.name,) for side in sides]):
        names = joined_by_and(person.name or person.nick for person in record.players)
        sentences.append(
            phrase("The record names {names}, who do not play at this board.", names=names)
        )
    if not record.complete:
        sentences.append(
            phrase("The record is unfinished: it does not include the end of the game.")
        )
    if record.deviation is not None:
        sentences.append(_of_deviation(record.deviation, sides, record))
    return tuple(one for one in sentences if one)


def _takes_a_turn(turn: Turn) -> bool:
    """Returns whether a player moved; nobody does who lost the turn by a challenge."""
    return turn.kind in (EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS) and not turn.loses_turn


def _first_deviation(report: GameReport) -> Deviation | None:
    if report.verdict in (RecordVerdict.CLEAN, RecordVerdict.ALTERNATIVE, RecordVerdict.SOFT):
        return None
    return next((one for one in report.deviations if one.code not in SOFT), None)


def _challenged(one: CountedTurn, tiles: str) -> Challenged:
    tiling_ = tiling(tiles)
    words = (tiling_.text(tiling_.letters_of(word)) for word in one.words)
    return Challenged(one.turn.player, frozenset(map(_plain, words)), one.stands)


def _plain(word: str) -> str:
    """Returns a word without the brackets of tiles of several letters, in capitals."""
    return word.replace("[", "").replace("]", "").upper()


def _of_scores(sides: Sequence[ComparedSide], record: RecordSummary) -> list[str]:
    sentences = []
    for side, right, stated in zip(sides, record.scores, record.stated, strict=True):
        if side.score is None or side.score == right:
            continue
        if side.score == stated:
            sentences.append(
                phrase(
                    "{name}: the result and the totals of the record say {score}; its moves come "
                    "to {counted}.",
                    name=side.name,
                    score=side.score,
                    counted=right,
                )
            )
        elif stated == right:
            sentences.append(
                phrase(
                    "{name}: the result says {score}, but the moves of the record come to "
                    "{counted}.",
                    name=side.name,
                    score=side.score,
                    counted=right,
                )
            )
        else:
            sentences.append(
                phrase(
                    "{name}: the result says {score}, but the moves of the record come to "
                    "{counted}, and it states {stated}.",
                    name=side.name,
                    score=side.score,
                    counted=right,
                    stated=stated,
                )
            )
    return sentences


def _of_winner(sides: Sequence[ComparedSide], record: RecordSummary) -> list[str]:
    one, two = sides
    if one.won == two.won == 0 or one.score is None:
        # Nobody won by a ruling, which no record can say.
        return []
    by_result = _ahead(one.won, two.won)
    by_record = _ahead(*record.scores)
    if by_result == by_record or not record.complete:
        return []
    if by_result is None:
        winner = sides[int(by_record or 0)].name
        return [phrase("The result says: a tie. By the record: {winner} won.", winner=winner)]
    winner = sides[by_result].name
    if by_record is None:
        return [phrase("The result says: {winner} won. By the record: a tie.", winner=winner)]
    return [
        phrase(
            "The result says: {winner} won. By the record: {other} won.",
            winner=winner,
            other=sides[by_record].name,
        )
    ]


def _ahead(one: int, two: int) -> int | None:
    return None if one == two else int(two > one)


def _of_deviation(
    deviation: Deviation, sides: Sequence[ComparedSide], record: RecordSummary
) -> str:
    """Returns a sentence on a deviation of the record, its players named as at the board."""
    called = names_called(record.players, [side.name for side in sides])
    mistake = in_words(deviation, called)
    if not deviation.line:
        return phrase("The record has a mistake. {mistake}", mistake=mistake)
    return phrase(
        "The record has a mistake. Line {line}: {mistake}", line=deviation.line, mistake=mistake
    )


def _of_start(sides: Sequence[ComparedSide], record: RecordSummary) -> list[str]:
    first = next((place for place, side in enumerate(sides) if side.went == "first"), None)
    if first is None or first == record.starter:
        return []
    began = sides[record.starter].name
    return [
        (
            phrase(
                "{name} went first according to the pairings, {began} according to the record.",
                name=sides[first].name,
                began=began,
            )
        )
    ]


def _of_time(
    sides: Sequence[ComparedSide], record: RecordSummary, rules: RuleSet, *, has_result: bool
) -> Iterator[str]:
    """Yields sentences on mismatches in time; overtime not noted is computed from the time used."""
    for side, taken, turns in zip(sides, record.penalties, record.turns, strict=True):
        over, used = side.overtime_s, side.time_used_s
        by_clock = None if used is None else seconds_over(rules, used, turns)
        if over is not None and by_clock is not None and over != by_clock:
            yield (
                phrase(
                    "{name}: {used} s used are {by_clock} s of overtime by the rules, and "
                    "{over} s were noted.",
                    name=side.name,
                    used=used,
                    by_clock=by_clock,
                    over=over,
                )
            )
        over = by_clock if over is None else over
        if over is None:
            continue
        if has_result and loses_on_time(rules, over) and not side.lost_on_time:
            yield phrase(
                "{name}: {over} s of overtime lose the game, but the result says otherwise.",
                name=side.name,
                over=over,
            )
        due = penalty(rules, over)
        if due != taken:
            yield _penalty_differs(side.name, over, due, taken)


def _penalty_differs(name: str, over: int, due: int, taken: int) -> str:
    said = {"name": name, "over": over, "due": due}
    if not taken:
        return phrase(
            "{name}: {over} s of overtime cost {due} points, the record takes none for time.",
            **said,
        )
    return phrase(
        "{name}: {over} s of overtime cost {due} points, the record takes {taken} points for time.",
        taken=taken,
        **said,
    )


def _of_ruling(ruling: Ruled, sides: Sequence[ComparedSide], record: RecordSummary) -> str:
    """Returns that a ruling is not in the record, empty where it is."""
    words = {_plain(word) for word in ruling.words}
    for play in record.plays:
        fits = play.player == ruling.player and words <= play.words
        if fits and play.stands == ruling.acceptable:
            return ""
    name, play_words = sides[ruling.player].name, " ".join(ruling.words)
    said = {"number": ruling.number, "words": play_words, "name": name}
    if ruling.acceptable:
        return phrase(
            "Ruling {number} allowed {words} of {name}; the record has no such play.", **said
        )
    return phrase(
        "Ruling {number} took off the board {words} of {name}; the record does not show that play "
        "as withdrawn.",
        **said,
    )
