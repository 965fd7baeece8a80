"""The faults and the doubts of the entry line, put into words."""

from __future__ import annotations

from tournaments.entry_line.guards import LOW, Doubt
from tournaments.entry_line.intents import LineError

_FAULTS = {
    "line.empty": "Type a result, for example 7 423 389; ? shows everything a line can say.",
    "line.long": "A line has at most {limit} characters.",
    "line.unknown": "A line does not begin with {word}; ? shows everything it can say.",
    "line.whom": "{word} is neither an entry (7) nor a board (b12).",
    "line.score": "{word} is no score.",
    "line.one_score": "Both scores are needed, as in 7 423 389; in slip order, 423389 or 423-389.",
    "line.too_much": "{word} is one word too many.",
    "line.where": "Which board? b5 starts slip order there; by number, type 7 423389.",
    "line.number": "{word} is no number of an entry or a round; one has to follow {after}.",
    "line.ending_of_board": "Say of an entry, not of a board, that it is meant by {word}.",
    "line.reason_where": "Only the scores of a game take a reason after an exclamation mark.",
}
_MISSING = {
    "line.score": "A score is missing at the end.",
    "line.number": "After {after} something is missing.",
}
_DOUBTS = {
    "negative": "{score} is below zero.",
    "low": f"{{score}} is under {LOW}.",
    "wide": "The spread is {spread}.",
    "unusual": "{score} is outside the {low} to {high} that are usual in this division.",
    "same_as_last": "The slip before had the same scores.",
    "tie": "It is a tie.",
    "award": "{points} points would be added to the spread; a penalty takes points: -{points}.",
}
ALL_THE_SAME = {
    "result.entered": "Enter it all the same",
    "result.corrected": "Correct it all the same",
    "journal.undone": "Undo it all the same",
    "forfeit.entered": "Enter the forfeit",
    "penalty.set": "Set the penalty",
    "start.recorded": "Record the start",
}
"""What the button says that does a line which was asked about, by the code of the command."""


def fault_sentence(wrong: LineError) -> str:
    """Returns the sentence for a line that says nothing that can be done."""
    words = _FAULTS
    if wrong.params.get("word") == "":
        words = _FAULTS | _MISSING
    return words[wrong.code].format(**wrong.params)


def doubt_sentence(doubt: Doubt) -> str:
    """Returns what is odd about a line, as a sentence."""
    return _DOUBTS[doubt.code].format(**dict(doubt.params))
