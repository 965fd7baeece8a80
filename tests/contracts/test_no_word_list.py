"""No tournament list is in the project, in no form: lists are licensed, each to an installation."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lexicon.casual import casual_list
from lexicon.words.editions import editions
from tests.contracts.house import NOT_OURS
from tests.processes import ROOT

MOST_WORDS = 50_000
"""Of this length in one file, one a line: more is a word list, whatever it is called."""
LIST_FILES = {".kwg", ".kbwg", ".gaddag", ".dawg", ".dwg", ".lex", ".words", ".keys", ".list"}
OURS = "lexicon/embedded/SCOWL80.txt.xz"
_SKIPPED = NOT_OURS | {".git", ".hypothesis", "__pycache__"}
_SKIPPED |= {".mypy_cache", ".pytest_cache", ".ruff_cache", ".import_linter_cache"}
_WORD = re.compile(rb"^[ \t]*([A-Za-z]{2,15})(?=[\s,;]|$)", re.MULTILINE)
_UNPACK = {b"\x1f\x8b": gzip.decompress, b"BZ": bz2.decompress, b"\xfd7": lzma.decompress}


def tracked(root: Path) -> Iterator[Path]:
    """Yield the files of the project that are not made by running it."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and not _SKIPPED.intersection(path.relative_to(root).parts):
            yield path


def texts(path: Path) -> Iterator[bytes]:
    """Yield the content of a file, taken out of what it is packed in."""
    content = path.read_bytes()
    if content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            yield from (packed.read(name) for name in packed.namelist())
        return
    unpack = _UNPACK.get(content[:2])
    yield unpack(content) if unpack else content


def words_of(text: bytes) -> list[str]:
    """Return the words that stand first on a line, in upper case, sorted, once each."""
    return sorted({word.decode("ascii").upper() for word in _WORD.findall(text)})


def hash_of(words: list[str]) -> str:
    """Return the hash by which a list is known."""
    return hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()


def word_lists(root: Path, known: dict[str, str]) -> list[str]:
    """Return a sentence for every file that is a word list; `known` are hashes and their names."""
    found = []
    for path in tracked(root):
        name = path.relative_to(root).as_posix()
        if path.suffix in LIST_FILES:
            found.append(f"{name}: a word list by its name")
        for text in () if name == OURS else texts(path):
            words = words_of(text)
            if (edition := known.get(hash_of(words))) is not None:
                found.append(f"{name}: the words of {edition}")
            elif len(words) > MOST_WORDS:
                found.append(f"{name}: {len(words)} words")
    return found


def known_hashes() -> dict[str, str]:
    """Return every hash by which a published list is known."""
    return {each.sha256: each.name for each in editions() if each.sha256}


def test_no_word_list_is_in_the_project_but_the_casual_one() -> None:
    known = known_hashes()
    assert {"OTCWL2", "CSW07", "SCOWL80"} <= set(known.values())
    assert word_lists(ROOT, known) == []


def test_the_casual_list_is_the_one_that_stands_in_its_file_and_no_other_edition() -> None:
    assert hash_of(words_of(next(texts(ROOT / OURS)))) == casual_list().sha256
    assert known_hashes()[casual_list().sha256] == casual_list().code


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_the_guard_sees_a_list_by_its_words_packed_or_not(tmp_path: Path, pack: type) -> None:
    text = b"ab = to have\r\nba\r\nAB\r\n1 line of something else\r\n"
    planted = tmp_path / "notes.bin"
    planted.write_bytes(pack(text))
    assert word_lists(tmp_path, {}) == []
    known = {hash_of(["AB", "BA"]): "a list"}
    assert word_lists(tmp_path, known) == ["notes.bin: the words of a list"]


def test_the_guard_sees_a_list_in_an_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "fixtures.zip", "w") as packed:
        packed.writestr("read.me", "nothing here")
        packed.writestr("list.csv", "ab,1\nba,2\n")
    known = {hash_of(["AB", "BA"]): "a list"}
    assert word_lists(tmp_path, known) == ["fixtures.zip: the words of a list"]


def test_the_guard_sees_many_words_of_no_known_list(tmp_path: Path) -> None:
    words = [
        f"{a}{b}{c}{d}"
        for a in "ABCDEFGHIJKLMNOP"
        for b in "ABCDEFGHIJKLMNOP"
        for c in "ABCDEFGHIJKLMNOP"
        for d in "ABCDEFGHIJKLM"
    ]
    (tmp_path / "many.txt").write_text("\n".join(words[:MOST_WORDS]))
    assert word_lists(tmp_path, {}) == []
    (tmp_path / "many.txt").write_text("\n".join(words[: MOST_WORDS + 1]))
    assert word_lists(tmp_path, {}) == [f"many.txt: {MOST_WORDS + 1} words"]


@pytest.mark.parametrize("suffix", sorted(LIST_FILES))
def test_the_guard_sees_a_list_by_its_name(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"fixture{suffix}").touch()
    assert word_lists(tmp_path, {}) == [f"fixture{suffix}: a word list by its name"]
