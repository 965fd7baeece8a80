"""The ways out of what happens in a round, in words: what each does, and what it awards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.phrases import joined_by_or, phrase
from core.wording import signed
from tournaments.kernel.wording.outcomes import outcome_word
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
        return f"{name} ({outcome_word(board.reason) or phrase('alone')})"
    return phrase(
        "{player} (board {number}, meets {opponent})",
        player=name,
        number=board.number,
        opponent=called(scene, other),
    )


def _seatless(scene: Scene, entry: int) -> str:
    if scene.plays(entry, scene.number):
        return phrase("waits")
    return scene.sheet.entries[entry].left_word or phrase("withdrawn")


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
    if free.rests:
        return name, phrase("{player}, who rests as a house player", player=name)
    if free.waits:
        return name, phrase("{player}, who waits", player=name)
    return name, phrase("{player}, who has a bye", player=name)


def _sentences(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _met_on(scene: Scene, way: Remedy, who: str) -> str:
    """Returns the pair on the board of the missing player, and that nothing else changes."""
    board, one = scene.board_of(way.entry), _across(scene, way)
    met = (
        phrase("{one} and {two}, meet on board {number}.", one=one, two=who, number=board.number)
        if board is not None
        else phrase("{one} and {two}, meet on the same board.", one=one, two=who)
    )
    return _sentences(met, _rest_stands(scene))


def _rest_stands(scene: Scene) -> str:
    """Returns a sentence on the other boards of a round that is on the wall, else empty."""
    if scene.number > scene.published:
        return ""
    return phrase("All other boards stay as they are, and the sheet will say when it was changed.")


def _forfeit(scene: Scene, way: Remedy) -> Words:
    rules = scene.sheet.rules
    counts = phrase(
        "{winner} wins with {win_spread}, {loser} loses with {loss_spread}.",
        winner=_across(scene, way),
        win_spread=signed(rules.forfeit_win_spread),
        loser=called(scene, way.entry),
        loss_spread=signed(rules.forfeit_loss_spread),
    )
    rated = phrase("It is rated.") if rules.forfeit_rated else phrase("It is not rated.")
    return Words(
        phrase("The game is a forfeit"),
        _sentences(counts, rated, phrase("No other board changes.")),
        phrase("Record the forfeit"),
    )


def _asked_next(scene: Scene, entry: int) -> str:
    return phrase(
        "You are then asked how the round counts for {player}.", player=called(scene, entry)
    )


def _split(scene: Scene, way: Remedy) -> Words:
    board, other = scene.board_of(way.entry), _across(scene, way)
    then = phrase(
        "Then choose an opponent for {player}, or a bye, which gives {spread}.",
        player=other,
        spread=signed(scene.sheet.rules.bye_spread),
    )
    both, asked = phrase("Both wait."), _asked_next(scene, way.entry)
    return Words(
        phrase("{player} gets a bye, or another opponent", player=other),
        _sentences(both, asked, then, _rest_stands(scene)),
        phrase("Split board {number}", number=board.number)
        if board is not None and board.number
        else phrase("Split the pair"),
    )


def _replaced_by_waiting(scene: Scene, way: Remedy) -> Words:
    free, who = _place(scene, way.free)
    return Words(
        phrase("{player} plays instead", player=free),
        _sentences(_met_on(scene, way, who), _asked_next(scene, way.entry)),
        phrase("Let {player} play instead", player=free),
    )


def _replaced_by_alone(scene: Scene, way: Remedy) -> Words:
    rules, (free, who) = scene.sheet.rules, _place(scene, way.free)
    gone = phrase("The bye is gone.") if way.free and not way.free.rests else ""
    then, player = (_met_on(scene, way, who), gone), called(scene, way.entry)
    if way.outcome == "forfeit":
        loses = phrase(
            "{player} sits alone and loses with {spread}.",
            player=player,
            spread=signed(rules.forfeit_loss_spread),
        )
        return Words(
            phrase("{player} plays instead; a forfeit for the missing player", player=free),
            _sentences(loses, *then),
            phrase("Let {player} play: a forfeit", player=free),
        )
    missed = rules.missed_round_spread
    gets = (
        phrase("{player} sits alone and gets {spread}.", player=player, spread=signed(missed))
        if missed
        else phrase("{player} sits alone and gets nothing.", player=player)
    )
    return Words(
        phrase("{player} plays instead; an absence for the missing player", player=free),
        _sentences(gets, *then),
        phrase("Let {player} play: an absence", player=free),
    )


def _broken_off(scene: Scene, way: Remedy) -> Words:
    rules, name, other = scene.sheet.rules, called(scene, way.entry), _across(scene, way)
    counts = phrase(
        "{winner} wins; {loser} loses with {spread}, plus the points they were behind.",
        winner=other,
        loser=name,
        spread=signed(rules.left_game_spread),
    )
    rated = (
        phrase("The game is rated.") if rules.left_game_rated else phrase("The game is not rated.")
    )
    return Words(
        phrase("The game was begun and broken off"),
        _sentences(counts, rated),
        phrase("Record that {name} left", name=name),
        (phrase("Score of {name}", name=name), phrase("Score of {other}", other=other)),
    )


def _drafted(way: Remedy) -> str:
    said = phrase(
        "Round {round} has a draft with a seat for this entry: pair it again.", round=way.round
    )
    return said if way.drafted else ""


def _withdraws(scene: Scene, way: Remedy) -> Words:
    return Words(
        phrase("Then: no more rounds, from round {round} on", round=way.round),
        _sentences(
            phrase(
                "{player} is no longer paired and leaves the ranking. Games played still count, "
                "also for the ratings.",
                player=called(scene, way.entry),
            ),
            _drafted(way),
        ),
        phrase("Withdraw from round {round} on", round=way.round),
    )


def _forfeits_the_rest(scene: Scene, way: Remedy) -> Words:
    loses = signed(scene.sheet.rules.forfeit_loss_spread)
    return Words(
        phrase("Then: every round from round {round} on is a forfeit", round=way.round),
        _sentences(
            phrase(
                "{player} is no longer paired, loses each round with {spread} and stays in the "
                "ranking. Nobody wins these games, and they are not rated.",
                player=called(scene, way.entry),
                spread=loses,
            ),
            _drafted(way),
        ),
        phrase("Forfeit from round {round} on", round=way.round),
    )


def newcomer(scene: Scene) -> str:
    """Returns from when on somebody plays who is entered now, empty where no round is left."""
    after = scene.published + 1
    if after > scene.division.planned_rounds:
        return ""
    return _sentences(
        phrase("A player entered now plays from round {round} on.", round=after),
        _missed(scene, None, after),
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
    award = f"{counts}, {signed(spread)}" if spread or tie else phrase("nothing")
    *most, last = map(str, rounds)
    if not most:
        return phrase("Round {round} is missed and counts as {award}.", round=last, award=award)
    return phrase(
        "Rounds {rounds} and {last} are missed; each counts as {award}.",
        rounds=", ".join(most),
        last=last,
        award=award,
    )


def _returns(scene: Scene, way: Remedy) -> Words:
    missed = _missed(scene, way.entry, way.round)
    return Words(
        phrase("Plays from round {round} on, which is being played", round=way.round)
        if way.here
        else phrase("Plays from round {round} on", round=way.round),
        _sentences(_opponents(scene) if way.here else "", missed),
        phrase(
            "Let {player} play from round {round} on",
            player=called(scene, way.entry),
            round=way.round,
        ),
    )


def _opponents(scene: Scene) -> str:
    """Returns who is free to play in the round."""
    free = [_place(scene, one)[1] for one in scene.free()]
    if not free:
        return phrase("There is an opponent: nobody yet: everybody else has an opponent.")
    return phrase("There is an opponent: {players}.", players=joined_by_or(free))


def _meets(scene: Scene, way: Remedy) -> Words:
    assert way.free is not None
    free = called(scene, way.free.entry)
    if way.free.rests:
        text = phrase(
            "{player} rests as a house player; they get a board of their own.", player=free
        )
    elif way.free.waits:
        text = phrase("{player} waits; they get a board of their own.", player=free)
    else:
        text = phrase("{player} has a bye; they get a board of their own.", player=free)
    return Words(
        phrase("Meets {player}", player=free),
        _sentences(text, _rest_stands(scene)),
        phrase("Pair with {player}", player=free),
    )


def _sits_out(scene: Scene, way: Remedy) -> Words:
    rules, missed = scene.sheet.rules, scene.sheet.rules.missed_round_spread
    if way.outcome == "forfeit":
        loses = phrase(
            "{player} loses with {spread}.",
            player=called(scene, way.entry),
            spread=signed(rules.forfeit_loss_spread),
        )
        return Words(
            phrase("Round {round} is a forfeit", round=way.round),
            loses,
            phrase("Record the forfeit"),
        )
    if way.outcome == "bye":
        return Words(
            phrase("Gets a bye"),
            phrase("A bye gives {spread}.", spread=signed(rules.bye_spread)),
            phrase("Gets a bye"),
        )
    counts = (
        phrase("Counts for nothing, as for a missed round.")
        if missed is None
        else phrase("The round counts {spread}, as for a missed round.", spread=signed(missed))
    )
    title = phrase("Does not play in round {round}", round=way.round)
    return Words(title, counts, title)


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
    RemedyKind.LEFT_BEFORE: (phrase("Withdrawn"), phrase("{name} does not play in round {round}.")),
    RemedyKind.PLAYS_ANYWAY: (
        phrase("Nothing to do"),
        phrase("{name} plays from round {round} on anyway."),
    ),
    RemedyKind.NO_ROUND_LEFT: (phrase("No round is left"), phrase("All rounds are published.")),
}
