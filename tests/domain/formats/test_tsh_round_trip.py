"""What is written is read back as it was, and nothing makes the reader fail but its own error."""

from __future__ import annotations

import contextlib
import json
import time

from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tests.domain.formats.contents import events
from tests.domain.formats.folders import reading
from tournaments.formats.content import EventContent, content_from_json, content_to_json
from tournaments.formats.tsh import TshError, read_archive, read_tsh, write_archive, write_tsh


@given(events())
def test_a_written_event_is_read_back_as_it_was(content: EventContent) -> None:
    read = read_tsh(write_tsh(content))
    assert read.content == content
    assert read.report == ()


@examples(30)
@given(events())
def test_an_archive_carries_the_same_event(content: EventContent) -> None:
    archive = write_archive(write_tsh(content))
    assert archive.startswith((b"# tsh archive file\n", b"\xef\xbb\xbf# tsh archive file\n"))
    assert read_tsh({"all.tsh": archive}).content == content
    assert set(read_archive(archive)) == set(write_tsh(content))


@examples(30)
@given(events())
def test_content_survives_a_journey_through_json(content: EventContent) -> None:
    assert content_from_json(json.loads(json.dumps(content_to_json(content)))) == content


@given(st.binary(), st.binary())
def test_any_bytes_are_read_or_refused(config: bytes, players: bytes) -> None:
    for files in ({"config.tsh": config}, {"config.tsh": b"division A a.t", "a.t": players}):
        with contextlib.suppress(TshError):
            read_tsh(files)


_STATEMENTS = st.sampled_from(
    (
        "config spread_cap = [1, 2]",
        "config spread_cap{'A'} = 300",
        "config spread_cap[1] = 'x'",
        "config max_rounds = 3",
        "config realm = 'thai'",
        "config rating_system = 'naspa'",
        "config assign_firsts = -1",
        "config tfile_encoding = 'cp1252'",
        "config event_name = 'Zürich'",
        "encoding utf8",
        "perl exit 3",
        "#wallchart vacant{'A'} = [1, 2]",
        "#wallchart withdrawn_from{'A'} = {'1' => 2}",
        "#wallchart ruleset{'A'} = 'club'",
        "prize rank 1 A €5",
        "mystery",
    )
)
_FIELDS = st.sampled_from(
    ("p12 1", "p12 2 4", "board 3", "off", "off -50", "class A", "lifeg 00", "initrec 1 .5",
     "penalty 0 -5", "odd \\; \\q\\\\", "odd", "# 12", "", "team é", "\\")
)  # fmt: skip
_NUMBERS = st.lists(st.sampled_from(["1", "2", "0", "00"]), max_size=3).map(" ".join)
_PLAYERS = st.builds(
    lambda name, rating, opponents, scores, fields: (
        f"{name} {rating} {opponents}; {'; '.join([scores, *fields])}"
    ),
    st.sampled_from(["Abbot, Ada", "Zoë:ZZ1", "Łucja", "# x", "Bea\\"]),
    st.sampled_from(["0", "1500", "12.5", "900+80"]),
    _NUMBERS,
    st.sampled_from(["", "50", "0 -50", "400 00 400"]),
    st.lists(_FIELDS, max_size=3),
)


@given(
    st.lists(_STATEMENTS, max_size=4).map("\n".join),
    st.lists(_PLAYERS, max_size=2).map("\r\n".join),
)
def test_almost_right_files_are_refused_or_written_as_they_read(config: str, players: str) -> None:
    files = {"config.tsh": f"division A a.t\n{config}".encode(), "a.t": players.encode()}
    with contextlib.suppress(TshError):
        content = read_tsh(files).content
        assert read_tsh(write_tsh(content)).content == content


def test_a_division_of_109_players_and_14_rounds_reads_in_under_50_ms() -> None:
    count, length = 110, 14
    lines = []
    for number in range(1, count + 1):
        other = number + 1 if number % 2 else number - 1
        row = " ".join([str(other)] * length)
        lines.append(f"Player {number}th 1500 {row}; {' '.join(['400'] * length)}; p12 3")
    players = "\n".join(lines).replace("p12 3", "p12 " + " ".join(["3"] * length))
    fastest = min(_seconds(players) for _ in range(5))
    assert fastest < 0.05


def _seconds(players: str) -> float:
    start = time.thread_time()
    assert len(reading(players).content.divisions[0].rounds) == 14
    return time.thread_time() - start
