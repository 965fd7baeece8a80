"""A file that is not a list is refused in one sentence that names the place."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import pytest

from core.errors import UserError
from lexicon.words.bringing import ListRefused, ReadingOptions, bring
from tests.domain.words.sent import COMPRESSED, Sent, zipped


def test_a_refusal_is_the_users_mistake_with_a_code_and_the_place(sent: Sent) -> None:
    refused = sent.refused("cat\ndog7\n")
    assert isinstance(refused, UserError)
    assert (refused.code, refused.file, refused.line, refused.field) == (
        "tile.unknown",
        "words.txt",
        2,
        "file",
    )
    assert refused.message == "words.txt, line 2: 'dog7' contains a digit."


@pytest.mark.parametrize(
    ("data", "code", "line", "said"),
    [
        (b"", "list.empty", None, "words.txt: is empty."),
        (b"\xef\xbb\xbf", "list.no_word", None, "words.txt: has no word of 2 to 15 tiles."),
        (b"\n\r\n \n", "list.no_word", None, "words.txt: has no word of 2 to 15 tiles."),
        (b"a\nb\n", "list.no_word", None, "words.txt: has no word of 2 to 15 tiles."),
        (b"\x7fELF\x02\x01\0\0", "list.binary", None, "words.txt: is not a text file."),
        (b"cat\nd\xc2\xb2g\n", "tile.unknown", 2, "words.txt, line 2: 'd²g' contains a digit."),
        (b"cat\n\n\ndon't\n", "tile.unknown", 4, "is on no tile of English"),
        (b"cat\ncat-o\n", "tile.unknown", 2, "'-', which is on no tile"),
        (b"cat\na b\n", "line.blank", 2, "words.txt, line 2: 'a b' contains a blank"),
        (b"cat\na\xc2\xa0b\n", "tile.unknown", 2, "contains a blank"),
        (b"cat\r\ncat\rdog\n#\n", "line.no_word", 4, "the line does not begin with a word"),
        (b"cat\n" + b"a" * 101 + b"\n", "line.long", 2, "longer than 100 characters"),
        (b"cat\n" + b"a" * 9999 + b"\n", "line.long", 2, "longer than 4,000 characters"),
        (b"cat\n[xx]\n", "tile.bracket", 2, "'[xx]' has brackets that do not contain a tile"),
        (b"cat\nd\x07g\n" + b"dog\n" * 3000, "list.binary", None, "is not a text file"),
    ],
)
def test_the_sentence_says_what_is_wrong_and_where(
    sent: Sent, data: bytes, code: str, line: int | None, said: str
) -> None:
    refused = sent.refused(data)
    assert (refused.code, refused.line) == (code, line)
    assert said in refused.message


def test_what_the_file_says_is_shown_cut_and_without_control_characters(sent: Sent) -> None:
    refused = sent.refused("cat\n" * 9000 + "\x1b[31m" + "x" * 90)
    assert refused.line == 9001
    assert refused.message == (
        f"words.txt, line 9001: '�[31m{'x' * 35}…' contains '�', which is on no tile of English."
    )


def test_a_line_of_exactly_the_most_characters_is_read(sent: Sent) -> None:
    assert sent.words(f"cat {'x' * 3996}\naa {'y' * 3997}") == ["AA", "CAT"]
    refused = sent.refused(f"cat {'x' * 3997}\n")
    assert (refused.code, refused.line) == ("line.long", 1)


@pytest.mark.parametrize("name", ["twl.dawg", "TWL.LEX", "a.b.dwg", "x.dawg.gz"])
def test_the_files_of_quackle_are_refused_by_their_names(sent: Sent, name: str) -> None:
    refused = sent.refused(b"cat\n", name)
    assert refused.code == "list.quackle"
    assert refused.message == (
        f"{name}: is a Quackle dictionary, which cannot be read; export the list as text."
    )


@pytest.mark.parametrize("name", ["x.kbwg", "X.KBWG.gz"])
def test_a_kbwg_file_is_refused_by_its_name_in_words_of_its_own(sent: Sent, name: str) -> None:
    refused = sent.refused(b"cat\n", name)
    assert refused.code == "list.kbwg"
    assert refused.message == (
        f"{name}: KBWG files are not supported; export the list as text or .kwg."
    )


def test_a_file_of_quackle_is_refused_inside_an_archive_and_by_the_name_it_was_sent_with(
    sent: Sent,
) -> None:
    assert sent.refused(zipped({"lists/csw.DAWG": b"cat\n"}), "csw.zip").code == "list.quackle"
    with pytest.raises(ListRefused) as refused:
        bring(sent.file(b"cat\n", "upload.tmp"), ReadingOptions(), name="csw.dwg")
    assert refused.value.code == "list.quackle"


def test_what_is_no_file_is_refused(sent: Sent, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name, code in (
        ("nothing.txt", "list.missing"),
        ("folder", "list.no_file"),
        ("pipe", "list.no_file"),
        ("a\0b", "list.missing"),
    ):
        with pytest.raises(ListRefused) as refused:
            bring(tmp_path / name, ReadingOptions())
        assert refused.value.code == code, name


@pytest.mark.parametrize("kind", [kind for kind in COMPRESSED if kind])
def test_a_bomb_is_refused_when_it_is_larger_than_any_list(sent: Sent, kind: str) -> None:
    some = COMPRESSED[kind](b"cat\n" * (1024 * 1024))
    all_of_it = some * 25 if kind != "zip" else zipped({"words.txt": b"cat\n" * (25 * 1024 * 1024)})
    refused = sent.refused(all_of_it)
    assert (refused.code, refused.line) == ("list.large", None)
    assert refused.message == "words.txt: has more than 96 MB, more than any list."


def test_two_gigabytes_are_refused_before_they_are_read(sent: Sent, tmp_path: Path) -> None:
    path = sent.file(b"cat\n")
    with path.open("r+b") as opened:
        opened.truncate(2 << 30)
    with pytest.raises(ListRefused) as refused:
        bring(path, ReadingOptions())
    assert refused.value.code == "list.large"


def test_more_lines_than_any_list_has_are_refused_although_they_say_one_word(sent: Sent) -> None:
    refused = sent.refused(gzip.compress(b"\n" * 5_000_001, 1))
    assert (refused.code, refused.line) == ("list.many", None)
    assert sent.words(gzip.compress(b"cat" + b"\n" * 5_000_000, 1)) == ["CAT"]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"tile_set": "xx"}, "tile_set"),
        ({"encoding": "ebcdic"}, "encoding"),
        ({"encoding": "utf-8\0"}, "encoding"),
        ({"encoding": "utf-7"}, "encoding"),
        ({"format": "dawg"}, "format"),
        ({"digraphs": "two"}, "digraphs"),
        ({"coded": True}, "coded"),
    ],
)
def test_a_choice_that_does_not_exist_is_refused_beside_its_field(
    sent: Sent, asked: dict[str, Any], field: str
) -> None:
    refused = sent.refused("cat\n", **asked)
    assert (refused.field, refused.file, refused.line) == (field, None, None)
