"""The faults and the doubts of the entry line, put into words."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.entry_line.intents import EntryLineError
from tournaments.entry_line.slip_checks import LOW, Doubt

_FAULTS = {
    "line.empty": phrase(
        "Type a result, for example 7 423 389; ? shows everything that you can type."
    ),
    "line.long": phrase("A line can have at most {limit} characters."),
    "line.unknown": phrase(
        "A line cannot begin with {word}; ? shows everything that you can type."
    ),
    "line.whom": phrase("{word} is neither an entry (7) nor a board (b12)."),
    "line.score": phrase("{word} is not a score."),
    "line.one_score": phrase(
        "Type both scores, as in 7 423 389; in slip order, 423389 or 423-389."
    ),
    "line.too_much": phrase("The line should end before {word}."),
    "line.where": phrase("Which board? b5 starts slip order there; by number, type 7 423389."),
    "line.number": phrase(
        "{word} is not the number of an entry or a round; one must follow {after}."
    ),
    "line.ending_of_board": phrase("{word} needs an entry, not a board."),
    "line.over": phrase("{word} is not a time: type minutes and seconds, as in over 2:05."),
    "line.over_where": phrase("Only a game that was played to the end can be over time."),
    "line.reason_where": phrase("Only scores can have a reason after an exclamation mark."),
}
_MISSING = {
    "line.score": phrase("A score is missing at the end."),
    "line.over": phrase("The time over is missing: type minutes and seconds, as in over 2:05."),
    "line.number": phrase("Something is missing after {after}."),
}
_DOUBTS = {
    "negative": phrase("{score} is below zero."),
    "low": phrase("{score} is under {low}."),
    "wide": phrase("The spread is {spread}."),
    "unusual": phrase("{score} is unusual: scores in this division are mostly {low} to {high}."),
    "same_as_last": phrase("The previous slip had the same scores."),
    "tie": phrase("It is a tie."),
    "award": phrase(
        "{points} points would be added to the spread; a penalty takes points: -{points}."
    ),
}
ALL_THE_SAME = {
    "result.entered": phrase("Enter it anyway"),
    "result.corrected": phrase("Correct it anyway"),
    "result.read_again": phrase("It is on the slip"),
    "claim.accepted": phrase("Accept it anyway"),
    "journal.undone": phrase("Undo it anyway"),
    "forfeit.entered": phrase("Enter the forfeit"),
    "penalty.set": phrase("Set the penalty"),
    "start.recorded": phrase("Record the start"),
}
"""The text of the button that accepts a doubtful line, by the code of the command."""


def fault_sentence(wrong: EntryLineError) -> str:
    """Returns the sentence for a line that says nothing that can be done."""
    words = _FAULTS
    if wrong.params.get("word") == "":
        words = _FAULTS | _MISSING
    return words[wrong.code].format(**wrong.params)


def doubt_sentence(doubt: Doubt) -> str:
    """Returns a doubt about a line, as a sentence."""
    return _DOUBTS[doubt.code].format(**{"low": LOW, **dict(doubt.params)})
