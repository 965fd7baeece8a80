"""Archives are opened where they hold one list, and what is damaged is said to be."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import zipfile
from collections.abc import Callable

import pytest

from tests.domain.words.sent import COMPRESSED, Sent, zipped

WORDS = b"cat\ndog\n"
NOISE = b"".join(
    bytes(random.Random(n).choices(b"abcdefghijklm", k=9)) + b"\n" for n in range(9000)
)


def test_an_archive_holds_one_file_beside_what_a_system_leaves_in_it(sent: Sent) -> None:
    data = zipped(
        {
            "lists/": b"",
            "lists/words.txt": WORDS,
            "__MACOSX/lists/._words.txt": b"\0",
            "lists/.DS_Store": b"\0",
        }
    )
    assert sent.words(data) == ["CAT", "DOG"]


@pytest.mark.parametrize("names", [(), ("a.txt", "b.txt")])
def test_an_archive_with_no_file_or_several_is_refused(sent: Sent, names: tuple[str, ...]) -> None:
    data = zipped({"folder/": b""} | dict.fromkeys(names, WORDS))
    refused = sent.refused(data)
    assert refused.code == "list.archive"
    assert f"has {len(names)} files" in refused.message


def test_an_archive_with_a_long_directory_is_refused_before_it_is_listed(sent: Sent) -> None:
    refused = sent.refused(zipped({f"{n}.txt": b"" for n in range(2000)}))
    assert refused.code == "list.archive"
    assert "several files" in refused.message


def test_an_archive_of_the_large_kind_is_refused(sent: Sent) -> None:
    data = zipped({"words.txt": WORDS})
    end = len(data) - 22
    locator = b"PK\x06\x07" + bytes(16)
    refused = sent.refused(data[:end] + locator + data[end:])
    assert refused.code == "list.archive"


def test_an_archive_behind_a_comment_is_read(sent: Sent) -> None:
    held = io.BytesIO(zipped({"words.txt": WORDS}))
    with zipfile.ZipFile(held, "a") as archive:
        archive.comment = b"from the printer of the list"
    assert sent.words(held.getvalue()) == ["CAT", "DOG"]


def test_an_encrypted_archive_is_refused(sent: Sent) -> None:
    data = bytearray(zipped({"words.txt": WORDS}))
    for magic, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(magic) + flags] |= 1
    assert sent.refused(bytes(data)).code == "list.encrypted"


def test_an_archive_in_a_compression_that_takes_unbounded_memory_is_refused(sent: Sent) -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("words.txt", WORDS)
    assert sent.refused(held.getvalue()).code == "list.compression"


def test_xz_that_asks_for_much_memory_is_refused(sent: Sent) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 27}]
    refused = sent.refused(lzma.compress(WORDS, filters=filters))
    assert refused.code == "list.damaged"


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_streams_one_after_the_other_are_one_list(sent: Sent, compress: object) -> None:
    assert callable(compress)
    assert sent.words(compress(b"cat\nd") + compress(b"og\n")) == ["CAT", "DOG"]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_streams_of_nothing_before_and_between_others_do_not_end_the_list(
    sent: Sent, compress: Callable[[bytes], bytes]
) -> None:
    nothing = compress(b"") * 2
    data = nothing + compress(b"cat\nd") + nothing + compress(b"og\n")
    assert sent.words(data) == ["CAT", "DOG"]


@pytest.mark.parametrize("kind", [kind for kind in COMPRESSED if kind])
def test_a_compressed_file_with_nothing_in_it_is_empty(sent: Sent, kind: str) -> None:
    refused = sent.refused(COMPRESSED[kind](b""))
    assert (refused.code, refused.line) == ("list.empty", None)


@pytest.mark.parametrize("kind", [kind for kind in COMPRESSED if kind])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_what_is_cut_off_is_damaged(sent: Sent, kind: str, part: float) -> None:
    data = COMPRESSED[kind](NOISE)
    refused = sent.refused(data[: int(len(data) * part)])
    assert (refused.code, refused.line) == ("list.damaged", None)


@pytest.mark.parametrize("kind", [kind for kind in COMPRESSED if kind])
def test_what_was_changed_on_the_way_is_never_taken_for_the_list(sent: Sent, kind: str) -> None:
    data = bytearray(COMPRESSED[kind](NOISE))
    data[len(data) // 2] ^= 0x55
    assert sent.refused(bytes(data)).code == "list.damaged"
