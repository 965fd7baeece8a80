"""The contents of the word tools' pages, as plain tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from core.phrases import numeral, phrase, phrase_count
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


def word_path(study: Studied, codes: str) -> str:
    """Returns the address of a word's own page."""
    word = spelled(study.tiles, codes)
    return reverse("words-word", kwargs={"code": study.lexicon.code, "word": word})


def results_context(
    study: Studied, query: Query, found: FoundWords, href: Callable[[int], str]
) -> Context:
    """Returns the table of what was found; `href` gives the address of another of its pages."""
    group = _grouping(study, found)
    first = (found.page - 1) * PAGE + 1
    drawn = phrase("blanks counted") if query.counts_blanks else phrase("without blanks")
    return {
        "total": phrase_count("{count:,} word", "{count:,} words", count=found.total),
        "total_in_lexicon": phrase_count(
            "{count:,} word in {lexicon}",
            "{count:,} words in {lexicon}",
            count=found.total,
            lexicon=study.lexicon.code,
        ),
        "part": phrase("{first:,} to {last:,}", first=first, last=first + len(found.words) - 1)
        if found.pages > 1
        else "",
        "pages": page_strip(found.page, found.pages, href),
        "drawn": drawn,
        "has_told": study.about is not None,
        "lines": [_line(study, word, group(word)) for word in found.words],
    }


def word_context(study: Studied, codes: str) -> Context:
    """Returns all that a lexicon says about a word, whether it holds it or not."""
    card = card_of(study.files, codes, study.tiles)
    about = study.told(codes)
    word = spelled(study.tiles, codes)
    code = study.lexicon.code
    return {
        "word": word,
        "is_word": card.rank is not None,
        "rank": numeral(card.rank, ",") if card.rank else "",
        "length": len(codes),
        "of_length": numeral(study.files.head.by_length.get(str(len(codes)), 0), ","),
        "told": told_parts(study, about.definition),
        "symbols": symbol_sentence(about.symbols),
        "front": _hooked(study, card.hooks.front, lambda code: code + codes),
        "back": _hooked(study, card.hooks.back, lambda code: codes + code),
        "inner": _inner(study, card),
        "listed": [listed for listed in _listed(study, card, word) if listed.words],
        "readings": _other_readings(study, codes),
        "others": [
            Other(other, holds, reverse("words-word", kwargs={"code": other.code, "word": word}))
            for other, holds in others_holding(study.lexicon, codes)
        ],
        "more": [
            (
                phrase("Words of {word} and a blank", word=word),
                _search_address(code, StudyKind.ANAGRAM, f"{word}?"),
            ),
            (
                phrase("Words of some of {word}", word=word),
                _search_address(code, StudyKind.SUBANAGRAM, word),
            ),
        ],
    }


def told_parts(study: Studied, definition: str) -> Told:
    """Returns a definition in pieces, those that name another word as links to it."""
    parts, end = [], 0
    for reference in references(definition):
        href = reverse(
            "words-word", kwargs={"code": study.lexicon.code, "word": _in_path(reference.word)}
        )
        parts += [(definition[end : reference.start], ""), (reference.text, href)]
        end = reference.end
    return [part for part in (*parts, (definition[end:], "")) if part[0]]


def _line(study: Studied, word: FoundWord, group: str) -> WordLine:
    hooks = hooks_of(study.files, word.codes)
    about = study.told(word.codes)
    return WordLine(
        group=group,
        front=spelled(study.tiles, hooks.front),
        inner_front=hooks.inner_front,
        word=shown_word(study.tiles, word),
        href=word_path(study, word.codes),
        symbols=about.symbols,
        inner_back=hooks.inner_back,
        back=spelled(study.tiles, hooks.back),
        rank=numeral(word.rank, ","),
        told=told_parts(study, about.definition),
    )


def _grouping(study: Studied, found: FoundWords) -> Callable[[FoundWord], str]:
    """Returns the heading of a group of words in an order."""
    if found.order is Order.ALPHABET:
        return lambda _: ""
    if found.order is Order.BLANKS:
        return lambda word: (
            phrase("with {tiles}", tiles=spelled(study.tiles, word.drawn)) if word.drawn else ""
        )
    return lambda word: phrase_count("{count} tile", "{count} tiles", count=len(word.codes))


def _hooked(study: Studied, hooks: str, put: Callable[[str], str]) -> list[Link]:
    return [(spelled(study.tiles, code), word_path(study, put(code))) for code in hooks]


def _inner(study: Studied, card: WordCard) -> list[Link]:
    """Returns the words that are left without the first tile and without the last."""
    left = [card.codes[1:]] if card.hooks.inner_front else []
    left += [card.codes[:-1]] if card.hooks.inner_back else []
    return _links(study, dict.fromkeys(left))


def _listed(study: Studied, card: WordCard, word: str) -> list[ListedWords]:
    code = study.lexicon.code
    contains = _search_address(code, StudyKind.CONTAINS, word)
    anagrams = _search_address(code, StudyKind.ANAGRAM, word)
    return [
        _some(study, phrase("Anagrams"), card.anagrams, anagrams),
        _some(study, phrase("Two tiles swapped"), card.transpositions, ""),
        _some(
            study,
            phrase("Ending with {word}", word=word),
            card.front_extensions,
            _search_address(code, StudyKind.ENDS, word),
        ),
        _some(
            study,
            phrase("Beginning with {word}", word=word),
            card.back_extensions,
            _search_address(code, StudyKind.BEGINS, word),
        ),
        _some(study, phrase("With {word} inside", word=word), card.inside_extensions, contains),
    ]


def first_listed(words: Iterable[str]) -> list[str]:
    """Returns those of these words that a word's page shows, the shortest first."""
    return sorted(words, key=lambda codes: (len(codes), codes))[:LISTED]


def _some(study: Studied, title: str, words: tuple[str, ...], more: str) -> ListedWords:
    shown = first_listed(words)
    is_part = len(shown) < len(words)
    return ListedWords(
        title, numeral(len(words), ","), _links(study, shown), more if is_part else ""
    )


def _other_readings(study: Studied, codes: str) -> list[Link]:
    """Returns the words that have the same letters on other tiles."""
    read = readings(study.tiles, written(study.tiles, codes))
    return _links(study, (other for other in read if other != codes and study.files.holds(other)))


def _links(study: Studied, words: Iterable[str]) -> list[Link]:
    return [(spelled(study.tiles, codes), word_path(study, codes)) for codes in words]


def _search_address(code: str, kind: StudyKind, tiles: str) -> str:
    return search_path(code, find=kind.value, tiles=tiles)


def _in_path(word: str) -> str:
    """Returns the text of a word as far as an address can hold it."""
    return word.replace("/", "").replace("\\", "") or "?"
