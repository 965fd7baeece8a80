"""The questions about words, the answers, and the refusals, in words."""

from __future__ import annotations

from core.phrases import phrase
from lexicon.words.errors import WordError
from lexicon.words.spelling import lowered, spelled
from lexicon.words.study import FoundWord, Order, StudyKind
from lexicon.words.tiles import TileSet

KIND_WORDS = {
    StudyKind.ANAGRAM: phrase("Made of all of these tiles"),
    StudyKind.SUBANAGRAM: phrase("Made of some of these tiles"),
    StudyKind.PATTERN: phrase("That look like this"),
    StudyKind.BEGINS: phrase("That begin with this"),
    StudyKind.ENDS: phrase("That end with this"),
    StudyKind.CONTAINS: phrase("That contain this"),
    StudyKind.EXTENSIONS: phrase("That make this longer"),
    StudyKind.HOOKS: phrase("That hook this: one more tile at either end"),
    StudyKind.ALL: phrase("All words"),
}
ORDER_WORDS = {
    Order.OWN: phrase("Best for this search"),
    Order.ALPHABET: phrase("Alphabetical"),
    Order.SHORTEST: phrase("Shortest first"),
    Order.LONGEST: phrase("Longest first"),
    Order.PROBABILITY: phrase("Likeliest to draw first"),
    Order.BLANKS: phrase("By the tiles of the blanks"),
}
SYMBOL_WORDS = {
    "#": phrase("in Collins only"),
    "$": phrase("in American English only"),
    "!": phrase("left out of school editions"),
}

_SENTENCES = {
    "query.empty": phrase("Type the tiles to search for."),
    "query.long": phrase("A search can have at most {longest} characters."),
    "query.bracket": phrase("A bracket is missing."),
    "query.class": (
        phrase(
            "{text} does not contain a tile, or contains something else; separate tiles "
            "of several letters with commas, as in [A,CH]."
        )
    ),
    "query.classes": phrase("An anagram can have at most {most} classes in brackets."),
    "query.rack": (
        phrase("To find words made of some of the tiles, use only tiles and ?, not * or classes.")
    ),
    "query.all": phrase("Leave the tiles empty to find all words."),
    "query.readings": (
        phrase(
            "These letters can be read as tiles in more than {most} ways; put tiles "
            "of several letters in brackets."
        )
    ),
    "query.tiles": (
        phrase(
            "{text} can be read as tiles in several ways; put tiles of several letters "
            "in brackets, or separate tiles with commas."
        )
    ),
    "query.range": phrase("{text} is neither a number nor a range such as 5-8."),
    "query.alphabets": (
        phrase("The words of the two lexica cannot be compared, because their tiles differ.")
    ),
    "tile.empty": phrase("Type the tiles to search for."),
    "tile.bracket": phrase("The brackets do not contain a tile."),
    "word.readings": (
        phrase(
            "These letters can be read as tiles in too many ways; put tiles of several "
            "letters in brackets."
        )
    ),
    "word.long": phrase("This is longer than any word."),
}


def why_not(wrong: WordError) -> str:
    """Returns a sentence on why a question about words cannot be answered."""
    if wrong.code == "tile.unknown":
        character = str(wrong.params["character"])
        if not character.isprintable():
            return phrase("There is a character that is on no tile.")
        return phrase("The character {character} is on no tile.", character=character)
    return _SENTENCES[wrong.code].format(**wrong.params)


def shown_word(tile_set: TileSet, word: FoundWord) -> str:
    """Returns a word as text, the tiles that the question did not name in lower case."""
    if not word.free:
        return spelled(tile_set, word.codes)
    return "".join(
        lowered(tile_set, code) if place in word.free else spelled(tile_set, code)
        for place, code in enumerate(word.codes)
    )


def symbol_sentence(symbols: str) -> str:
    """Returns the meaning of the marks behind a word: "in Collins only"."""
    return ", ".join(str(SYMBOL_WORDS.get(symbol, symbol)) for symbol in symbols)
