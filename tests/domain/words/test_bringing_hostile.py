"""Nothing that can be sent does anything but bring words or get a refusal, in bounded memory."""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.bringing import Brought, ListRefused
from lexicon.words.reading.compression import MAGIC
from lexicon.words.tiles import tile_sets
from tests.builders.kwg import kwg_of
from tests.depth import times
from tests.domain.words.sent import COMPRESSED, Sent
from tests.peak_memory import needs_a_peak

ROOT = Path(__file__).parents[3]
NAMES = ("words.txt", "words.kwg", "words.txt.gz", "x")
SHREDS = (
    *(b"cat\n", b"\xc3\xa9t\xc3\xa9\n", b"\xe9t\xe9\r", b"[ch]\n", b"aa\tlava\n", b"aa lava\r\n"),
    *(b"\0", b"\x1a", b"\xef\xbb\xbf", b"\xff\xfe", b"#", b"[", b"]", b"1", b" "),
    *MAGIC.values(),
    *(compress(b"cat\n") for compress in COMPRESSED.values()),
    kwg_of(["CAT", "DOG"]),
)
FILES = st.binary(max_size=80) | st.lists(
    st.sampled_from(SHREDS) | st.binary(max_size=3), max_size=12
).map(b"".join)

MEASURED = """
import json, sys
from pathlib import Path
from lexicon.words.about import store_about
from lexicon.words.bringing import ReadingOptions, bring
from tests.peak_memory import peak_mb
brought = bring(Path(sys.argv[1]), ReadingOptions())
store_about(Path(sys.argv[2]), brought.about)
print(json.dumps([len(brought.codes), len(brought.about), brought.sha256, peak_mb()]))
"""


@given(
    data=FILES,
    name=st.sampled_from(NAMES),
    tile_set=st.sampled_from(sorted(tile_sets())),
    asked=st.fixed_dictionaries(
        {},
        optional={
            "format": st.sampled_from(("plain", "zyzzyva", "tab", "kwg")),
            "encoding": st.sampled_from(("utf-8", "utf-16", "latin-1", "windows-1252")),
            "digraphs": st.sampled_from(("brackets", "one")),
        },
    ),
)
def test_any_bytes_are_words_or_a_refusal(
    data: bytes, name: str, tile_set: str, asked: dict[str, str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = outcome(Sent(Path(folder)), data, name, tile_set=tile_set, **asked)
    if isinstance(came, ListRefused):
        assert came.message.isprintable()
        assert came.message.endswith(".")
        assert len(came.message) < 400
    else:
        longest = tile_sets()[tile_set].longest
        assert came.codes == sorted(set(came.codes))
        assert {*came.by_length} <= {*range(2, longest + 1)}
        assert sum(came.by_length.values()) == len(came.codes) > 0
        assert {*came.about} <= {*came.codes}


def outcome(sent: Sent, data: bytes, name: str, **asked: str) -> Brought | ListRefused:
    """Returns the words of a file, or its refusal; anything else is raised."""
    try:
        return sent.brought(data, name, **asked)
    except ListRefused as refused:
        return refused


WORDS = min(300_000, times(60_000))
"""As many as the longest list of any language where the run is deep."""


def measured(path: Path) -> tuple[int, int, str, int]:
    """Returns words, words told about, hash, and the most memory in MB that bringing them took."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, path, path.parent],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    words, told, sha256, peak = json.loads(done.stdout)
    return words, told, sha256, peak


def invented_words(count: int) -> Iterator[str]:
    """Yields so many different words of 5 to 13 letters."""
    dice = random.Random(6)
    seen: set[str] = set()
    while len(seen) < count:
        word = "".join(dice.choices("abcdefghiklmnoprstuvz", k=dice.randint(5, 13)))
        if word not in seen:
            seen.add(word)
            yield word


@pytest.fixture(scope="module")
def told_of(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compressed list of words, each with a definition, some beyond Latin letters."""
    path = tmp_path_factory.mktemp("lists") / "words.txt.gz"
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as opened:
        for number, word in enumerate(invented_words(WORDS)):
            opened.write(f"{word} {'a definition of some length – ' * (1 + number % 4)}[n -S]\n")
    return path


@pytest.mark.deep("It makes and brings in 300,000 words; a usual run brings in fewer.")
@needs_a_peak
def test_300_000_words_with_definitions_take_less_than_300_mb(told_of: Path) -> None:
    words, told, _, peak = measured(told_of)
    assert words == told == 300_000
    assert peak < 300


@needs_a_peak
def test_a_long_list_in_other_order_and_case_is_the_same_list(told_of: Path) -> None:
    path = told_of.with_name("turned.txt")
    with gzip.open(told_of, "rt", encoding="utf-8") as opened:
        lines = [line.partition(" ")[0].upper() for line in opened]
    path.write_text("\r\n".join(reversed(lines)), encoding="utf-16")
    words, told, sha256, peak = measured(path)
    assert (words, told) == (WORDS, 0)
    assert sha256 == measured(told_of)[2]
    assert peak < 300
