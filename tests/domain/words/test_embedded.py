"""The list that comes with the program is what its head, its rules and its notices say."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from lexicon.casual import CasualList, casual_list, casual_text, is_casual, notices
from lexicon.embedded import build
from lexicon.words.editions import edition_named
from lexicon.words.recognising import LENGTHS, Recognised, fingerprint_of, recognise
from lexicon.words.tiles import tile_sets
from tests.processes import PATIENCE_S, ROOT

PACKAGE = Path(os.environ.get("SCOWL_PACKAGE", "/"))
"""The folder of Debian's package, unpacked or installed."""

UKACD = """\
  Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.

  The following restriction is placed on the use of this publication:
  if The UK Advanced Cryptics Dictionary is used in a software package
  or redistributed in any form, the copyright notice must be
  prominently displayed and the text of this document must be included
  verbatim.

  There are no other restrictions: I would like to see the list
  distributed as widely as possible.
"""

# Puts the words into a folder, and says how many it can then look up.
_STORE = """
import sys
from pathlib import Path
from lexicon.casual import casual_text, casual_words
files = casual_words(Path(sys.argv[1]))
print(sum(map(files.holds, casual_text().decode().split())))
"""


@pytest.fixture(scope="module")
def words() -> list[str]:
    return casual_text().decode("ascii").splitlines()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package as Debian's is laid out, with a few words of every kind."""
    lists = tmp_path / "usr/share/dict/scowl"
    lists.mkdir(parents=True)
    for name, text in {
        "english-words.10": "word\nwords\nword's\na\n",
        "british_variant_2-words.80": "zoë\ncliché\nsmørbrød\neBook\nsupercalifragilist\n",
        "english-words.95": "rarest\n",
        "english-abbreviations.10": "abbr\n",
        "american-upper.10": "Upper\n",
        "english-proper-names.10": "name\n",
        "english-contractions.35": "dont\n",
        "special-roman-numerals.35": "mmxx\n",
    }.items():
        (lists / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_the_list_is_recognised_by_its_words_as_the_edition_that_it_is() -> None:
    head, edition = casual_list(), edition_named("SCOWL80")
    assert edition is not None
    assert (edition.words, edition.sha256) == (head.words, head.sha256)
    lengths = dict(zip(map(str, LENGTHS), edition.per_length, strict=True))
    assert lengths == head.by_length
    found = fingerprint_of(tile_sets()["en"], casual_text().decode("ascii").split())
    assert recognise(found) == Recognised(edition=edition, by="words")


def test_the_head_is_what_the_build_writes_of_the_words() -> None:
    head = casual_list()
    written = build.head_of(casual_text(), added=head.added, removed=head.removed)
    assert build.head_text(written) == (build.HERE / "SCOWL80.json").read_text(encoding="ascii")


def test_the_words_are_those_of_the_head(words: list[str]) -> None:
    head = casual_list()
    text = "".join(f"{word}\n" for word in sorted(set(words)))
    assert hashlib.sha256(text.encode()).hexdigest() == head.sha256
    assert len(words) == head.words
    assert Counter(str(len(word)) for word in words) == head.by_length


def test_there_is_nothing_but_words_of_2_to_15_letters(words: list[str]) -> None:
    assert [word for word in words if not re.fullmatch("[A-Z]{2,15}", word)] == []


def test_the_short_words_are_put_right(words: list[str]) -> None:
    held, head = set(words), casual_list()
    supplement, removed = build.own_list("supplement.txt"), build.own_list("removed.txt")
    assert (len(supplement), len(removed)) == (93, 28)
    assert supplement <= held
    assert not removed & held
    assert set(head.added) <= supplement
    assert set(head.removed) <= removed
    # What the package gives by itself, counted elsewhere.
    assert head.words - len(head.added) + len(head.removed) == 248_485
    assert {"AA", "QI", "ZA", "OK", "CLICHE", "COLOUR", "COLOR"} <= held
    assert not {"BS", "ZS", "A", "SMRBRD", "SMORBROD", "PH"} & held


def test_it_is_small() -> None:
    assert (build.HERE / "SCOWL80.txt.xz").stat().st_size < 700_000


def test_the_notice_of_ukacd_stands_first_word_for_word_and_the_others_follow_in_full() -> None:
    ours, ukacd, package, readme = notices()
    assert "UKACD" not in ours
    assert ukacd.endswith(UKACD)
    assert UKACD in package
    for notice in (
        "Copyright 2000-2011 by Kevin Atkinson",
        "WordNet 1.6 Copyright 1997 by Princeton University",
        "Copyright 1993, Geoff Kuenning, Granada Hills, CA",
        "The ENABLE master word list, WORD.LST, is herewith formally released",
    ):
        assert notice in package
    assert "Copyright 2000-2018 by Kevin Atkinson" in readme
    assert "Copyright 2016 by Benjamin Titze" in readme
    assert "MODIFIED" in ours


def test_only_lists_of_words_up_to_size_80_are_taken_and_their_marks_left_off(
    package: Path,
) -> None:
    assert build.words_in(package) == {"WORD", "WORDS", "ZOE", "CLICHE"}


def test_a_package_without_its_notices_gives_no_list(package: Path) -> None:
    folder = package / "usr/share/doc/scowl"
    folder.mkdir(parents=True)
    (folder / "copyright").write_text("Copy as you like.")
    (folder / "README.gz").write_bytes(gzip.compress(b"COPYRIGHT"))
    with pytest.raises(ValueError):
        list(build.made_from(package))


@pytest.mark.skipif(
    not (PACKAGE / "usr/share/dict/scowl").exists(),
    reason="SCOWL_PACKAGE names no folder with Debian's scowl, and it is not installed",
)
def test_the_package_gives_these_very_files() -> None:
    made = dict(build.made_from(PACKAGE))
    assert sorted(made) == ["NOTICES.txt", "SCOWL80.json", "SCOWL80.txt.xz"]
    for name, content in made.items():
        assert content == (build.HERE / name).read_bytes(), name


def test_processes_that_need_the_words_at_once_do_each_other_no_harm(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _STORE, str(tmp_path / "lexica")]
    started = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    said = [each.communicate(timeout=PATIENCE_S)[0] for each in started]
    assert [int(each) for each in said] == [casual_list().words] * 3
    kinds = sorted(path.suffix for path in (tmp_path / "lexica").iterdir())
    assert kinds == [".json", ".list", ".words"]


def test_its_code_or_its_words_make_a_lexicon_casual() -> None:
    head: CasualList = casual_list()
    assert is_casual(head.code, head.sha256)
    assert is_casual("OURS", head.sha256)
    assert is_casual(head.code, "0" * 64)
    assert not is_casual("OURS", "0" * 64)
