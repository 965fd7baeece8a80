"""The contents of the word tools' pages, as plain tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from core.phrases import phrase
from core.web.page_strip import page_strip
from lexicon.selectors.installed import Installed
from lexicon.selectors.study import Studied, others_holding
from lexicon.study_wording import shown_word, symbol_sentence
from lexicon.words.about import references
from lexicon.words.cards import WordCard, card_of, hooks_of
from lexicon.words.spelling import readings, spelled, written
from lexicon.words.study import PAGE, FoundWord, FoundWords, Order, Query, StudyKind

LISTED = 60
"""How many extensions a word's page shows; the search has them all."""

Context = dict[str, Any]
Link = tuple[str, str]
Told = list[tuple[str, str]]
"""A definition in pieces: text, and its link, if any."""


class WordLine(NamedTuple):
    """A found word in the table; the template unpacks it in this order."""

    group: str
    front: str
    inner_front: bool
    word: str
    href: str
    symbols: str
    inner_back: bool
    back: str
    rank: str
    told: Told


class ListedWords(NamedTuple):
    """Words that lead on from another: what they are, some of them, and where all are."""

    title: str
    total: str
    words: list[Link]
    more: str


@dataclass(frozen=True, slots=True)
class Other:
    """Another lexicon, and whether it holds the word."""

    lexicon: Installed
    holds: bool
    href: str


def search_path(code: str, **values: str) -> str:
    """Returns the address at which a lexicon is searched, for a question where one is given."""
    path = reverse("words-search", kwargs={"code": code})
    return f"{path}?{urlencode(values)}" if values else path


def word_path(held: Studied, codes: str) -> str:
    """Returns the address of a word's own page."""
    word = spelled(held.tiles, codes)
    return reverse("words-word", kwargs={"code": held.lexicon.code, "word": word})


def results_context(
    held: Studied, query: Query, found: FoundWords, href: Callable[[int], str]
) -> Context:
    """Returns the table of what was found; `href` gives the address of another of its pages."""
    group = _grouping(held, found)
    first = (found.page - 1) * PAGE + 1
    drawn = phrase("blanks counted") if query.counts_blanks else phrase("without blanks")
    return {
        "total": f"{found.total:,}",
        "is_one": found.total == 1,
        "part": phrase(
            "{first:,} to {first_2:,}", first=first, first_2=first + len(found.words) - 1
        )
        if found.pages > 1
        else "",
        "pages": page_strip(found.page, found.pages, href),
        "drawn": drawn,
        "has_told": held.about is not None,
        "lines": [_line(held, word, group(word)) for word in found.words],
    }


def word_context(held: Studied, codes: str) -> Context:
    """Returns all that a lexicon says about a word, whether it holds it or not."""
    card = card_of(held.files, codes, held.tiles)
    about = held.told(codes)
    word = spelled(held.tiles, codes)
    code = held.lexicon.code
    return {
        "word": word,
        "is_word": card.rank is not None,
        "rank": f"{card.rank:,}" if card.rank else "",
        "length": len(codes),
        "of_length": f"{held.files.head.by_length.get(str(len(codes)), 0):,}",
        "told": told_parts(held, about.definition),
        "symbols": symbol_sentence(about.symbols),
        "front": _hooked(held, card.hooks.front, lambda code: code + codes),
        "back": _hooked(held, card.hooks.back, lambda code: codes + code),
        "inner": _inner(held, card),
        "listed": [listed for listed in _listed(held, card, word) if listed.words],
        "readings": _other_readings(held, codes),
        "others": [
            Other(other, holds, reverse("words-word", kwargs={"code": other.code, "word": word}))
            for other, holds in others_holding(held.lexicon, codes)
        ],
        "more": [
            (
                phrase("Words of {word} and a blank", word=word),
                _asked(code, StudyKind.ANAGRAM, f"{word}?"),
            ),
            (
                phrase("Words of some of {word}", word=word),
                _asked(code, StudyKind.SUBANAGRAM, word),
            ),
        ],
    }


