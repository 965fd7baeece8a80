"""NASPA's forms: the archive and the plain text read back as the same rated games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from tests.domain.formats.submissions import games_of, games_of_content, small, submissions
from tournaments.formats.submission import PersonName, Submission, read_name
from tournaments.formats.submission.names import tsh_name_of
from tournaments.formats.submission.naspa import write_naspa_archive, write_naspa_text
from tournaments.formats.tsh import read_tsh

PROGRAM = "Wallchart 1.0"


def test_the_archive_holds_names_numbers_ratings_opponents_scores_and_sides_and_no_more() -> None:
    assert write_naspa_archive(small(), PROGRAM).decode() == (
        "# tsh archive file\n"
        "# Wallchart 1.0\n"
        "division A a.t\n"
        "config event_name = 'Spring Open'\n"
        "config event_date = '2026-05-03'\n"
        "config max_rounds = 2\n"
        "config rating_system = 'nsa2008'\n"
        "#begin_file name=a.t\n"
        "Abbot, Ada:AA000001     1600 2 3; 423 400; lifeg 120; p12 2 4\n"
        "Bea Botham:AA000002     1500 1 0; 389 -50; lifeg 120; p12 1 0\n"
        "Colby, Cleo, III:AA000004  1300 0 1; 50 400; lifeg 120; p12 0 4\n"
        "#end_file name=a.t\n"
    )


def test_the_plain_text_has_a_line_for_each_player_under_its_division() -> None:
    assert write_naspa_text(small()).decode() == (
        "#division A\n"
        "Abbot, Ada:AA000001     1600 2 3; 423 400\n"
        "Bea Botham:AA000002     1500 1 0; 389 -50\n"
        "Colby, Cleo, III:AA000004  1300 0 1; 50 400\n"
    )


def test_without_a_first_day_the_archive_has_the_dates_in_the_events_own_words() -> None:
    undated = replace(small(), held_on=None)
    assert b"config event_date = '3 May'\n" in write_naspa_archive(undated, PROGRAM)


def test_a_name_with_letters_beyond_eight_bits_makes_the_archive_utf_8() -> None:
    event = small()
    division = event.divisions[0]
    ada = division.players[0].__class__(1, PersonName("Łukasz"), 1600)
    changed = Submission(
        event.name,
        event.dates,
        event.held_on,
        (
            division.__class__(
                "A", "naspa", 2, (ada, *division.players[1:]), division.games, division.idle
            ),
        ),
    )
    data = write_naspa_archive(changed, PROGRAM)
    assert "Łukasz" in data.decode("utf-8")
    assert read_tsh({"all.tsh": data}).content.divisions[0].entries[0].name == "Łukasz"


@pytest.mark.parametrize(
    ("entered", "written"),
    [
        ("Abbot, Ada", "Abbot, Ada"),
        ("Ada Abbot", "Ada Abbot"),
        ("Abbot, Ada, Jr", "Abbot, Ada, Jr"),
        ("Bob 2", "Bob (2)"),
        ("Bob 12.5", "Bob (12.5)"),
        ("Bob; 3", "Bob (3)"),
        ("Bob:AA000001", "Bob AA000001"),
        ("# Bob", "Bob"),
        ("Bob\r\nEve 1500", "Bob Eve (1500)"),
        ("", "?"),
        (";;", "?"),
    ],
)
def test_a_name_is_written_as_a_tsh_line_can_hold_it(entered: str, written: str) -> None:
    assert tsh_name_of(read_name(entered)) == written


@given(submissions())
def test_an_archive_of_any_names_reads_back_as_the_same_games(event: Submission) -> None:
    read = read_tsh({"all.tsh": write_naspa_archive(event, PROGRAM)}).content
    assert [games_of_content(d) for d in read.divisions] == [games_of(d) for d in event.divisions]


@given(submissions())
def test_the_plain_text_of_any_names_reads_back_as_the_same_games(event: Submission) -> None:
    data = write_naspa_text(event)
    text = data.decode("utf-8" if _is_utf8(data) else "latin-1")
    blocks = [part.split("\n", 1) for part in text.split("#division ")[1:]]
    assert len(blocks) == len(event.divisions)
    for (name, lines), division in zip(blocks, event.divisions, strict=True):
        files = {
            "config.tsh": f"division {name} x.t\nconfig tfile_encoding = 'utf8'\n".encode(),
            "x.t": lines.encode(),
        }
        (read,) = read_tsh(files).content.divisions
        assert games_of_content(read) == games_of(division)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
