"""What is told about words is kept in a file of its own and found by word."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.about import About, WordNotes, open_about, references, store_about
from lexicon.words.files import FilesMissing

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\t"), max_size=40)
TOLD = st.dictionaries(
    st.text("ABYZ", min_size=1, max_size=6),
    st.builds(About, TEXTS, st.text("#$!", max_size=2)),
    min_size=1,
    max_size=30,
)


@given(TOLD, st.text("ABYZ", min_size=1, max_size=6))
def test_every_word_finds_what_was_told_about_it_and_others_nothing(
    told: dict[str, About], other: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        held = open_about(Path(folder), store_about(Path(folder), told))
        assert {codes: held.of(codes) for codes in told} == told
        assert held.of(other) == told.get(other)
        assert held.of("") is None
        assert len(held) == len(told)


def test_the_file_is_named_by_its_content_whatever_the_order(tmp_path: Path) -> None:
    told = {"CAT": About("a beast"), "AA": About("lava", "#")}
    sha = store_about(tmp_path, told)
    assert sha == store_about(tmp_path, dict(reversed(told.items())))
    assert sha == hashlib.sha256((tmp_path / f"{sha}.about").read_bytes()).hexdigest()
    assert [path.name for path in tmp_path.iterdir()] == [f"{sha}.about"]
    assert store_about(tmp_path, told | {"AA": About("rough lava", "#")}) != sha


def test_nothing_told_is_no_file(tmp_path: Path) -> None:
    assert store_about(tmp_path, {}) == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [None, b"", b"something else"])
def test_a_file_that_is_gone_or_another_is_missing(tmp_path: Path, content: bytes | None) -> None:
    sha = "0" * 64
    if content is not None:
        (tmp_path / f"{sha}.about").write_bytes(content)
    with pytest.raises(FilesMissing) as missing:
        open_about(tmp_path, sha)
    assert missing.value.sha256 == sha


def test_what_is_told_twice_is_put_together() -> None:
    told = WordNotes()
    for symbols, definition in (("", "a beast"), ("#", ""), ("#!", "a whip"), ("", "a beast")):
        told.add("CAT", symbols, definition)
    assert dict(told) == {"CAT": About("a beast / a whip", "#!")}


def test_a_definition_sends_to_other_words() -> None:
    definition = "{aye=n} [n AYS] / <be=v> / {so=adv}, {zo=x}"
    found = references(definition)
    assert [each.text for each in found] == [
        "see AYE",
        "form of BE, verb",
        "see SO, adverb",
        "see ZO, x",
    ]
    assert [definition[each.start : each.end] for each in found] == [
        "{aye=n}",
        "<be=v>",
        "{so=adv}",
        "{zo=x}",
    ]
    assert [each.is_form for each in found] == [False, True, False, False]


@pytest.mark.parametrize(
    "definition", ["", "a beast [n -S]", "{=n}", "{aye}", "{aye=}", "<aye=n}", "a < b = c > d"]
)
def test_what_only_looks_like_a_reference_is_text(definition: str) -> None:
    assert references(definition) == ()


@given(TEXTS)
def test_any_definition_can_be_looked_through(definition: str) -> None:
    for each in references(definition):
        assert definition[each.start] in "{<"
