"""The word tools for programs: a word looked up, and words found, a page at a time.

They are open to whom the pages are, and closed while those are. Nobody gets a list by them: an
answer ends after `PAGES` pages, and each question counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from django.http import Http404

from api.operations import Asked, One, Whole, register_api
from api.strict_json import MalformedRequest
from core.errors import UserError
from core.journal.errors import NotAllowed
from core.phrases import phrase
from core.roles.table import Permission
from lexicon.forms.words import WordsForm
from lexicon.pages.words import first_listed
from lexicon.places import why_closed
from lexicon.selectors.installed import installed_lexica
from lexicon.selectors.study import Studied, comparable, others_holding, studied
from lexicon.study_wording import why_not
from lexicon.words.cards import card_of, hooks_of
from lexicon.words.errors import WordError
from lexicon.words.patterns import LONGEST_QUERY
from lexicon.words.spelling import readings, spelled, written
from lexicon.words.study import FoundWord, Others, find

WORDS = "words/<code:lexicon>"
RATE = "words"
PAGES = 10
Kind = Literal[
    "anagram",
    "subanagram",
    "pattern",
    "begins",
    "ends",
    "contains",
    "extensions",
    "hooks",
    "all",
]
Sorted = Literal["", "alphabet", "shortest", "longest", "probability", "blanks"]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_QUERY)]


@dataclass(frozen=True, slots=True)
class StudiedShown:
    """A lexicon whose words can be asked for, and how many it has."""

    lexicon: str
    name: str
    words: int
    is_casual: bool


@dataclass(frozen=True, slots=True)
class WordsAsked:
    """Which words are asked for, as on the page: `find` says what `tiles` mean.

    `length` and `vowels` are a number or a range such as 5-8; `having` and `lacking` are tiles,
    `not_in` and `also_in` other lexica with the same tiles. Without `blanks` the order of
    probability counts none.
    """

    find: Kind = "anagram"
    tiles: Text = ""
    length: Text = ""
    vowels: Text = ""
    having: Text = ""
    lacking: Text = ""
    not_in: Text = ""
    also_in: Text = ""
    order: Sorted = ""
    blanks: bool = True
    page: Annotated[int, msgspec.Meta(ge=1, le=PAGES)] = 1


@dataclass(frozen=True, slots=True)
class WordFound:
    """A word with its place in the order of probability of its length, and its hooks.

    `is_inner_front` says that a word is left without the first tile, `is_inner_back` without the
    last.
    """

    word: str
    rank: int
    front_hooks: str
    back_hooks: str
    is_inner_front: bool
    is_inner_back: bool
    symbols: str
    definition: str


@dataclass(frozen=True, slots=True)
class WordsFound:
    """A page of up to a hundred words. `pages` are those that can be asked for, ten at most."""

    lexicon: str
    total: int
    page: int
    pages: int
    words: list[WordFound]


@dataclass(frozen=True, slots=True)
class WordAsked:
    """The word that is looked up, in any letters that can be read as tiles."""

    word: Text = ""


@dataclass(frozen=True, slots=True)
class SomeWords:
    """How many words there are of a kind, and the first of them, as on the word's page."""

    total: int
    words: list[str]


@dataclass(frozen=True, slots=True)
class WordShown:
    """What a lexicon says about a word. `rank` is null where it does not hold it.

    `same_letters` are words with the same letters on other tiles; `held_by` are the other lexica
    with these tiles that hold the word.
    """

    lexicon: str
    word: str
    is_word: bool
    rank: int | None
    symbols: str
    definition: str
    front_hooks: str
    back_hooks: str
    is_inner_front: bool
    is_inner_back: bool
    anagrams: SomeWords
    two_swapped: SomeWords
    ending_with: SomeWords
    beginning_with: SomeWords
    with_inside: SomeWords
    same_letters: list[str]
    held_by: list[str]


def _must_be_open() -> None:
    if why := why_closed():
        raise NotAllowed(why, code="words.closed")


def _need(asked: Asked) -> Studied:
    """Returns the lexicon in the address; NotAllowed while words are closed, else Http404."""
    _must_be_open()
    try:
        study = studied(asked["lexicon"])
    except UserError as unknown:
        raise Http404 from unknown
    if study.lexicon.is_put_away:
        raise Http404
    return study


def _lexica(_: Asked) -> list[StudiedShown]:
    _must_be_open()
    return [
        StudiedShown(one.code, str(one.name), one.words, one.is_casual)
        for one in installed_lexica()
    ]


