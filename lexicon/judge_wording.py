"""The sentences of the log on a changed judge, and the reasons why a play cannot be judged."""

from __future__ import annotations

from core.phrases import phrase
from lexicon.words.judging import ReEnter

CHANGED = {
    "name": phrase("its name"),
    "rack": phrase("the length of a rack"),
    "clears_after_s": phrase("how long a verdict is shown"),
    "pin": phrase("its PIN"),
    "lexicon": phrase("its lexicon"),
    "lexicon_hash": phrase("its lexicon"),
    "second_lexicon": phrase("its second opinion"),
    "second_hash": phrase("its second opinion"),
}
"""The settings of a judge, by field, as its log names them."""

_SENTENCES = {
    "play.empty": phrase("Type the words of the play."),
    "play.words": phrase("A play can make at most {at_most} words."),
    "word.short": phrase("{word} is only one tile; a word has at least two."),
    "word.long": phrase("{word}... is longer than {at_most} tiles."),
    "word.readings": (
        phrase("{word} can be read in too many ways; put tiles of several letters in brackets.")
    ),
    "tile.bracket": phrase("In {word}, the brackets do not contain a tile."),
}


def why_again(wrong: ReEnter) -> str:
    """Returns a sentence on why a play has to be typed again."""
    if wrong.code == "tile.unknown":
        return _no_tile(wrong.params["character"], wrong.params["word"])
    known = _SENTENCES.get(wrong.code, phrase("{word} cannot be read as tiles."))
    return known.format(**{"word": phrase("This"), **wrong.params})


def _no_tile(character: str, word: str) -> str:
    if not (character.isprintable() and word.isprintable()):
        return phrase("There is a character that is on no tile.")
    return phrase(
        "In {word}, the character {character} is on no tile.", word=word, character=character
    )
