"""Why two play each other tonight, and why somebody is left over, in words."""

from __future__ import annotations

from clubs.nights.arranging.arranging import Left, NightBoard
from core.phrases import phrase, phrase_count
from tournaments.pairing.wording import rule_in_words

_RULES = {
    "chosen.both": phrase("They chose each other for their first game."),
    "odd.two_boards": phrase("One of them plays two boards, so that nobody sits out."),
    "odd.three_handed": phrase("They play as three, so that nobody sits out."),
}
_LEFT = {
    "sits_out": phrase("Sits out this time, which counts for nothing."),
    "waits": phrase("Waits for the next board to be done."),
    "plays_other_terms": phrase("Nobody whom this player may meet would play the same."),
}
_COSTS = {
    "choice": phrase("Somebody else was chosen for a first game."),
    "back_to_back": phrase("They have just played each other."),
    "rating_band": phrase("They are of different bands of ratings."),
    "record": phrase("Their records of tonight differ."),
}
"""What is worth a sentence where it costs something."""


def board_in_words(board: NightBoard) -> list[str]:
    """Returns the sentences that say why these meet: what put them together, and their meetings."""
    reason = board.reason
    said = []
    if reason.rule:
        said.append(_RULES.get(reason.rule) or rule_in_words(reason.rule))
    if reason.met_tonight:
        said.append(
            phrase_count(
                "They have met once tonight.",
                "They have met {count} times tonight.",
                count=reason.met_tonight,
            )
        )
    if reason.nights_since is None:
        said.append(phrase("They have not met on a night before."))
    else:
        said.append(
            phrase_count(
                "They last met on the night before this one.",
                "They last met {count} nights ago.",
                count=reason.nights_since,
            )
        )
    return [*said, *(words for name, words in _COSTS.items() if reason.costs.get(name))]


def left_in_words(why: Left) -> str:
    """Returns the sentence that says why somebody is left over."""
    return _LEFT[why]
