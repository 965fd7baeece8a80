"""People whom a record names though they do not play in it, and the numbers of anybody.

A name that a person of the register hides becomes "somebody", not the public name: whoever hands
a game in with a guess in a note is not told whom it was about. A whole name counts however it is
written; a family name alone does where it is written as a name, for notes are full of words and of
plays in capitals. A given name alone is that of many.

Everything is looked up by words: the time that a text takes grows with it alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from games.engine.folding import after, folded, spellings

SOMEBODY, NUMBER = "somebody", "(number withheld)"
_WORD = re.compile(r"[^\W\d_]+")
_SIGNS = re.compile(r"[^\W_]+")
_ASSOCIATION = re.compile(r"[a-z]{2}[0-9]{6}")
_MOST_WORDS, _WIDEST_GAP = 6, 3
_MOST_PARTS, _LEAST_NUMBER, _MOST_NUMBER = 4, 4, 20
_LEAST_ALONE = 4
_LONGEST_PLAY = 8
"""Letters of a play that a note writes in capitals: seven of a rack, and one of the board."""
_LONGEST_CASELESS = 6
_SUFFIXES = frozenset({"jr", "jnr", "sr", "snr", "ii", "iii", "iv"})


class Hidden(NamedTuple):
    """A person of the register whose full name is hidden; `key` names the person."""

    given: str
    family: str
    public: str
    key: str = ""


class Span(NamedTuple):
    """Words that follow each other in folded text from `start` to before `end`, as one."""

    start: int
    end: int
    said: str
    words: int = 1


class Known:
    """The names and numbers of people in the register, ready to be looked up in texts.

    Made once for a register, however many games are asked about.
    """

    def __init__(self, people: Iterable[Hidden] = (), numbers: Iterable[str] = ()) -> None:
        self._whole: dict[str, list[Hidden]] = {}
        self._alone: dict[str, list[Hidden]] = {}
        for person in people:
            for table, terms in zip((self._whole, self._alone), _terms(person), strict=True):
                for term in terms:
                    table.setdefault(term, []).append(person)
        self._numbers = frozenset(said for number in numbers for said in _spelled(number))

    def named(self, said: Collection[str], playing: Container[str]) -> tuple[set[str], set[str]]:
        """Returns the parts of `said` that name a hidden person: in full, and by one word.

        `playing` are the keys of those whom it does not count for, nor does anybody's public name.
        """

        def names(term: str, people: Iterable[Hidden]) -> bool:
            others = (one for one in people if one.key not in playing)
            return any(term not in _public(one.public) for one in others)

        whole, alone = (
            {term for term in said if term in table and names(term, table[term])}
            for table in (self._whole, self._alone)
        )
        return whole, alone

    def numbered(self, said: Collection[str]) -> set[str]:
        """Returns the parts of `said` that are somebody's association number."""
        return {number for number in said if number in self._numbers}


NOBODY = Known()


class Bystanders:
    """Removes bystanders' names, and association numbers, from the texts of one game.

    `texts` are all of them. `players` are the public names of players, `playing` their keys: they
    are not bystanders.
    """

    def __init__(
        self,
        known: Known = NOBODY,
        *,
        texts: Iterable[str] = (),
        players: Iterable[str] = (),
        playing: Container[str] = (),
    ) -> None:
        plain = folded("\n".join(texts))[0]
        said = {span.said for span in _names(plain)}
        said -= {letters for name in players for letters in _public(name)}
        self._whole, self._alone = known.named(said, playing)
        self._numbers = known.numbered({span.said for span in _numbers(plain)})

    def text(self, text: str) -> str:
        """Returns a text without hidden names of bystanders and without association numbers."""
        plain, origin = folded(text)
        shown, done = "", 0
        for span, instead in self._found(text, plain, origin):
            start = origin[span.start]
            if start >= done:
                shown += text[done:start] + instead
                done = after(text, origin[span.end - 1])
        return shown + text[done:]

    def spare(self, text: str) -> bool:
        """Returns whether a text needs nothing taken out."""
        return self.text(text) == text

    def _found(self, text: str, plain: str, origin: Sequence[int]) -> list[tuple[Span, str]]:
        """Returns the spans to take out, in order; of two that begin alike, the longer."""

        def written(span: Span) -> str:
            return text[origin[span.start] : origin[span.end - 1] + 1]

        found = [(s, NUMBER) for s in _numbers(plain) if self._is_number(s.said, written(s))]
        named = _names(plain) if self._whole or self._alone else ()
        found += [(s, SOMEBODY) for s in named if self._is_somebody(s, written(s))]
        return sorted(found, key=lambda one: (one[0].start, -one[0].end))

    def _is_number(self, said: str, written: str) -> bool:
        """Returns whether a span is a number: one of the register, or any as NASPA writes them."""
        if said in self._numbers:
            return True
        # "by 123456" is a word and a count, unless somebody has that number.
        is_one = written[:2].isupper() or len(written.split()) == 1
        return is_one and bool(_ASSOCIATION.fullmatch(said))

    def _is_somebody(self, span: Span, written: str) -> bool:
        if span.said in self._whole and span.words > 1:
            return True
        return (span.said in self._alone or span.said in self._whole) and _is_name(written)


