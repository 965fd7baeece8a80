"""The faults and the doubts of the entry line, put into words."""

from __future__ import annotations

from tournaments.entry_line.intents import EntryLineError
from tournaments.entry_line.slip_checks import LOW, Doubt

_FAULTS = {
    "line.empty": "Type a result, for example 7 423 389; ? shows everything that you can type.",
    "line.long": "A line can have at most {limit} characters.",
    "line.unknown": "A line cannot begin with {word}; ? shows everything that you can type.",
    "line.whom": "{word} is neither an entry (7) nor a board (b12).",
    "line.score": "{word} is not a score.",
    "line.one_score": "Type both scores, as in 7 423 389; in slip order, 423389 or 423-389.",
    "line.too_much": "The line should end before {word}.",
    "line.where": "Which board? b5 starts slip order there; by number, type 7 423389.",
    "line.number": "{word} is not the number of an entry or a round; one must follow {after}.",
    "line.ending_of_board": "{word} needs an entry, not a board.",
    "line.reason_where": "Only scores can have a reason after an exclamation mark.",
}
_MISSING = {
    "line.score": "A score is missing at the end.",
    "line.number": "Something is missing after {after}.",
}
_DOUBTS = {
    "negative": "{score} is below zero.",
    "low": f"{{score}} is under {LOW}.",
    "wide": "The spread is {spread}.",
    "unusual": "{score} is unusual: scores in this division are mostly {low} to {high}.",
    "same_as_last": "The previous slip had the same scores.",
    "tie": "It is a tie.",
    "award": "{points} points would be added to the spread; a penalty takes points: -{points}.",
}
ALL_THE_SAME = {
    "result.entered": "Enter it anyway",
    "result.corrected": "Correct it anyway",
    "journal.undone": "Undo it anyway",
    "forfeit.entered": "Enter the forfeit",
    "penalty.set": "Set the penalty",
    "start.recorded": "Record the start",
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
    return _DOUBTS[doubt.code].format(**dict(doubt.params))
