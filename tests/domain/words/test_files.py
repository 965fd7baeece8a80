"""The files of a list are whole or missing, and what is made of the words is made again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lexicon.words.files import FilesMissing, WordFiles, open_words, store_words
from lexicon.words.keyed import keys_of
from lexicon.words.tiles import tile_sets
from tests.domain.words.invented import listed

ENGLISH = tile_sets()["en"]
WORDS = {"ZAX", "ZEBU", "ZOA"}


def another_format(path: Path) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": 0}))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("kind", ["json", "list"])
@pytest.mark.parametrize("spoil", [Path.unlink, cut, emptied])
def test_words_that_are_partly_gone_are_missing_until_they_are_stored_again(
    tmp_path: Path, kind: str, spoil: Callable[[Path], object]
) -> None:
    files = listed(tmp_path, ENGLISH, WORDS)
    spoil(files.path(kind))
    open_words.cache_clear()
    with pytest.raises(FilesMissing) as missing:
        open_words(tmp_path, files.sha256)
    assert missing.value.sha256 == files.sha256
    again = store_words(tmp_path, files.sha256, ENGLISH, sorted(WORDS))
    assert set(again.in_order()) == WORDS


@pytest.mark.parametrize("text", ["[]", "{}", '{"by_length": {"x": 1}}', "\0", "null"])
def test_a_head_that_tells_of_no_list_makes_its_words_missing(tmp_path: Path, text: str) -> None:
    files = listed(tmp_path, ENGLISH, WORDS)
    files.path("json").write_text(text)
    with pytest.raises(FilesMissing):
        WordFiles(tmp_path, files.sha256)


def test_a_head_of_another_format_is_not_read_by_this_one(tmp_path: Path) -> None:
    files = listed(tmp_path, ENGLISH, WORDS)
    another_format(files.path("json"))
    with pytest.raises(FilesMissing):
        WordFiles(tmp_path, files.sha256)


def test_what_is_open_goes_on_when_its_files_are_removed(tmp_path: Path) -> None:
    files = listed(tmp_path, ENGLISH, WORDS)
    for path in tmp_path.iterdir():
        path.unlink()
    assert set(files.in_order()) == WORDS


@pytest.mark.parametrize("kept", [0, 1, 40, -1])
@pytest.mark.parametrize("kind", ["words", "keys"])
def test_a_trie_that_is_not_whole_is_made_anew(tmp_path: Path, kind: str, kept: int) -> None:
    files = listed(tmp_path, ENGLISH, WORDS)
    assert files.holds("ZAX")
    assert keys_of(files).anagrams("AXZ") == ["ZAX"]
    whole = files.path(kind).read_bytes()
    other = tmp_path / "other"
    elsewhere = listed(other, ENGLISH, WORDS)
    elsewhere.path(kind).write_bytes(whole[:kept])
    assert elsewhere.holds("ZEBU")
    assert keys_of(elsewhere).anagrams("AOZ") == ["ZOA"]
    assert elsewhere.path(kind).read_bytes() == whole


@pytest.mark.parametrize("name", ["../../secret", "", "A" * 64, "a" * 63, "a" * 64 + "\n", "a/b"])
def test_what_is_no_hash_never_becomes_a_path(tmp_path: Path, name: str) -> None:
    place = tmp_path / "lexica"
    files = listed(place, ENGLISH, WORDS)
    (tmp_path / "secret.json").write_bytes(files.path("json").read_bytes())
    with pytest.raises(FilesMissing):
        WordFiles(place, name)
