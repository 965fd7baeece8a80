"""The ways out of what happens in a round, in words: what each does, and what it awards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.phrases import phrase
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
    return phrase(
        "{name} (board {number}, meets {called})",
        name=name,
        number=board.number,
        called=called(scene, other),
    )


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
    return name, phrase("{name}, who {does}", name=name, does=_does(free))


def _does(free: Free) -> str:
    if free.rests:
        return phrase("rests as a house player")
    return "waits" if free.waits else phrase("has a bye")


def _met_on(scene: Scene, way: Remedy, who: str) -> str:
    """Returns the pair on the board of the missing player, and that nothing else changes."""
    board = scene.board_of(way.entry)
    where = (
        phrase("on board {number}", number=board.number)
        if board is not None
        else phrase("on the same board")
    )
    return phrase(
        "{across} and {who}, meet {where}.{rest_stands}",
        across=_across(scene, way),
        who=who,
        where=where,
        rest_stands=_rest_stands(scene),
    )


def _rest_stands(scene: Scene) -> str:
    """Returns a sentence on the other boards of a round that is on the wall, else empty."""
    if scene.number > scene.published:
        return ""
    return phrase(" All other boards stay as they are, and the sheet will say when it was changed.")


def _forfeit(scene: Scene, way: Remedy) -> Words:
    rules = scene.sheet.rules
    rated = phrase("It is rated.") if rules.forfeit_rated else phrase("It is not rated.")
    return Words(
        phrase("The game is a forfeit"),
        (
            phrase(
                "{across} wins with {forfeit_win_spread}, "
                "{called} loses with {forfeit_loss_spread}. {rated} "
                "No other board changes.",
                across=_across(scene, way),
                forfeit_win_spread=signed(rules.forfeit_win_spread),
                called=called(scene, way.entry),
                forfeit_loss_spread=signed(rules.forfeit_loss_spread),
                rated=rated,
            )
        ),
        phrase("Record the forfeit"),
    )


def _asked_next(scene: Scene, entry: int) -> str:
    return phrase(
        "You are then asked how the round counts for {called}.", called=called(scene, entry)
    )


def _split(scene: Scene, way: Remedy) -> Words:
    board, other = scene.board_of(way.entry), _across(scene, way)
    name = (
        phrase("board {number}", number=board.number)
        if board is not None and board.number
        else phrase("the pair")
    )
    bye = signed(scene.sheet.rules.bye_spread)
    return Words(
        phrase("{other} gets a bye, or another opponent", other=other),
        (
            phrase(
                "Both wait. {asked_next} Then choose an opponent for {other}, or a "
                "bye, which gives {bye}.{rest_stands}",
                asked_next=_asked_next(scene, way.entry),
                other=other,
                bye=bye,
                rest_stands=_rest_stands(scene),
            )
        ),
        phrase("Split {name}", name=name),
    )


def _replaced_by_waiting(scene: Scene, way: Remedy) -> Words:
    free, who = _place(scene, way.free)
    return Words(
        phrase("{free} plays instead", free=free),
        f"{_met_on(scene, way, who)} {_asked_next(scene, way.entry)}",
        phrase("Let {free} play instead", free=free),
    )


def _replaced_by_alone(scene: Scene, way: Remedy) -> Words:
    rules, (free, who) = scene.sheet.rules, _place(scene, way.free)
    missed = rules.missed_round_spread
    gone = phrase(" The bye is gone.") if way.free and not way.free.rests else ""
    follows, name = {
        "forfeit": (
            phrase(
                "loses with {forfeit_loss_spread}",
                forfeit_loss_spread=signed(rules.forfeit_loss_spread),
            ),
            phrase("a forfeit"),
        ),
        "absent": (
            phrase("gets {missed}", missed=signed(missed)) if missed else phrase("gets nothing"),
            phrase("an absence"),
        ),
    }[way.outcome]
    return Words(
        phrase("{free} plays instead; {name} for the missing player", free=free, name=name),
        phrase(
            "{called} sits alone and {follows}. {met_on}{gone}",
            called=called(scene, way.entry),
            follows=follows,
            met_on=_met_on(scene, way, who),
            gone=gone,
        ),
        phrase("Let {free} play: {name}", free=free, name=name),
    )


def _broken_off(scene: Scene, way: Remedy) -> Words:
    rules, name, other = scene.sheet.rules, called(scene, way.entry), _across(scene, way)
    rated = "rated" if rules.left_game_rated else phrase("not rated")
    return Words(
        phrase("The game was begun and broken off"),
        (
            phrase(
                "{other} wins; {name} loses with {left_game_spread}, plus the points "
                "they were behind. The game is {rated}.",
                other=other,
                name=name,
                left_game_spread=signed(rules.left_game_spread),
                rated=rated,
            )
        ),
        phrase("Record that {name} left", name=name),
        (phrase("Score of {name}", name=name), phrase("Score of {other}", other=other)),
    )


def _drafted(way: Remedy) -> str:
    said = phrase(
        " Round {round} has a draft with a seat for this entry: pair it again.", round=way.round
    )
    return said if way.drafted else ""


def _withdraws(scene: Scene, way: Remedy) -> Words:
    return Words(
        phrase("Then: no more rounds, from round {round} on", round=way.round),
        (
            phrase(
                "{called} is no longer paired and leaves the ranking. Games played "
                "still count, also for the ratings.{drafted}",
                called=called(scene, way.entry),
                drafted=_drafted(way),
            )
        ),
        phrase("Withdraw from round {round} on", round=way.round),
    )


def _forfeits_the_rest(scene: Scene, way: Remedy) -> Words:
    loses = signed(scene.sheet.rules.forfeit_loss_spread)
    return Words(
        phrase("Then: every round from round {round} on is a forfeit", round=way.round),
        (
            phrase(
                "{called} is no longer paired, loses each round with {loses} and "
                "stays in the ranking. Nobody wins these games, and they are not rated.{drafted}",
                called=called(scene, way.entry),
                loses=loses,
                drafted=_drafted(way),
            )
        ),
        phrase("Forfeit from round {round} on", round=way.round),
    )


def newcomer(scene: Scene) -> str:
    """Returns from when on somebody plays who is entered now, empty where no round is left."""
    after = scene.published + 1
    if after > scene.division.planned_rounds:
        return ""
    return phrase(
        "A player entered now plays from round {after} on. {missed}",
        after=after,
        missed=_missed(scene, None, after),
    )


def _missed(scene: Scene, entry: int | None, number: int) -> str:
    """Returns which rounds somebody missed who plays from one on, and what they count."""
    rounds, rules = scene.missed_before(entry, number), scene.sheet.rules
    if not rounds:
        return phrase("No round is missed.")
    spread = rules.missed_round_spread or 0
    tie = rules.zero_bye_credit == "tie"
    counts = (
        phrase("a loss") if spread < 0 else phrase("a tie") if tie else phrase("no win and no loss")
    )
    award = f"{counts}, {signed(spread)}" if spread or tie else "nothing"
    *most, last = map(str, rounds)
    if not most:
        return phrase("Round {last} is missed and counts as {award}.", last=last, award=award)
    return phrase(
        "Rounds {most} and {last} are missed; each counts as {award}.",
        most=", ".join(most),
        last=last,
        award=award,
    )


def _returns(scene: Scene, way: Remedy) -> Words:
    missed = _missed(scene, way.entry, way.round)
    free = [_place(scene, one)[1] for one in scene.free()]
    with_whom = " or ".join(free) if free else phrase("nobody yet: everybody else has an opponent")
    more = phrase("There is an opponent: {with_whom}. ", with_whom=with_whom) if way.here else ""
    return Words(
        phrase(
            "Plays from round {round} on{value}",
            round=way.round,
            value=", which is being played" if way.here else "",
        ),
        f"{more}{missed}",
        phrase(
            "Let {called} play from round {round} on",
            called=called(scene, way.entry),
            round=way.round,
        ),
    )


def _meets(scene: Scene, way: Remedy) -> Words:
    assert way.free is not None
    free = called(scene, way.free.entry)
    text = phrase(
        "{free} {does}; they get a board of their own.{rest_stands}",
        free=free,
        does=_does(way.free),
        rest_stands=_rest_stands(scene),
    )
    return Words(phrase("Meets {free}", free=free), text, phrase("Pair with {free}", free=free))


def _sits_out(scene: Scene, way: Remedy) -> Words:
    rules, missed = scene.sheet.rules, scene.sheet.rules.missed_round_spread
    if way.outcome == "forfeit":
        loses = phrase(
            "{called} loses with {forfeit_loss_spread}.",
            called=called(scene, way.entry),
            forfeit_loss_spread=signed(rules.forfeit_loss_spread),
        )
        return Words(
            phrase("Round {round} is a forfeit", round=way.round),
            loses,
            phrase("Record the forfeit"),
        )
    if way.outcome == "bye":
        return Words(
            phrase("Gets a bye"),
            phrase("A bye gives {bye_spread}.", bye_spread=signed(rules.bye_spread)),
            phrase("Gets a bye"),
        )
    counts = (
        phrase("Counts for nothing")
        if missed is None
        else phrase("The round counts {missed}", missed=signed(missed))
    )
    title = phrase("Does not play in round {round}", round=way.round)
    return Words(title, phrase("{counts}, as for a missed round.", counts=counts), title)


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
        phrase("The game is played to the end"),
        phrase("Enter its result as usual."),
    ),
    RemedyKind.NO_OPEN_GAME: (phrase("Nothing to do"), phrase("{name} has no unfinished game.")),
    RemedyKind.ROUND_STANDS: (
        phrase("This round stays as it is"),
        phrase("Round {round} already has its outcome, which stays."),
    ),
    RemedyKind.NOTHING_TO_LEAVE: (
        phrase("No round is left"),
        phrase("There is no round to withdraw from."),
    ),
    RemedyKind.LEFT_BEFORE: ("Withdrawn", phrase("{name} does not play in round {round}.")),
    RemedyKind.PLAYS_ANYWAY: (
        phrase("Nothing to do"),
        phrase("{name} plays from round {round} on anyway."),
    ),
    RemedyKind.NO_ROUND_LEFT: (phrase("No round is left"), phrase("All rounds are published.")),
}
