"""Writing a folder: layout, privacy, names that the format cannot carry, and archives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ratings.systems.registry import SYSTEMS
from tests.domain.formats.folders import CONFIG, reading
from tournaments.formats.content import (
    BoardContent,
    DivisionContent,
    EntryContent,
    EventContent,
    RoundContent,
    SeatContent,
)
from tournaments.formats.tsh import TshError, read_archive, read_tsh, write_archive, write_tsh


def event(*entries: EntryContent, **more: Any) -> EventContent:
    return EventContent(
        "Event", divisions=(DivisionContent("A", entries, (), planned_rounds=0, **more),)
    )


def lines(content: EventContent, file: str = "a.t", *, public: bool = False) -> list[str]:
    return write_tsh(content, public=public)[file].decode().splitlines()


def written_back(players: str, config: str = CONFIG) -> list[str]:
    return lines(reading(players, config).content)


def test_names_take_22_columns_ratings_5_and_fields_stand_in_alphabetical_order() -> None:
    text = (
        "Abbot, Ada:ZZ1          950 2 00 0; 400 00 -50; p12 1 00 2; board 3; xy 1; class B\n"
        "Brook, Bea             12345 1; 300; p12 2; board 3; Tag a\\;b"
    )
    assert written_back(text) == [
        "Abbot, Ada:ZZ1           950 2 00 0; 400 00 -50; board 3; class B; p12 1 00 2; xy 1",
        "Brook, Bea             12345 1; 300; Tag a\\;b; board 3; p12 2",
    ]


def test_a_player_without_pairings_has_empty_lists() -> None:
    assert lines(event(EntryContent(1, "Ada"))) == ["Ada                        0 ;"]
    assert lines(event(EntryContent(1, "Ada", prize_class="B"))) == [
        "Ada                        0 ; ; class B"
    ]


def test_games_without_a_recorded_side_are_open_once_others_have_one() -> None:
    text = "Ada 0 2 2; 1 2; p12 1\nBea 0 1 1; 2 1; p12 2"
    assert [line[-8:] for line in written_back(text)] == [" p12 1 4", " p12 2 4"]
    assert "p12" not in "".join(written_back("Ada 0 2; 1\nBea 0 1; 2"))


def test_a_number_that_nobody_holds_keeps_its_line() -> None:
    content = event(EntryContent(1, "Ada"), EntryContent(3, "Cleo"))
    assert [line.split()[0] for line in lines(content)] == ["Ada", "Vacant", "Cleo"]
    assert read_tsh(write_tsh(content)).content == content


def test_a_withdrawal_later_than_the_last_game_is_stated_for_wallchart() -> None:
    content = event(EntryContent(1, "Ada", withdrawn_from=4, missed_spread=-50))
    assert "#wallchart withdrawn_from{'A'} = {'1' => 4}" in lines(content, "config.tsh")
    assert read_tsh(write_tsh(content)).content == content


def test_rules_that_tsh_does_not_know_stand_in_comments() -> None:
    content = event(EntryContent(1, "Ada"), ruleset="club", overrides={"base_time_s": 900})
    found = lines(content, "config.tsh")
    assert "#wallchart ruleset{'A'} = 'club'" in found
    assert "#wallchart base_time_s{'A'} = 900" in found


def test_rules_that_tsh_knows_stand_in_its_words() -> None:
    content = event(
        EntryContent(1, "Ada"),
        ruleset="wespa",
        rating_system="wespa",
        overrides={"spread_cap": [300], "start_tie": "draw", "forfeit_loss_counts": "ignore"},
    )
    assert lines(content, "config.tsh") == [
        "division A a.t",
        "config event_name = 'Event'",
        "config max_rounds = 0",
        "config realm = 'wespa'",
        "config rating_system = 'wespa'",
        "config track_firsts = 1",
        "config spread_cap = [300]",
        "config bye_firsts = 'ignore'",
    ]


WORDS_OF_TSH = [
    "absp",
    "aus",
    "deu",
    "elo",
    "ken",
    "naspa-csw",
    "naspa-csw-lct",
    "naspa2024",
    "naspa2024-lct",
    "nsa",
    "nsa-lct",
    "nsa2008",
    "nsa2008-lct",
    "naspa",
    "nor",
    "pak",
    "thai",
    "wespa",
    "glixo",
    "glixo2",
    "glixo-nor",
    "none",
]


@pytest.mark.parametrize("system", ["", *SYSTEMS])
def test_every_rating_system_is_written_in_a_word_that_tsh_can_rate_by(system: str) -> None:
    content = event(EntryContent(1, "Ada"), rating_system=system)
    said = [
        line for line in lines(content, "config.tsh") if line.startswith("config rating_system")
    ]
    assert [line.split("'")[1] in WORDS_OF_TSH for line in said] == [True] * bool(system)
    assert read_tsh(write_tsh(content)).content == content


def test_a_rating_system_that_tsh_lacks_is_stated_for_wallchart_beside_the_one_instead() -> None:
    content = event(EntryContent(1, "Ada"), ruleset="naspa-csw", rating_system="naspa2024-csw")
    assert lines(content, "config.tsh")[-2:] == [
        "config rating_system = 'naspa-csw'",
        "#wallchart rating_system{'A'} = 'naspa2024-csw'",
    ]
    with pytest.raises(TshError):
        reading("Ada 0 ;", f"{CONFIG}#wallchart rating_system{{'A'}} = 'swiss'\n")


def test_a_public_folder_leaves_out_what_concerns_nobody_else() -> None:
    config = f"# for the director\n{CONFIG}perl run()\nprize rank 1 A 5\n#wallchart\n# x\n"
    players = "# secret\nAda 1 ; ; password ABC; hometown X; Grade 4; schoolname Y; pname Z; tag t"
    content = reading(players, config).content
    assert lines(content, public=True) == ["Ada                        1 ; ; tag t"]
    assert lines(content, "config.tsh", public=True) == [
        "division A a.t",
        "config event_name = 'Unnamed Event'",
        "config max_rounds = 0",
        "prize rank 1 A 5",
    ]
    assert "password ABC" in lines(content)[1]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Player 7", "name.unwritable"),
        ("Player 7 Abbot", "name.unwritable"),
        ("Ada; Bea", "name.unwritable"),
        ("# Ada", "name.unwritable"),
        ("", "name.unwritable"),
        ("Ada:ZZ1", "name.unwritable"),
        ("Ada\nBea", "line.control_character"),
        ("Ada\x85", "line.control_character"),
        ("Ada \ud800", "encoding.not_encodable"),
    ],
)
def test_a_name_that_the_format_cannot_carry_is_refused(name: str, code: str) -> None:
    with pytest.raises(TshError) as caught:
        write_tsh(event(EntryContent(1, "Bea"), EntryContent(2, name)))
    assert (caught.value.code, caught.value.file, caught.value.line) == (code, "a.t", 2)


def test_a_kept_line_cannot_smuggle_in_another() -> None:
    content = replace(event(EntryContent(1, "Ada")), kept={"config": ["prize 1\nperl exit"]})
    with pytest.raises(TshError):
        write_tsh(content)
    smuggled = event(EntryContent(1, "Ada", kept={"x": "1\nBea 1500 ;"}))
    with pytest.raises(TshError):
        write_tsh(smuggled)


@pytest.mark.parametrize(
    ("names", "code"),
    [((), "division.none"), (("--",), "division.name"), (("A 1", "A-1"), "division.name")],
)
def test_divisions_need_names_that_tsh_can_tell_apart(names: tuple[str, ...], code: str) -> None:
    divisions = tuple(DivisionContent(name, (), (), planned_rounds=0) for name in names)
    with pytest.raises(TshError) as caught:
        write_tsh(EventContent("E", divisions=divisions))
    assert caught.value.code == code


def test_two_divisions_are_not_written_to_one_file() -> None:
    a, b = (DivisionContent(n, (), (), planned_rounds=0, kept={"file": "x.t"}) for n in "AB")
    with pytest.raises(TshError) as caught:
        write_tsh(EventContent("E", divisions=(a, b)))
    assert caught.value.code == "division.file"


@pytest.mark.parametrize(("number", "length"), [(2001, 1), (0, 1), (1, 201)])
def test_a_division_that_no_file_can_hold_is_refused(number: int, length: int) -> None:
    division = DivisionContent(
        "A", (EntryContent(number, "Ada"),), (RoundContent(length),), planned_rounds=length
    )
    with pytest.raises(TshError) as caught:
        write_tsh(EventContent("E", divisions=(division,)))
    assert caught.value.code == "division.too_large"


def test_exports_are_the_same_whatever_the_order_of_entries_and_games() -> None:
    entries = tuple(EntryContent(n, f"Player{n}x") for n in range(1, 5))
    boards = tuple(
        BoardContent((SeatContent(a, score=1), SeatContent(b, score=2)), a)
        for a, b in ((1, 2), (3, 4))
    )
    forward = DivisionContent("A", entries, (RoundContent(1, boards),), planned_rounds=1)
    backward = replace(forward, entries=entries[::-1], rounds=(RoundContent(1, boards[::-1]),))
    one, two = (write_tsh(EventContent("E", divisions=(d,))) for d in (forward, backward))
    assert one == two


def test_an_archive_is_the_configuration_with_its_files_inside() -> None:
    files = {"config.tsh": b"division A a.t\n", "a.t": b"Ada 1 ;"}
    archive = write_archive(files)
    assert archive == (
        b"# tsh archive file\ndivision A a.t\n#begin_file name=a.t\nAda 1 ;\n#end_file name=a.t\n"
    )
    assert read_tsh({"event.tsh": archive}) == read_tsh(read_archive(archive))


def test_lines_of_an_archived_configuration_keep_their_numbers() -> None:
    data = b"#begin_file name=a.t\nAda 1 ;\n#end_file name=a.t\ndivision A a.t\nconfig x = (\n"
    with pytest.raises(TshError) as caught:
        read_tsh({"all.tsh": data})
    assert (caught.value.file, caught.value.line) == ("config.tsh", 5)


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"division A a.t\n#begin_file name=a.t\nAda 1 ;\n", "archive.unfinished", 2),
        (b"#begin_file name=a.t\n#end_file\n#begin_file name=a.t\n", "archive.file_twice", 3),
        (b"#begin_file name=config.tsh\n", "archive.file_twice", 1),
    ],
)
def test_a_broken_archive_is_refused(data: bytes, code: str, line: int) -> None:
    with pytest.raises(TshError) as caught:
        read_archive(data)
    assert (caught.value.code, caught.value.line) == (code, line)


def test_a_folder_without_a_configuration_is_refused() -> None:
    for files in ({}, {"a.t": b"Ada 1 ;"}, {"a.t": b"", "b.t": b""}):
        with pytest.raises(TshError) as caught:
            read_tsh(files)
        assert caught.value.code == "folder.no_config"
