"""What is asked about words and found, in words; and why a question cannot be answered."""

from __future__ import annotations

from lexicon.words.errors import WordError
from lexicon.words.spelling import lowered, spelled
from lexicon.words.study import FoundWord, Kind, Order
from lexicon.words.tiles import TileSet

KIND_WORDS = {
    Kind.ANAGRAM: "Made of all of these tiles",
    Kind.SUBANAGRAM: "Made of some of these tiles",
    Kind.PATTERN: "That look like this",
    Kind.BEGINS: "That begin with this",
    Kind.ENDS: "That end with this",
    Kind.CONTAINS: "That have this in them",
    Kind.EXTENSIONS: "That make this longer",
    Kind.HOOKS: "That hook this: one tile more at an end",
    Kind.ALL: "All words",
}
ORDER_WORDS = {
    Order.OWN: "As it suits the question",
    Order.ALPHABET: "By the alphabet",
    Order.SHORTEST: "The shortest first",
    Order.LONGEST: "The longest first",
    Order.PROBABILITY: "The likeliest to draw first",
    Order.BLANKS: "By what the blanks are",
}
SYMBOL_WORDS = {
    "#": "in Collins only",
    "$": "in American English only",
    "!": "left out of school editions",
}

_SENTENCES = {
    "query.empty": "Type the tiles that you ask about.",
    "query.long": "A question has at most {longest} characters.",
    "query.bracket": "A bracket is opened and not closed, or closed and not opened.",
    "query.class": "{text} names no tile, or something that is none; commas part tiles of several"
    " letters, as in [A,CH].",
    "query.classes": "An anagram has at most {most} classes in brackets.",
    "query.rack": "Words of some of the tiles are made of tiles and ? only, not of * or classes.",
    "query.all": "All words are asked for without tiles.",
    "query.readings": "These letters can be read as tiles in more than {most} ways; put tiles of"
    " several letters into brackets.",
    "query.tiles": "{text} can be read as tiles in several ways; put a tile of several letters into"
    " brackets, or part tiles by commas.",
    "query.range": "{text} is no number and no range such as 5-8.",
    "query.alphabets": "The two lexica have different tiles, so their words cannot be compared.",
    "tile.empty": "Type the tiles that you ask about.",
    "tile.bracket": "Brackets stand around what is no tile.",
    "word.readings": "These letters can be read as tiles in too many ways; put tiles of several"
    " letters into brackets.",
    "word.long": "That is longer than any word.",
}


def why_not(wrong: WordError) -> str:
    """Returns why a question about words cannot be answered, as one sentence."""
    if wrong.code == "tile.unknown":
        character = str(wrong.params["character"])
        if not character.isprintable():
            return "There is a character that no tile has."
        return f"No tile has the character {character}."
    return _SENTENCES[wrong.code].format_map(wrong.params)


def shown_word(tile_set: TileSet, word: FoundWord) -> str:
    """Returns a word as text, the tiles that the question did not name in lower case."""
    if not word.free:
        return spelled(tile_set, word.codes)
    return "".join(
        lowered(tile_set, code) if place in word.free else spelled(tile_set, code)
        for place, code in enumerate(word.codes)
    )


def symbol_sentence(symbols: str) -> str:
    """Returns what the marks behind a word mean: "in Collins only"."""
    return ", ".join(SYMBOL_WORDS.get(symbol, symbol) for symbol in symbols)
