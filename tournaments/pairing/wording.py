"""The faults of a pairing request and the remarks on its answer, in words.

The words of a single method are in its own module.
"""

from __future__ import annotations

from collections import ChainMap

from core.phrases import phrase
from tournaments.pairing.answer import REPEATS_NEEDED, PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.why_not import infeasible, told_besides
from tournaments.pairing.methods import METHODS

_SENTENCES = {
    "method.unknown": phrase("There is no pairing method {method}; choose one of {known}."),
    "variant.unknown": phrase("The method {method} has no variant {variant}; it has: {known}."),
    "opening.unknown": phrase("There is no opening {opening}; choose one of {known}."),
    "repeats.negative": phrase("Players cannot have met {repeats} times; give 0 for no repeats."),
    "since.round": phrase("Meetings cannot be forgiven before round {round}; rounds start at 1."),
    "option.unknown": phrase("The method {method} has no option {option}; it has: {known}."),
    "option.range": phrase("The option {option} is {value}; it goes from {least} to {most}."),
    "position.round": phrase("Round {round} cannot be paired; rounds start at 1."),
    "position.table_round": phrase("A table has no round {round}; its rounds start at 1."),
    "player.twice": phrase("Player {number} is listed twice among the players to pair."),
    "player.unknown": phrase(
        "Player {number} is in a settled pair but is not among the players to pair."
    ),
    "meeting.round": (
        phrase(
            "Players {one} and {two} are said to have met in round {round}, which is "
            "not before this one."
        )
    ),
    "table.twice": phrase("Player {number} has two slots in the round robin."),
    "pending.twice": phrase("Player {number} has two games without a result in one round."),
    "pairing.own_opponent": phrase("Player {number} cannot be their own opponent."),
    "pairing.fixed_twice": phrase("Player {number} is in two settled pairs in this round."),
    "pairing.kept_apart": (
        phrase(
            "With these players kept apart there is no complete pairing; without an opponent: "
            "{numbers}."
        )
    ),
    "pairing.too_large": (
        phrase(
            "This method cannot pair {players} players; choose another variant or method, or make "
            "more divisions."
        )
    ),
    "fixed.kept_apart": (
        phrase(
            "Players {one} and {two} are a settled pair, but a condition says that "
            "they never meet. "
            "Lift the condition, or release the pair."
        )
    ),
    "condition.overruled": (
        phrase(
            "A condition on {numbers} is set aside in this round, because of what "
            "you settled for it."
        )
    ),
    "team.too_large": (
        phrase(
            "{size} of the {players} players to pair are in team {team}, so at least {boards} "
            "boards between team-mates cannot be avoided. Let team-mates meet only if it cannot be "
            "avoided."
        )
    ),
    "team.has_to_meet": (
        phrase(
            "{size} of the {players} players to pair are in team {team}; boards between two of "
            "them: at least {boards}."
        )
    ),
    "board.wished_by_both": (
        phrase(
            "Player {one} has the fixed board {board}, and their opponent {two} has board {other}."
        )
    ),
    "board.taken": phrase("Board {board}, which {numbers} should have, goes to {holder}."),
    "chair.taken": phrase(
        "Chair {seat} of board {board}, which {number} should have, goes to {holder}."
    ),
    "bye.nobody_takes_it": phrase(
        "Somebody must sit out, but none of the {players} players takes a bye."
    ),
    "fixed.player_twice": phrase("Player {number} is in two settled pairs in round {round}."),
    "fixed.pair_twice": (
        phrase(
            "Players {one} and {two} are settled in two rounds but meet only once; "
            "release one of them."
        )
    ),
    "fixed.too_many": (
        phrase(
            "No table of {rounds} rounds was found with all {games} settled games; release some of "
            "them."
        )
    ),
    "block.fixed": (
        phrase(
            "The games drawn up for round {round} do not pair {one} with {two}."
            " Release that pair, or pair the round by hand."
        )
    ),
    "block.apart": (
        phrase(
            "Players {one} and {two} are kept apart, but would meet in this block. Lift that "
            "condition, or choose another method."
        )
    ),
    "block.apart_not_found": (
        phrase(
            "No draw of this block was found in which {one} and {two}, who are kept apart, do "
            "not meet. Lift that condition, or choose another method."
        )
    ),
    "block.limit": (
        phrase(
            "No block was found with at most {repeats} repeats; with a limit of "
            "{enough} there is one."
        )
    ),
    "gibson.together": phrase("Both have clinched their places, so they meet each other."),
    "fixed.by_hand": phrase("The director settled this pair."),
    "fixed.condition": phrase("A condition of the division has them meet in this round."),
    "gibson.bye": phrase("Has clinched the place, and sits out so that nobody else has to."),
    "gibson.nothing_to_win": phrase(
        "One has clinched the place; the other can no longer win a prize."
    ),
    "gibson.lowest": (
        phrase("One has clinched the place; the other is the lowest-placed possible opponent.")
    ),
    "gibson.repeats": (
        phrase(
            "By the Gibson rule, clinched players are paired out first, which leaves no pairing "
            "without repeats; boards that repeat: {boards}."
        )
    ),
    "gibson.bye_again": (
        phrase(
            "By the Gibson rule, player {number} sits out again, because nobody "
            "can meet them; byes "
            "so far: {byes}."
        )
    ),
    REPEATS_NEEDED: (
        phrase("No pairing without repeats was possible; boards that repeat: {boards}.")
    ),
    "repeats.ignored": phrase("This method does not avoid repeats; boards that repeat: {boards}."),
    "repeats.allowed": phrase(
        "Repeats were needed, within the limit; boards that repeat: {boards}."
    ),
    "bye.given_all_the_same": phrase("Player {number} should get no bye, but gets one anyway."),
    "bye.not_spared": (
        phrase(
            "Player {number} should get no bye, but has nobody to meet: round {round} of the block "
            "leaves this place free."
        )
    ),
    "bye.moved_up": phrase(
        "Player {number} gets the bye instead of {instead_of}, to avoid repeats."
    ),
    "bye.keeps_apart": (
        phrase(
            "Player {number} gets the bye instead of {instead_of}, because otherwise players who "
            "never meet would have to."
        )
    ),
    "block.round": phrase("They meet in round {number} of this block."),
    "block.group": phrase("Both are in group {number}, which plays among itself."),
    "block.free": phrase("One arrived after the block was drawn up, and the other was free."),
    "block.opponent_missing": phrase(
        "Player {number} gets a bye, because {missing} does not play."
    ),
    "block.late_paired": (
        phrase(
            "Player {number} arrived after the block was drawn up and meets {other}, who was free."
        )
    ),
    "block.no_slot": (
        phrase(
            "Player {number} arrived after the block was drawn up and gets a bye, because nobody "
            "else is free in this round. Another method, for this round alone, "
            "would pair everybody."
        )
    ),
    "block.repeats": (
        phrase("These rounds do not avoid repeats; games between players who have met: {games}.")
    ),
    "block.interrupted": (
        phrase(
            "This round was drawn up before round {begins}, but later rounds were "
            "paired by another "
            "method: {rounds}. Players may meet again; another method would consider that."
        )
    ),
    "block.repeats_over": (
        phrase(
            "In a whole table everybody meets, even players who have met more than "
            "{repeats} times; "
            "games between players who have met: {games}."
        )
    ),
    "block.repeats_allowed": (
        phrase(
            "Repeats were needed, within the limit; games between players who have met: {games}."
        )
    ),
}


def in_words(fault: PairingError | PairingWarning) -> str:
    """Returns one sentence, or two, naming the players and rounds by their numbers."""
    if fault.code == "pairing.infeasible":
        said = infeasible(fault.params)
    else:
        words = sentence(fault.code)
        values = {name: _listed(value) for name, value in fault.params.items()}
        said = words.format(**values) if values else words
    return " ".join([said, *told_besides(fault.code, fault.params)])


def rule_in_words(rule: str) -> str:
    """Returns one sentence on why a rule put two together, by the rule's code.

    A number that belongs to the rule, such as that of a group, follows the code after a colon.
    """
    code, _, number = rule.partition(":")
    return sentence(code).format(number=number)


def sentence(code: str) -> str:
    """Returns the sentence of a code; KeyError where neither all methods nor one has it."""
    if code in _SENTENCES:
        return _SENTENCES[code]
    return ChainMap(*(dict(method.sentences) for method in METHODS.values()))[code]


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