def told_parts(held: Studied, definition: str) -> Told:
    """Returns a definition in pieces, those that name another word as links to it."""
    parts, end = [], 0
    for reference in references(definition):
        href = reverse(
            "words-word", kwargs={"code": held.lexicon.code, "word": _in_path(reference.word)}
        )
        parts += [(definition[end : reference.start], ""), (reference.text, href)]
        end = reference.end
    return [part for part in (*parts, (definition[end:], "")) if part[0]]


def _line(held: Studied, word: FoundWord, group: str) -> WordLine:
    hooks = hooks_of(held.files, word.codes)
    about = held.told(word.codes)
    return WordLine(
        group=group,
        front=spelled(held.tiles, hooks.front),
        inner_front=hooks.inner_front,
        word=shown_word(held.tiles, word),
        href=word_path(held, word.codes),
        symbols=about.symbols,
        inner_back=hooks.inner_back,
        back=spelled(held.tiles, hooks.back),
        rank=f"{word.rank:,}",
        told=told_parts(held, about.definition),
    )


def _grouping(held: Studied, found: FoundWords) -> Callable[[FoundWord], str]:
    """Returns the heading of a group of words in an order."""
    if found.order is Order.ALPHABET:
        return lambda _: ""
    if found.order is Order.BLANKS:
        return lambda word: (
            phrase("with {spelled}", spelled=spelled(held.tiles, word.drawn)) if word.drawn else ""
        )
    return lambda word: phrase("{count} tiles", count=len(word.codes))


def _hooked(held: Studied, hooks: str, put: Callable[[str], str]) -> list[Link]:
    return [(spelled(held.tiles, code), word_path(held, put(code))) for code in hooks]


def _inner(held: Studied, card: WordCard) -> list[Link]:
    """Returns the words that are left without the first tile and without the last."""
    left = [card.codes[1:]] if card.hooks.inner_front else []
    left += [card.codes[:-1]] if card.hooks.inner_back else []
    return _links(held, dict.fromkeys(left))


def _listed(held: Studied, card: WordCard, word: str) -> list[ListedWords]:
    code = held.lexicon.code
    contains = _asked(code, StudyKind.CONTAINS, word)
    return [
        _some(held, "Anagrams", card.anagrams, _asked(code, StudyKind.ANAGRAM, word)),
        _some(held, phrase("Two tiles swapped"), card.transpositions, ""),
        _some(
            held,
            phrase("Ending with {word}", word=word),
            card.front_extensions,
            _asked(code, StudyKind.ENDS, word),
        ),
        _some(
            held,
            phrase("Beginning with {word}", word=word),
            card.back_extensions,
            _asked(code, StudyKind.BEGINS, word),
        ),
        _some(held, phrase("With {word} inside", word=word), card.inside_extensions, contains),
    ]


def _some(held: Studied, title: str, words: tuple[str, ...], more: str) -> ListedWords:
    shown = sorted(words, key=lambda codes: (len(codes), codes))[:LISTED]
    is_part = len(shown) < len(words)
    return ListedWords(title, f"{len(words):,}", _links(held, shown), more if is_part else "")


def _other_readings(held: Studied, codes: str) -> list[Link]:
    """Returns the words that have the same letters on other tiles."""
    read = readings(held.tiles, written(held.tiles, codes))
    return _links(held, (other for other in read if other != codes and held.files.holds(other)))


def _links(held: Studied, words: Iterable[str]) -> list[Link]:
    return [(spelled(held.tiles, codes), word_path(held, codes)) for codes in words]


def _asked(code: str, kind: StudyKind, tiles: str) -> str:
    return search_path(code, find=kind.value, tiles=tiles)


def _in_path(word: str) -> str:
    """Returns the text of a word as far as an address can hold it."""
    return word.replace("/", "").replace("\\", "") or "?"