def _search(asked: Asked) -> WordsFound:
    study, wanted = _need(asked), asked.query
    form = _form(study, wanted)
    query = form.query(str(wanted.page))
    others = Others(without=_of(form, "not_in"), within=_of(form, "also_in"))
    found = find(study.files, query, study.tiles, others)
    return WordsFound(
        lexicon=study.lexicon.code,
        total=found.total,
        page=found.page,
        pages=min(found.pages, PAGES),
        words=[_found(study, word) for word in found.words],
    )


def _form(study: Studied, wanted: WordsAsked) -> WordsForm:
    """Returns the question as the page asks it; MalformedRequest says what cannot be asked."""
    given = {**msgspec.to_builtins(wanted), "blanks": "" if wanted.blanks else "no"}
    form = WordsForm(given, study.lexicon, comparable(study.lexicon, installed_lexica()))
    if not form.is_valid():
        field, wrong = next(iter(form.errors.items()))
        raise MalformedRequest(str(wrong[0]), code="query.words", field=field)
    return form


def _of(form: WordsForm, name: str) -> tuple[Any, ...]:
    """Returns the words of another lexicon that narrows the answer, none where none was named."""
    code = form.cleaned_data[name]
    try:
        return (studied(code).files,) if code else ()
    except UserError as gone:
        raise MalformedRequest(gone.message, code="query.words", field=name) from gone


def _found(study: Studied, word: FoundWord) -> WordFound:
    hooks, about = hooks_of(study.files, word.codes), study.told(word.codes)
    return WordFound(
        word=spelled(study.tiles, word.codes),
        rank=word.rank,
        front_hooks=spelled(study.tiles, hooks.front),
        back_hooks=spelled(study.tiles, hooks.back),
        is_inner_front=hooks.inner_front,
        is_inner_back=hooks.inner_back,
        symbols=about.symbols,
        definition=about.definition,
    )


def _look_up(asked: Asked) -> WordShown:
    study = _need(asked)
    try:
        read = readings(study.tiles, asked.query.word)
    except WordError as wrong:
        raise MalformedRequest(why_not(wrong), code="query.words", field="word") from wrong
    codes = next(filter(study.files.holds, read), read[0])
    if len(codes) > study.tiles.longest:
        raise MalformedRequest(
            phrase("This is longer than any word."), code="query.words", field="word"
        )
    return _word(study, codes)


def _word(study: Studied, codes: str) -> WordShown:
    card, about = card_of(study.files, codes, study.tiles), study.told(codes)
    tiles = study.tiles
    same = [one for one in readings(tiles, written(tiles, codes)) if one != codes]
    return WordShown(
        lexicon=study.lexicon.code,
        word=spelled(tiles, codes),
        is_word=card.rank is not None,
        rank=card.rank,
        symbols=about.symbols,
        definition=about.definition,
        front_hooks=spelled(tiles, card.hooks.front),
        back_hooks=spelled(tiles, card.hooks.back),
        is_inner_front=card.hooks.inner_front,
        is_inner_back=card.hooks.inner_back,
        anagrams=_some(study, card.anagrams),
        two_swapped=_some(study, card.transpositions),
        ending_with=_some(study, card.front_extensions),
        beginning_with=_some(study, card.back_extensions),
        with_inside=_some(study, card.inside_extensions),
        same_letters=[spelled(tiles, one) for one in same if study.files.holds(one)],
        held_by=[one.code for one, holds in others_holding(study.lexicon, codes) if holds],
    )


def _some(study: Studied, words: tuple[str, ...]) -> SomeWords:
    return SomeWords(len(words), [spelled(study.tiles, one) for one in first_listed(words)])


register_api(
    "words",
    Whole(
        path="words",
        name="words_lexica",
        says="Lists the lexica whose words can be asked for.",
        shape=StudiedShown,
        items=_lexica,
        permission=Permission.SIGNED_IN,
        rate=RATE,
    ),
    One(
        path=WORDS,
        name="words_search",
        says="Finds words, as the page does: up to a hundred at a time, and ten pages at most.",
        shape=WordsFound,
        query=WordsAsked,
        find=_search,
        permission=Permission.SIGNED_IN,
        rate=RATE,
    ),
    One(
        path=f"{WORDS}/look_up",
        name="word_read",
        says="Shows all about one word, whether the lexicon holds it or not.",
        shape=WordShown,
        query=WordAsked,
        find=_look_up,
        permission=Permission.SIGNED_IN,
        rate=RATE,
    ),
)