def _is_name(written: str) -> bool:
    """Returns whether one word is written as a name is, or is longer than a play."""
    if len(written) > _LONGEST_PLAY or written.lower() == written.upper():
        return True
    return written[0].isupper() and not written.isupper()


def _terms(person: Hidden) -> tuple[set[str], set[str]]:
    """Returns a person's names as letters: the whole ones, and single words of them."""
    whole: set[str] = set()
    alone: set[str] = set()
    for spelling in spellings(f"{person.given}\n{person.family}"):
        given, family = (_WORD.findall(folded(part)[0]) for part in spelling.split("\n", 1))
        if family[1:] and family[-1] in _SUFFIXES:
            family.pop()
        first, all_given, last = "".join(given[:1]), "".join(given), "".join(family or given)
        if family and given:
            whole |= {all_given + last, last + all_given, first + last, last + first}
        if len(last) >= _LEAST_ALONE:
            (whole if len(family or given) > 1 else alone).add(last)
    return whole, alone


def _public(name: str) -> Iterator[str]:
    return (span.said for spelling in spellings(name) for span in _names(folded(spelling)[0]))


def _names(plain: str) -> Iterator[Span]:
    """Yields the spans that may be a name: words in a row, without the s of a plural too.

    In scripts without capitals, which need no blanks between words, it is any letters in a row.
    """
    words = [(found.start(), found.end(), found[0]) for found in _WORD.finditer(plain)]
    for place, (start, end, word) in enumerate(words):
        said, before = "", end
        for count, (begins, ends, more) in enumerate(words[place : place + _MOST_WORDS], 1):
            if begins - before > _WIDEST_GAP:
                break
            said, before = said + more, ends
            yield Span(start, ends, said, count)
            if said.endswith("s") and more != "s":
                yield Span(start, ends, said[:-1], count)
        if word.upper() == word:
            yield from _letters_of(start, word)


def _letters_of(start: int, word: str) -> Iterator[Span]:
    for first in range(len(word)):
        for length in range(2, min(_LONGEST_CASELESS, len(word) - first) + 1):
            begins = start + first
            yield Span(begins, begins + length, word[first : first + length])


def _numbers(plain: str) -> Iterator[Span]:
    """Yields the spans that may be an association number: letters and digits, with signs between.

    A sign between letters and digits is as good as none: GER-1234, GER 1234 and GER1234 are one.
    """
    words = [(found.start(), found.end(), found[0]) for found in _SIGNS.finditer(plain)]
    for place, (start, end, _) in enumerate(words):
        said, before = "", end
        for begins, ends, word in words[place : place + _MOST_PARTS]:
            if ends - start > _MOST_NUMBER or begins - before > _WIDEST_GAP:
                break
            said, before = said + _join(said, word) + word, ends
            if ends - start >= _LEAST_NUMBER:
                yield Span(start, ends, said)


def _join(said: str, word: str) -> str:
    """Returns the sign for those between two parts: 47 11 is two numbers, GER 1234 one."""
    return "-" if said and said[-1].isalpha() == word[0].isalpha() else ""


def _spelled(number: str) -> Iterator[str]:
    """Yields a number of the register as it is looked for; nothing for one too short to be told.

    Written without its signs it is that number too.
    """
    plain = folded(number)[0]
    words = [(found.start(), found.end(), found[0]) for found in _SIGNS.finditer(plain)]
    if words and words[-1][1] - words[0][0] >= _LEAST_NUMBER:
        said = ""
        for *_, word in words:
            said += _join(said, word) + word
        yield said
        yield said.replace("-", "")


NO_BYSTANDERS = Bystanders()
