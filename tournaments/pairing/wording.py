"""What is wrong with a pairing request, or worth knowing about its answer, in words."""

from __future__ import annotations

from tournaments.pairing.answer import REPEATS_NEEDED, PairingWarning
from tournaments.pairing.errors import PairingError
from tournaments.pairing.matching.why_not import phrases

_SENTENCES = {
    "method.unknown": "There is no pairing method {method}; there are: {known}.",
    "variant.unknown": "The method {method} has no variant {variant}; it has: {known}.",
    "opening.unknown": "There is no opening {opening}; there are: {known}.",
    "repeats.negative": "Players cannot have met {repeats} times; give 0 for no repeats.",
    "since.round": "Meetings cannot be forgiven before round {round}; rounds count from 1.",
    "option.unknown": "The method {method} has no option {option}; it has: {known}.",
    "option.range": "The option {option} is {value}; it goes from {least} to {most}.",
    "position.round": "Round {round} cannot be paired; rounds count from 1.",
    "position.table_round": "A table has no round {round}; its rounds count from 1.",
    "player.twice": "Player {number} is to be paired twice.",
    "player.unknown": "Player {number} is fixed on a board but is not to be paired.",
    "meeting.round": "Players {one} and {two} met in round {round}, which is not before this one.",
    "table.twice": "Player {number} has two slots in the round robin.",
    "pending.twice": "Player {number} has two games without a result in one round.",
    "pairing.own_opponent": "Player {number} cannot meet himself.",
    "pairing.fixed_twice": "Player {number} is fixed twice in this round.",
    "pairing.infeasible": "There is no pairing {within}; {suffices}.{blocked}",
    "pairing.kept_apart": (
        "The players kept apart leave no complete pairing; without an opponent:"
        " {numbers}.{blocked}{release}"
    ),
    "pairing.too_large": (
        "This method cannot weigh a field of {players} players; choose another variant or method,"
        " or more divisions."
    ),
    "fixed.kept_apart": (
        "Players {one} and {two} are fixed on a board though they are never to meet; lift that"
        " condition, or release the pair."
    ),
    "condition.overruled": (
        "A condition on {numbers} is left aside in this round, because something else was asked"
        " of them."
    ),
    "team.too_large": (
        "{size} of the {players} players to be paired are of team {team}, so that boards between"
        " them cannot be avoided: {boards} at least. Let team-mates meet where it cannot be helped."
    ),
    "team.has_to_meet": (
        "{size} of the {players} players to be paired are of team {team}; boards between two of"
        " them: {boards} at least."
    ),
    "board.wished_by_both": (
        "Board {board} is wished by {one}, and {two} who meets him wishes board {other}."
    ),
    "board.taken": "Board {board}, wished by {numbers}, goes to {holder}.",
    "chair.taken": "Chair {seat} of board {board}, wished by {number}, goes to {holder}.",
    "bye.nobody_takes_it": "Somebody must sit out, but none of the {players} players takes a bye.",
    "roundrobin.too_few": "A round robin needs two players; there are {players}.",
    "roundrobin.too_many_rounds": (
        "A round robin of {players} players has {most} rounds with {cycles} cycles; {rounds} were"
        " asked for. Take more cycles, or fewer rounds."
    ),
    "roundrobin.odd_cycles": (
        "Back to back everybody meets everybody twice, or four times, or six: give an even number"
        " of cycles instead of {cycles}."
    ),
    "groups.odd_size": (
        "Groups of {size} leave somebody out in every round; take an even size, or the group round"
        " robin."
    ),
    "groups.too_many_rounds": (
        "Players of a group of {size} have new opponents for fewer than {size} rounds;"
        " {rounds} were asked for."
    ),
    "fontes.too_few": (
        "{players} players cannot have {rounds} rounds with a new opponent in each; play fewer"
        " rounds, or a round robin."
    ),
    "schedule.none": "There is no schedule for round {round}; give the division one.",
    "schedule.no_round": (
        "The schedule goes from round {first} to round {last} and says nothing of round {round}."
    ),
    "fixed.player_twice": "Player {number} is fixed twice in round {round}.",
    "fixed.pair_twice": (
        "Players {one} and {two} are fixed in two rounds but meet only once;"
        " release one of the two."
    ),
    "fixed.too_many": (
        "No table of {rounds} rounds was found that has all {games} games that are fixed; release"
        " some of them."
    ),
    "block.fixed": (
        "The games drawn up for round {round} do not pair {one} with {two}."
        " Release that pair, or pair the round by hand."
    ),
    "block.apart": (
        "Players {one} and {two} are kept apart, but would meet in this block. Lift that condition,"
        " or take another method."
    ),
    "block.apart_not_found": (
        "No way to draw this block up was found in which {one} and {two}, who are kept apart, do"
        " not meet. Lift that condition, or take another method."
    ),
    "block.limit": (
        "No block was found within the limit of repeats, which is {repeats}; with a limit of"
        " {enough} one was."
    ),
    "factor.top": "At the top opponents are as many ranks apart as the factor says.",
    "factor.wider": (
        "The first {ranks} ranks could not be paired among themselves; the first {grown} are"
        " paired together, as near to the factor as can be."
    ),
    "factor.too_large": (
        "A factor of {factor} needs twice as many players; there are {players}, so that {most} is"
        " the largest."
    ),
    "distance.too_large": (
        "Opponents cannot be {distance} ranks apart among {players} players; {most} is the most."
    ),
    "quartiles.across": "Drawn by lot between the two quarters of the standings that meet.",
    "quartiles.too_few": "Quartiles need {least} players; there are {players}.",
    "koth.certain": "No missing result can change the rank of either.",
    "koth.nothing_certain": (
        "No board can be paired yet: games without a result that still decide the ranks: {games}."
    ),
    "koth.not_paired_yet": (
        "Not paired yet, because a missing result may change who they meet: {numbers}."
    ),
    "australian.too_few": (
        "An Australian draw needs {least} players; to be paired in this division: {players}."
    ),
    "australian.casement": "By the casement the upper half meets the lower half in order.",
    "australian.highest": "Of those still unpaired the highest who may be met.",
    "australian.forgiven": (
        "There was no draw in which nobody meets again; meetings before round {round} are forgiven."
    ),
    "gibson.together": "Both have clinched their places and leave the others to each other.",
    "fixed.by_hand": "The director wanted the two to meet in this round.",
    "fixed.condition": "A condition of the division wants the two to meet in this round.",
    "gibson.bye": "Has clinched the place, and sits out so that nobody else has to.",
    "gibson.nothing_to_win": "One has clinched the place; the other can win no prize any more.",
    "gibson.lowest": "One has clinched the place; the other is the lowest placed he can meet.",
    "gibson.repeats": (
        "By the gibson rule clinched players are paired out first, and that leaves no pairing"
        " without repeats; boards that repeat: {boards}."
    ),
    "gibson.bye_again": (
        "By the gibson rule player {number}, who had byes before, sits out again, because nobody"
        " can meet him; byes so far: {byes}."
    ),
    "cop.total_rounds": "COP has to know how many rounds the event has.",
    "cop.no_rounds_left": "Round {round} cannot be paired by COP; the event has {total} rounds.",
    "cop.overconstrained": (
        "By COP player {leader} leads and has to meet one of these, but a board that is fixed does"
        " not let them: {numbers}. Release that board, or look at loss of control later."
    ),
    "cop.rules_given_up": (
        "Who is kept apart, or a limit of repeats, leaves no complete pairing by the rules of COP;"
        " boards that break one of them: {boards}."
    ),
    "cop.prizes_assumed": (
        "No place prizes are set; COP takes them to be a quarter of the field, places: {places}."
    ),
    "cop.control": (
        "Player {leader} leads and meets one of these, who could win everything and still not come"
        " first otherwise: {numbers}."
    ),
    "cop.repeats": "COP lets players meet again where it matters; boards that repeat: {boards}.",
    "cop.hill": "In the last round neighbours who can still win a prize meet.",
    "cop.class_hill": "In the last round neighbours who can still win a prize of a class meet.",
    "cop.factor_three": "In the last round but one the first three meet the next three in order.",
    "cop.gibson_group": "A clinched place separates the two from everybody else.",
    "cop.gibson_bye": "Nobody but who has clinched a place sits out.",
    "cop.bye_policy": "The bye goes by the policy of the division.",
    "cop.leader": ("The leader meets who could win everything and still not come first otherwise."),
    REPEATS_NEEDED: (
        "No pairing without repeats was possible; boards that repeat: {boards}.{fewer}{blocked}"
    ),
    "repeats.ignored": "This method does not avoid repeats; boards that repeat: {boards}.",
    "repeats.allowed": "Repeats within the limit were needed; boards that repeat: {boards}.",
    "bye.given_all_the_same": "Player {number} is to get no bye, and is given one anyway.",
    "bye.not_spared": (
        "Player {number} is to get no bye, but has nobody to meet: round {round} of the block"
        " leaves this place free."
    ),
    "bye.moved_up": "Player {number} gets the bye instead of {instead_of}, to avoid repeats.",
    "bye.keeps_apart": (
        "Player {number} gets the bye instead of {instead_of}, because otherwise players who are"
        " never to meet would have to."
    ),
    "block.round": "They meet in round {number} of the games that were drawn up together.",
    "block.group": "Both are of group {number}, which plays among itself.",
    "block.free": "One came after the games were drawn up, and the other was free.",
    "block.opponent_missing": "Player {number} gets a bye, because {missing} does not play.",
    "block.late_paired": (
        "Player {number}, who came after the games were drawn up, meets {other}, who was free."
    ),
    "block.no_slot": (
        "Player {number}, who came after the games were drawn up, gets a bye, because nobody else"
        " is free in this round. A round on its own, by another method, would pair everybody."
    ),
    "block.repeats": (
        "These rounds do not avoid repeats; games between players who have met: {games}."
    ),
    "block.interrupted": (
        "This round is as it was drawn up before round {begins}, though other rounds since then"
        " were paired otherwise: {rounds}. Two may meet again; another method would look at that."
    ),
    "block.repeats_over": (
        "A whole table has everybody meet, also those who have met more than {repeats} times;"
        " games between players who have met: {games}."
    ),
    "block.repeats_allowed": (
        "Repeats within the limit were needed; games between players who have met: {games}."
    ),
}


def in_words(fault: PairingError | PairingWarning) -> str:
    """Returns one sentence, or two, naming the players and rounds by their numbers."""
    return _SENTENCES[fault.code].format_map(
        {name: _listed(value) for name, value in fault.params.items()} | phrases(fault.params)
    )


def rule_in_words(rule: str) -> str:
    """Returns one sentence on why a rule put two together, by the rule's code.

    A number that belongs to the rule, such as that of a group, follows the code after a colon.
    """
    code, _, number = rule.partition(":")
    return _SENTENCES[code].format(number=number)


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
