"""A file of words is read as it is, whatever it looks like."""

from __future__ import annotations

import hashlib
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.about import About
from lexicon.words.bringing import ReadingOptions, bring
from tests.domain.words.sent import COMPRESSED, Sent

WORDS = "ZAX\nCAT\nCATS\nAA\n"
ENDS = ("\n", "\r\n", "\r")
LISTS = st.sets(st.text("ABCDXYZ", min_size=2, max_size=15), min_size=1, max_size=30)


def test_a_list_is_its_words_in_order_with_their_hash_and_how_many_there_are(sent: Sent) -> None:
    brought = sent.brought(WORDS)
    assert brought.codes == ["AA", "CAT", "CATS", "ZAX"]
    assert brought.by_length == {2: 1, 3: 2, 4: 1}
    assert brought.sha256 == hashlib.sha256(b"AA\nCAT\nCATS\nZAX\n").hexdigest()
    assert brought.fingerprint.sha256 == brought.sha256
    assert brought.fingerprint.per_length[:3] == (1, 2, 1)
    assert not brought.about


def test_the_report_says_what_was_sent_and_how_it_was_read(sent: Sent) -> None:
    data = b"cat\r\n\r\ncat\r\na\r\ninternationalisations\r\n"
    report = sent.brought(data, "My list.txt").report
    assert (report.file_name, report.file_sha256) == (
        "My list.txt",
        hashlib.sha256(data).hexdigest(),
    )
    assert (report.encoding, report.format, report.compression) == ("UTF-8", "plain", "")
    assert (report.lines, report.doubles, report.too_short, report.too_long) == (4, 1, 1, 1)
    assert (report.samples, report.notes) == ((), ())


def test_the_name_is_the_one_that_the_file_had_where_it_came_from(sent: Sent) -> None:
    path = sent.file(WORDS, "upload-17.tmp")
    assert bring(path, ReadingOptions(), name="csw.txt").report.file_name == "csw.txt"


def test_the_super_board_takes_words_of_21_tiles_whose_hash_stands_beside_the_fingerprint(
    sent: Sent,
) -> None:
    brought = sent.brought(f"cat\n{'a' * 16}\n{'b' * 21}\n{'c' * 22}\n", tile_set="en-super")
    assert brought.by_length == {3: 1, 16: 1, 21: 1}
    assert brought.report.too_long == 1
    assert brought.fingerprint.words == 1
    assert brought.fingerprint.sha256 == hashlib.sha256(b"CAT\n").hexdigest()
    text = f"{'A' * 16}\n{'B' * 21}\nCAT\n".encode()
    assert brought.sha256 == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize("kind", COMPRESSED)
def test_a_compressed_list_is_the_same_list(sent: Sent, kind: str) -> None:
    brought = sent.brought(COMPRESSED[kind](WORDS.encode()))
    assert brought.codes == ["AA", "CAT", "CATS", "ZAX"]
    assert brought.report.compression == kind


@given(
    words=LISTS,
    end=st.sampled_from(ENDS),
    kind=st.sampled_from(list(COMPRESSED)),
    seed=st.integers(0, 99),
    tail=st.sampled_from(("", " ", "\t \u00a0", "\u00ad", "\u200b")),
)
def test_the_same_words_have_the_same_hash_whatever_the_file_looks_like(
    words: set[str], end: str, kind: str, seed: int, tail: str
) -> None:
    dice = random.Random(seed)
    lines = [dice.choice((str.lower, str.upper, str.title))(word) for word in sorted(words)]
    lines += dice.choices(lines, k=3)
    dice.shuffle(lines)
    data = "".join(f"{line}{dice.choice(('', tail))}{end}" for line in lines)
    with tempfile.TemporaryDirectory() as folder:
        brought = Sent(Path(folder)).brought(COMPRESSED[kind](data.encode()), format="plain")
    text = "".join(f"{word}\n" for word in sorted(words)).encode()
    assert brought.sha256 == hashlib.sha256(text).hexdigest()
    assert brought.codes == sorted(words)
    assert brought.report.doubles == 3


def test_zyzzyva_lines_bring_definitions_and_symbols(sent: Sent) -> None:
    brought = sent.brought(
        "AYE an affirmative vote [n -S]\n"
        "AY {aye=n} [n AYS]\n"
        "AI# a three-toed sloth [n -S]\n"
        "CAT\n"
        "DUN $! to demand payment of a debt [v DUNNED]\n"
    )
    assert brought.report.format == "zyzzyva"
    assert brought.codes == ["AI", "AY", "AYE", "CAT", "DUN"]
    assert dict(brought.about) == {
        "AYE": About("an affirmative vote [n -S]"),
        "AY": About("{aye=n} [n AYS]"),
        "AI": About("a three-toed sloth [n -S]", "#"),
        "DUN": About("to demand payment of a debt [v DUNNED]", "$!"),
    }


def test_a_tab_parts_a_word_from_its_definition(sent: Sent) -> None:
    brought = sent.brought("cat#\ta small\tbeast\naa\t lava \nzax\t\n")
    assert brought.report.format == "tab"
    assert brought.codes == ["AA", "CAT", "ZAX"]
    assert dict(brought.about) == {"CAT": About("a small beast", "#"), "AA": About("lava")}


@pytest.mark.parametrize("line", ["aal#!", "aal #!", "aal# !"])
def test_symbols_stand_behind_the_words_of_a_plain_list(sent: Sent, line: str) -> None:
    brought = sent.brought(f"aa\n{line}\ncat\n")
    assert brought.report.format == "plain"
    assert dict(brought.about) == {"AAL": About(symbols="#!")}


def test_a_word_that_comes_twice_is_told_about_by_both_lines(sent: Sent) -> None:
    brought = sent.brought("bank\tof a river\nbank#\tof a lender\nbank\tof a river\n")
    assert brought.about["BANK"] == About("of a river / of a lender", "#")
    assert brought.report.doubles == 2


def test_a_word_with_a_thousand_lines_does_not_grow_without_end(sent: Sent) -> None:
    brought = sent.brought("".join(f"bank\t{n:0500}\n" for n in range(1000)))
    assert 4000 <= len(brought.about["BANK"].definition) <= 5000


def test_what_most_of_the_first_lines_are_decides(sent: Sent) -> None:
    refused = sent.refused("cat\ndog\na b\n")
    assert (refused.code, refused.line) == ("line.blank", 3)
    assert sent.brought("cat\ndog a beast\n", format="zyzzyva").codes == ["CAT", "DOG"]


def test_the_progress_goes_from_nothing_to_all_and_never_back(sent: Sent) -> None:
    data = "".join(f"{n:b}\n" for n in range(1 << 14, 1 << 15)).replace("0", "a").replace("1", "b")
    told: list[tuple[int, int]] = []
    bring(sent.file(data), ReadingOptions(), progress=lambda done, of: told.append((done, of)))
    assert [of for _, of in told] == [2 * len(data)] * len(told)
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert done[0] < len(data) < done[-1] == 2 * len(data)
