"""A list's information on its words: definitions, symbols, and references to other words.

On disk it is one file, named by the hash of its content and mapped into memory: a mark, the number
of words, where each begins, and the words in the order of their codes, each with its symbols and
its definition behind tabs.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from core.files import write_whole
from core.phrases import phrase
from lexicon.words.files import FilesMissing, mapped

_MARK = b"about 1\n"
_PLACE, _TWO_PLACES = struct.Struct("<I"), struct.Struct("<2I")
_HEAD = len(_MARK) + _PLACE.size
_OPEN_FILES = 8
_AT_ONCE = 4096
_LONG_ENOUGH = 4000

_REFERENCE = re.compile(r"\{([^{}<>=\s]+)=([a-z]+)\}|<([^{}<>=\s]+)=([a-z]+)>")
_PARTS_OF_SPEECH = {
    "adj": "adjective",
    "adv": "adverb",
    "conj": "conjunction",
    "interj": "interjection",
    "n": "noun",
    "prep": "preposition",
    "pron": "pronoun",
    "v": "verb",
}


@dataclass(frozen=True, slots=True)
class About:
    """A list's information on one word.

    `symbols` are those behind the word: `#` Collins only, `$` American only, `!` expurgated.
    """

    definition: str = ""
    symbols: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """Another word that a definition sends to, and where in the definition it does so.

    `is_form` says that the word defined is a form of the other; else the other one tells more.
    `is_said` says that the definition itself goes on with the part of speech: "<cat=v> [v]".
    """

    word: str
    part_of_speech: str
    is_form: bool
    start: int
    end: int
    is_said: bool = False

    @property
    def text(self) -> str:
        """Its text: "see AYE, noun" or "form of BE, verb"."""
        said = phrase("form of {word}") if self.is_form else phrase("see {word}")
        text = said.format(word=self.word)
        return text if self.is_said else f"{text}, {self.part_of_speech}"


def references(definition: str) -> tuple[Reference, ...]:
    """Returns the cross-references of a definition in their order: `{aye=n}` and `<be=v>`."""
    return tuple(
        Reference(
            word=(found[1] or found[3]).upper(),
            part_of_speech=_PARTS_OF_SPEECH.get(part := found[2] or found[4], part),
            is_form=found[1] is None,
            start=found.start(),
            end=found.end(),
            is_said=re.match(rf"\s*\[{part}\b", definition[found.end() :]) is not None,
        )
        for found in _REFERENCE.finditer(definition)
    )


class WordNotes(Mapping[str, About]):
    """The information on words gathered while they are read, in the least memory, by codes."""

    def __init__(self) -> None:
        self._held: dict[str, bytes] = {}

    def add(self, codes: str, symbols: str, definition: str) -> None:
        """Tells something about a word; what was told before stays, behind a slash the new.

        A definition that is long enough grows no further.
        """
        if before := self.get(codes):
            symbols = before.symbols + "".join(s for s in symbols if s not in before.symbols)
            kept = before.definition
            is_more = definition not in kept and len(kept) < _LONG_ENOUGH
            definition = f"{kept} / {definition}" if kept and is_more else kept or definition
        self._held[codes] = f"{symbols}\t{definition}".encode()

    def __getitem__(self, codes: str) -> About:
        return _about(self._held[codes])

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


class AboutFile:
    """A file of definitions and symbols, mapped into memory."""

    def __init__(self, folder: Path, sha: str) -> None:
        try:
            self._data = mapped(folder / f"{sha}.about")
        except (FileNotFoundError, ValueError) as gone:  # ValueError: an empty file
            raise FilesMissing(sha) from gone
        if self._data[: len(_MARK)] != _MARK:
            raise FilesMissing(sha)
        self._words = _PLACE.unpack_from(self._data, len(_MARK))[0]

    def __len__(self) -> int:
        return int(self._words)

    def of(self, codes: str) -> About | None:
        """Returns the entry about a word, None where there is none."""
        data, place_of, wanted = self._data, _PLACE.unpack_from, codes.encode() + b"\t"
        size = len(wanted)

        def beginning(number: int) -> bytes:
            start: int = place_of(data, _HEAD + number * _PLACE.size)[0]
            return data[start : start + size]

        number = bisect_left(range(self._words), wanted, key=beginning)
        if number == self._words or beginning(number) != wanted:
            return None
        start, end = _TWO_PLACES.unpack_from(data, _HEAD + number * _PLACE.size)
        return _about(data[start + size : end])


def store_about(folder: Path, told: Mapping[str, About]) -> str:
    """Puts what is told about words on disk and returns the hash it is found by.

    Empty, and nothing is written, where nothing is told.
    """
    if not told:
        return ""
    content = _content(told)
    digest = sha256()
    for part in content:
        digest.update(part)
    sha = digest.hexdigest()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{sha}.about"
    if not path.exists():
        write_whole(path, lambda path: _write(path, content))
    return sha


@lru_cache(maxsize=_OPEN_FILES)
def open_about(folder: Path, sha: str) -> AboutFile:
    """Returns the entries under a hash, kept open for the next who asks; raises FilesMissing."""
    return AboutFile(folder, sha)


def _content(told: Mapping[str, About]) -> list[bytes]:
    """Returns the file in parts: the mark, the places of the words and of the end, the words."""
    order = sorted(told)
    sizes: list[int] = []
    texts: list[bytes] = []
    for start in range(0, len(order), _AT_ONCE):
        records = [_record(codes, told[codes]) for codes in order[start : start + _AT_ONCE]]
        sizes += map(len, records)
        texts.append(b"".join(records))
    first = _HEAD + (len(order) + 1) * _PLACE.size
    places = b"".join(map(_PLACE.pack, accumulate(sizes, initial=first)))
    return [_MARK, _PLACE.pack(len(order)), places, *texts]


def _record(codes: str, about: About) -> bytes:
    return f"{codes}\t{about.symbols}\t{about.definition}".encode()


def _about(data: bytes) -> About:
    symbols, _, definition = data.partition(b"\t")
    return About(definition.decode(), symbols.decode())


def _write(path: Path, content: list[bytes]) -> None:
    with path.open("wb") as opened:
        opened.writelines(content)
