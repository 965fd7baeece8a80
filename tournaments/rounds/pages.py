"""The ways out of what happens in a round, in words: what each does, and what it awards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.wording import signed
from tournaments.rounds.queries.incidents import Free, Remedy, RemedyKind, Scene


@dataclass(frozen=True, slots=True)
class Words:
    """The name of a way, its consequence, and its button; an empty button means nothing to do.

    `labels` are those of what has to be filled in.
    """

    title: str
    text: str
    button: str = ""
    labels: tuple[str, ...] = ()


def called(scene: Scene, entry: int) -> str:
    """Returns an entry as the desk calls it."""
    return f"#{entry} {scene.sheet.entries[entry].entered_name}"


def seated(scene: Scene, entry: int) -> str:
    """Returns an entry with where it sits in the round."""
    board, other, name = scene.board_of(entry), scene.opponent(entry), called(scene, entry)
    if board is None:
        return f"{name} ({_seatless(scene, entry)})"
    if other is None:
        return f"{name} ({(board.reason or 'alone').replace('_', ' ')})"
    return f"{name} (board {board.number}, meets {called(scene, other)})"


def _seatless(scene: Scene, entry: int) -> str:
    if scene.plays(entry, scene.number):
        return "waits"
    return scene.sheet.entries[entry].left_word or "withdrawn"


def worded(scene: Scene, way: Remedy) -> Words:
    """Returns a way in words."""
    if way.kind in _WORDS:
        return _WORDS[way.kind](scene, way)
    title, text = _NOTHING_TO_DO[way.kind]
    return Words(title, text.format(name=called(scene, way.entry), round=way.round))


def _across(scene: Scene, way: Remedy) -> str:
    return called(scene, way.other or 0)


def _place(scene: Scene, free: Free | None) -> tuple[str, str]:
    """Returns who is free, and with what they do now."""
    assert free is not None
    name = called(scene, free.entry)
    return name, f"{name}, who {_does(free)}"


def _does(free: Free) -> str:
    if free.rests:
        return "rests as a house player"
    return "waits" if free.waits else "has a bye"


def _met_on(scene: Scene, way: Remedy, who: str) -> str:
    """Returns the pair on the board of the missing player, and that nothing else changes."""
    board = scene.board_of(way.entry)
    where = f"on board {board.number}" if board is not None else "on the same board"
    return f"{_across(scene, way)} and {who}, meet {where}.{_rest_stands(scene)}"


def _rest_stands(scene: Scene) -> str:
    """Returns what a change of one board leaves, in a round that is on the wall."""
    if scene.number > scene.published:
        return ""
    return " All other boards stay as they are, and the sheet will say when it was changed."


def _forfeit(scene: Scene, way: Remedy) -> Words:
    rules = scene.sheet.rules
    rated = "It is rated." if rules.forfeit_rated else "It is not rated."
    return Words(
        "The game is a forfeit",
        (
            f"{_across(scene, way)} wins with {signed(rules.forfeit_win_spread)}, "
            f"{called(scene, way.entry)} loses with {signed(rules.forfeit_loss_spread)}. {rated} "
            "No other board changes."
        ),
        "Record the forfeit",
    )


def _asked_next(scene: Scene, entry: int) -> str:
    return f"You are then asked how the round counts for {called(scene, entry)}."


def _split(scene: Scene, way: Remedy) -> Words:
    board, other = scene.board_of(way.entry), _across(scene, way)
    name = f"board {board.number}" if board is not None and board.number else "the pair"
    bye = signed(scene.sheet.rules.bye_spread)
    return Words(
        f"{other} gets a bye, or another opponent",
        (
            f"Both wait. {_asked_next(scene, way.entry)} Then choose an opponent for {other}, or a "
            f"bye, which gives {bye}.{_rest_stands(scene)}"
        ),
        f"Split {name}",
    )


def _replaced_by_waiting(scene: Scene, way: Remedy) -> Words:
    free, who = _place(scene, way.free)
    return Words(
        f"{free} plays instead",
        f"{_met_on(scene, way, who)} {_asked_next(scene, way.entry)}",
        f"Let {free} play instead",
    )


def _replaced_by_alone(scene: Scene, way: Remedy) -> Words:
    rules, (free, who) = scene.sheet.rules, _place(scene, way.free)
    missed = rules.missed_round_spread
    gone = " The bye is gone." if way.free and not way.free.rests else ""
    follows, name = {
        "forfeit": (f"loses with {signed(rules.forfeit_loss_spread)}", "a forfeit"),
        "absent": (f"gets {signed(missed)}" if missed else "gets nothing", "an absence"),
    }[way.outcome]
    return Words(
        f"{free} plays instead; {name} for the missing player",
        f"{called(scene, way.entry)} sits alone and {follows}. {_met_on(scene, way, who)}{gone}",
        f"Let {free} play: {name}",
    )


def _broken_off(scene: Scene, way: Remedy) -> Words:
    rules, name, other = scene.sheet.rules, called(scene, way.entry), _across(scene, way)
    rated = "rated" if rules.left_game_rated else "not rated"
    return Words(
        "The game was begun and broken off",
        (
            f"{other} wins; {name} loses with {signed(rules.left_game_spread)}, plus the points "
            f"they were behind. The game is {rated}."
        ),
        f"Record that {name} left",
        (f"Score of {name}", f"Score of {other}"),
    )


def _drafted(way: Remedy) -> str:
    said = f" Round {way.round} has a draft with a seat for this entry: pair it again."
    return said if way.drafted else ""


def _withdraws(scene: Scene, way: Remedy) -> Words:
    return Words(
        f"Then: no more rounds, from round {way.round} on",
        (
            f"{called(scene, way.entry)} is no longer paired and leaves the ranking. Games played "
            f"still count, also for the ratings.{_drafted(way)}"
        ),
        f"Withdraw from round {way.round} on",
    )


def _forfeits_the_rest(scene: Scene, way: Remedy) -> Words:
    loses = signed(scene.sheet.rules.forfeit_loss_spread)
    return Words(
        f"Then: every round from round {way.round} on is a forfeit",
        (
            f"{called(scene, way.entry)} is no longer paired, loses each round with {loses} and "
            f"stays in the ranking. Nobody wins these games, and they are not rated.{_drafted(way)}"
        ),
        f"Forfeit from round {way.round} on",
    )


def newcomer(scene: Scene) -> str:
    """Returns from when on somebody plays who is entered now, empty where no round is left."""
    after = scene.published + 1
    if after > scene.division.planned_rounds:
        return ""
    return f"A player entered now plays from round {after} on. {_missed(scene, None, after)}"


def _missed(scene: Scene, entry: int | None, number: int) -> str:
    """Returns which rounds somebody missed who plays from one on, and what they count."""
    rounds, rules = scene.missed_before(entry, number), scene.sheet.rules
    if not rounds:
        return "No round is missed."
    spread = rules.missed_round_spread or 0
    tie = rules.zero_bye_credit == "tie"
    counts = "a loss" if spread < 0 else "a tie" if tie else "no win and no loss"
    award = f"{counts}, {signed(spread)}" if spread or tie else "nothing"
    *most, last = map(str, rounds)
    if not most:
        return f"Round {last} is missed and counts as {award}."
    return f"Rounds {', '.join(most)} and {last} are missed; each counts as {award}."


def _returns(scene: Scene, way: Remedy) -> Words:
    missed = _missed(scene, way.entry, way.round)
    free = [_place(scene, one)[1] for one in scene.free()]
    with_whom = " or ".join(free) if free else "nobody yet: everybody else has an opponent"
    more = f"There is an opponent: {with_whom}. " if way.here else ""
    return Words(
        f"Plays from round {way.round} on{', which is being played' if way.here else ''}",
        f"{more}{missed}",
        f"Let {called(scene, way.entry)} play from round {way.round} on",
    )


def _meets(scene: Scene, way: Remedy) -> Words:
    assert way.free is not None
    free = called(scene, way.free.entry)
    text = f"{free} {_does(way.free)}; they get a board of their own.{_rest_stands(scene)}"
    return Words(f"Meets {free}", text, f"Pair with {free}")


def _sits_out(scene: Scene, way: Remedy) -> Words:
    rules, missed = scene.sheet.rules, scene.sheet.rules.missed_round_spread
    if way.outcome == "forfeit":
        loses = f"{called(scene, way.entry)} loses with {signed(rules.forfeit_loss_spread)}."
        return Words(f"Round {way.round} is a forfeit", loses, "Record the forfeit")
    if way.outcome == "bye":
        return Words("Gets a bye", f"A bye gives {signed(rules.bye_spread)}.", "Gets a bye")
    counts = "Counts for nothing" if missed is None else f"The round counts {signed(missed)}"
    title = f"Does not play in round {way.round}"
    return Words(title, f"{counts}, as for a missed round.", title)


_WORDS: Mapping[RemedyKind, Callable[[Scene, Remedy], Words]] = {
    RemedyKind.FORFEIT: _forfeit,
    RemedyKind.SPLIT: _split,
    RemedyKind.REPLACED_BY_WAITING: _replaced_by_waiting,
    RemedyKind.REPLACED_BY_ALONE: _replaced_by_alone,
    RemedyKind.BROKEN_OFF: _broken_off,
    RemedyKind.WITHDRAWS: _withdraws,
    RemedyKind.FORFEITS_THE_REST: _forfeits_the_rest,
    RemedyKind.RETURNS: _returns,
    RemedyKind.MEETS: _meets,
    RemedyKind.SITS_OUT: _sits_out,
}
_NOTHING_TO_DO = {
    RemedyKind.PLAYED_OUT: (
        "The game is played to the end",
        "Enter its result as usual.",
    ),
    RemedyKind.NO_OPEN_GAME: ("Nothing to do", "{name} has no unfinished game."),
    RemedyKind.ROUND_STANDS: (
        "This round stays as it is",
        "Round {round} already has its outcome, which stays.",
    ),
    RemedyKind.NOTHING_TO_LEAVE: ("No round is left", "There is no round to withdraw from."),
    RemedyKind.LEFT_BEFORE: ("Withdrawn", "{name} does not play in round {round}."),
    RemedyKind.PLAYS_ANYWAY: ("Nothing to do", "{name} plays from round {round} on anyway."),
    RemedyKind.NO_ROUND_LEFT: ("No round is left", "All rounds are published."),
}
