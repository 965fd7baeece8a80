"""Builds the list that comes with the program from Debian's package `scowl`.

    dpkg-deb -x scowl_2020.12.07-2_all.deb FOLDER
    python -m lexicon.embedded.build FOLDER

Writes `SCOWL80.txt.xz`, `SCOWL80.json` and `NOTICES.txt` beside itself, the same bytes whenever it
is given the same package. The rules are those of README.md.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import lzma
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CODE = "SCOWL80"
LARGEST = 80
FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0},)

_FILE = re.compile(r".*-words\.([0-9]+)")
_WORD = re.compile(r"[a-z]{2,15}")
_UKACD = re.compile(r"^UKACD, by J Ross Beresford .*?as widely as possible\.$", re.S | re.M)
_CREDITS = re.compile(r"^COPYRIGHT, SOURCES, and CREDITS:$.*?(?=^FUTURE PLANS:$)", re.S | re.M)
_RULE = "\n" + "=" * 80 + "\n\n"
_PREFACE = """\
Notices for the word list {code}, which comes with this program.

The list is a MODIFIED version of SCOWL (Spell Checker Oriented Word Lists),
release 2020.12.07 as packaged by Debian: README.md beside this file says what
was taken, added and removed, and build.py does it. Thanks to Kevin Atkinson,
who put it together, to Alan Beale, and to the makers of ENABLE, YAWL, Moby and
12Dicts, whose gift to the game's community is part of it.

It contains words of The UK Advanced Cryptics Dictionary. Its notice stands
first; then follow in full the file `copyright` of the package, and the section
on copyright of the package's README, which is newer.
"""


def words_in(package: Path) -> set[str]:
    """Returns the words of the unpacked package, in upper case, that the rules of README.md take.

    Those are the lists named `words` up to size 80, of every spelling and variant; marks on letters
    are left off, and whatever is not 2 to 15 of a to z then is left out: capitals, apostrophes, ø.
    """
    return {
        bare.upper()
        for path in sorted((package / "usr/share/dict/scowl").iterdir())
        if (file := _FILE.fullmatch(path.name)) and int(file[1]) <= LARGEST
        for word in path.read_text(encoding="utf-8").split()
        if _WORD.fullmatch(bare := without_marks(word))
    }


def without_marks(word: str) -> str:
    """Returns a word without the marks that can be taken off its letters: é is e, ø stays."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def own_list(name: str) -> set[str]:
    """Returns the words of `supplement.txt` or `removed.txt`."""
    return set((HERE / name).read_text(encoding="ascii").split())


def text_of(words: Iterable[str]) -> bytes:
    """Returns words as text: sorted, a line each. Its SHA-256 is the hash of the list."""
    return "".join(f"{word}\n" for word in sorted(words)).encode("ascii")


def head_of(text: bytes, *, added: Iterable[str], removed: Iterable[str]) -> dict[str, Any]:
    """Returns the head of the list: hash, counts, and the words added to and left out of it."""
    words = text.decode("ascii").split()
    by_length = Counter(map(len, words))
    return {
        "code": CODE,
        "name": "Common English words (SCOWL, size 80)",
        "tile_set": "en",
        "sha256": hashlib.sha256(text).hexdigest(),
        "words": len(words),
        "by_length": {str(length): by_length[length] for length in sorted(by_length)},
        "added": " ".join(sorted(added, key=_by_length)),
        "removed": " ".join(sorted(removed, key=_by_length)),
    }


def head_text(head: dict[str, Any]) -> str:
    """Returns the head as it stands in `SCOWL80.json`."""
    return json.dumps(head, indent=1) + "\n"


def notices_of(package: Path) -> str:
    """Returns the notices: ours, that of UKACD, and those of the package in full, between rules."""
    folder = package / "usr/share/doc/scowl"
    file = (folder / "copyright").read_text(encoding="utf-8")
    readme = gzip.decompress((folder / "README.gz").read_bytes()).decode("utf-8")
    ukacd, credits_ = _UKACD.search(file), _CREDITS.search(readme)
    if ukacd is None or credits_ is None:
        raise ValueError(f"{folder} lacks a notice that has to be shown")
    parts = (_PREFACE.format(code=CODE), f"{ukacd[0]}\n", file, credits_[0].rstrip() + "\n")
    return _RULE.join(parts)


def made_from(package: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the bytes of every file that is made from the unpacked package."""
    taken, supplement, unwanted = (
        words_in(package),
        own_list("supplement.txt"),
        own_list("removed.txt"),
    )
    text = text_of((taken | supplement) - unwanted)
    head = head_of(text, added=supplement - taken, removed=unwanted & taken)
    yield f"{CODE}.txt.xz", lzma.compress(text, check=lzma.CHECK_CRC64, filters=FILTERS)
    yield f"{CODE}.json", head_text(head).encode("ascii")
    yield "NOTICES.txt", notices_of(package).encode("utf-8")


def main(arguments: Sequence[str]) -> None:
    """Writes the files beside this one."""
    parser = argparse.ArgumentParser(prog="python -m lexicon.embedded.build")
    parser.add_argument("package", type=Path, help="the folder the package was unpacked into")
    for name, content in made_from(parser.parse_args(arguments).package):
        (HERE / name).write_bytes(content)
        sys.stdout.write(f"{name}: {len(content):,} bytes\n")


def _by_length(word: str) -> tuple[int, str]:
    return len(word), word


if __name__ == "__main__":
    main(sys.argv[1:])
