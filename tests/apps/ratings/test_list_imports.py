"""Published lists taken in: staff may; who is meant is recorded, and every way back works."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.actors import Actor
from core.journal import stream_file
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import says
from core.models import JournalEntry, Stream
from people.commands import AddPlayer
from people.models import Player
from ratings.commands.imports import ImportRatings
from ratings.commands.matching import MatchName
from ratings.models import ImportedRating, ListImport, NameMatch, RatingList
from ratings.selectors.import_report import open_rows
from tests.apps.ratings.list_cases import (
    KEY,
    a_list,
    a_register,
    do,
    entries,
    line,
    meant,
    restore,
    take_in,
    undo,
)
from tests.builders.grounds import built_once

pytestmark = [pytest.mark.both_databases("collation", "constraints"), pytest.mark.django_db]

ANN, BEA, DOV = line(1, "Smith, Ann"), line(2, "BEA LEE", 1400), line(3, "Dov Katz", 1300)


@pytest.fixture(autouse=True)
@built_once
def _ground() -> None:
    a_register()
    a_list()


def match(name: str, player: str = "") -> None:
    do(MatchName(rating_list=KEY, name=name, player=player))


def rows() -> list[tuple[Any, ...]]:
    held = ImportedRating.objects.order_by("list_import__number", "line")
    return list(held.values_list("list_import__number", "line", "name", "player"))


def test_only_operators_take_a_list_in(db: None) -> None:
    guest = User.objects.create_user("guest")
    command = ImportRatings(
        rating_list=KEY, effective_on=date(2026, 1, 5), format="csv", rows=(ANN,)
    )
    with pytest.raises(NotAllowed):
        execute(command, actor=Actor(name="guest", user=guest))
    staff = User.objects.create_user("staff", is_superuser=True)
    execute(command, actor=Actor(name="staff", user=staff))
    assert ListImport.objects.count() == 1


def test_a_line_is_matched_by_its_number_and_then_by_a_name_that_one_player_has() -> None:
    take_in(
        line(1, "Anne Smythe", association_number="17"),
        line(2, "lee, BEA"),
        line(3, "Cem Oz", association_number="aa3"),
        line(4, "Dov Katz"),
        line(5, "Eve New"),
    )
    assert meant() == {
        "Anne Smythe": "ann",
        "lee, BEA": "bea",
        "Cem Oz": "cem",
        "Dov Katz": "",
        "Eve New": "",
    }
    assert says(entries()[-1]) == (
        "List of 2026-01-05 imported: 5 ratings, 3 of players in the register"
        " (2 by number, 1 by name)"
    )


def test_a_name_with_another_number_is_somebody_else() -> None:
    take_in(line(1, "Ann Smith", association_number="99"), line(2, "Cem Öz"))
    assert meant() == {"Ann Smith": "", "Cem Öz": "cem"}


def test_a_number_wins_over_a_name_and_two_names_of_one_player_mean_nobody() -> None:
    take_in(
        line(1, "A. S.", association_number="17"),
        line(2, "Ann Smith"),
        line(3, "Bea Lee", association_number="5"),
        line(4, "Lee, Bea", association_number="6"),
    )
    assert meant() == {"A. S.": "ann", "Ann Smith": "", "Bea Lee": "", "Lee, Bea": ""}


def test_a_family_name_may_come_first_without_a_comma_only_in_a_list_of_tsh() -> None:
    take_in(line(1, "LEE BEA"), format="tab")
    assert meant() == {"LEE BEA": ""}
    take_in(line(1, "LEE BEA"), format="tsh")
    assert list(ImportedRating.objects.values_list("player", flat=True)) == ["", "bea"]


def test_what_a_person_said_of_a_name_holds_for_this_import_and_for_later_ones() -> None:
    take_in(ANN, BEA, DOV)
    match("Dov Katz", "dov-2")
    match("BEA LEE")
    assert meant() == {"Smith, Ann": "ann", "BEA LEE": "", "Dov Katz": "dov-2"}
    take_in(line(7, "Dov Katz"), line(8, "BEA LEE"), on=date(2026, 2, 5))
    assert [row[3] for row in rows()[3:]] == ["dov-2", ""]
    assert [says(entry) for entry in entries()[2:4]] == [
        "Dov Katz on the list is dov-2",
        "BEA LEE on the list is nobody in the register",
    ]


@pytest.mark.parametrize(
    ("name", "player", "said"),
    [
        ("Dov Katz", "nobody", "The register has no player nobody."),
        ("Dov Katz", "ann", "ann is already matched to line 1 of the list, Smith, Ann."),
        ("Somebody", "ann", "The list has no line for 'Somebody'."),
    ],
)
def test_a_match_that_cannot_be_is_refused(name: str, player: str, said: str) -> None:
    take_in(ANN, BEA, DOV)
    with pytest.raises(Refused, match=said):
        match(name, player)
    assert not NameMatch.objects.exists()


def test_of_two_lines_of_one_name_neither_is_matched_by_it_but_both_may_be_nobody() -> None:
    take_in(line(1, "Eve New", association_number="5"), line(2, "Eve New", association_number="6"))
    with pytest.raises(Refused, match="2 lines of the list are called Eve New"):
        match("Eve New", "bea")
    match("Eve New")
    assert not open_rows(ListImport.objects.get()).exists()


def test_a_name_said_by_hand_means_nobody_where_a_later_import_has_it_twice() -> None:
    take_in(DOV)
    match("Dov Katz", "dov-2")
    take_in(
        line(1, "Dov Katz", association_number="5"),
        line(2, "Dov Katz", association_number="6"),
        on=date(2026, 2, 5),
    )
    assert [row[3] for row in rows()] == ["dov-2", "", ""]


def test_a_match_is_changed_and_a_match_that_is_there_is_refused() -> None:
    take_in(ANN, BEA, DOV)
    match("Dov Katz", "dov-2")
    match("Dov Katz", "dov-1")
    assert meant()["Dov Katz"] == "dov-1"
    with pytest.raises(Refused, match="This would change nothing"):
        match("Dov Katz", "dov-1")


def test_undo_and_redo_of_a_match_put_the_lines_back() -> None:
    take_in(ANN, BEA, DOV)
    match("BEA LEE")
    undo(3)
    assert meant()["BEA LEE"] == "bea"
    undo(4)
    assert meant()["BEA LEE"] == ""
    assert NameMatch.objects.get().player == ""


def test_an_import_is_taken_back_and_done_again_with_what_was_said_since() -> None:
    take_in(ANN, BEA, DOV)
    match("Dov Katz", "dov-2")
    before = rows()
    undo(2)
    assert not ListImport.objects.exists()
    assert not ImportedRating.objects.exists()
    undo(4)
    assert rows() == before


def test_an_import_done_again_means_whom_it_meant_though_the_register_moved_on() -> None:
    take_in(line(1, "Eve New"), BEA)
    undo(2)
    do(AddPlayer(key="eve", given_name="Eve", family_name="New"))
    undo(3)
    assert meant() == {"Eve New": "", "BEA LEE": "bea"}
    take_in(line(1, "Eve New"))
    assert [row[3] for row in rows()] == ["", "bea", "eve"]


def test_the_number_of_an_import_that_was_taken_back_is_given_to_no_other() -> None:
    take_in(ANN)
    undo(2)
    take_in(BEA)
    assert [row[0] for row in rows()] == [2]
    undo(3)
    assert [row[0] for row in rows()] == [1, 2]


def test_a_restore_goes_back_over_imports_and_matches() -> None:
    take_in(ANN, BEA, DOV)
    match("Dov Katz", "dov-1")
    take_in(line(1, "Dov Katz"), on=date(2026, 2, 5))
    held = rows()
    restore(1)
    assert not ListImport.objects.exists()
    assert not NameMatch.objects.exists()
    undo(5)
    assert rows() == held


def test_a_replay_needs_no_register_and_gives_the_same_rows() -> None:
    take_in(ANN, BEA, DOV)
    match("Dov Katz", "dov-2")
    held = rows()
    written = list(stream_file.written(f"list:{KEY}"))
    _forget_everything()
    stream_file.replay(iter(written))
    assert rows() == held
    assert held[2][3] == "dov-2"


def _forget_everything() -> None:
    with writing():
        for model in (RatingList, Player, JournalEntry, Stream):
            model.objects.all().delete()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"on": date(1900, 1, 1)}, "The date 1900-01-01 is too early, or in the future."),
        ({"on": date(2999, 1, 1)}, "The date 2999-01-01 is too early, or in the future."),
        ({"format": "xls"}, "No format is called 'xls'."),
        ({"file_name": "x" * 121}, "file name"),
        ({"file_name": "a\nb"}, "file name: it contains a character that cannot be printed."),
    ],
)
def test_an_import_that_cannot_be_is_refused_and_leaves_nothing(
    more: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refused, match=said):
        take_in(ANN, **more)
    assert not ListImport.objects.exists()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "The list is empty."),
        ((ANN, line(1, "Bea Lee")), "Line 1 occurs twice."),
        ((line(0, "Bea Lee"),), "Line 0 occurs twice."),
        ((line(1, ""),), "Line 1: The line has no name."),
        ((line(4, "Ann", -5),), "Line 4: A rating is a whole number from 1 to 9999"),
        ((line(4, "Ann", games=-1),), "Line 4: Games are a whole number"),
        ((ANN, line(2, "ann smith")), "Line 2: ann smith is already in line 1"),
    ],
)
def test_one_line_that_cannot_be_refuses_all_of_them(lines: Any, said: str) -> None:
    with pytest.raises(Refused, match=said):
        take_in(*lines)
    assert not ImportedRating.objects.exists()


def test_a_long_list_takes_as_many_queries_as_a_short_one_and_a_few_more() -> None:
    def queries(count: int, day: int) -> int:
        lines = [line(n, f"Player {n}", association_number=str(n)) for n in range(1, count + 1)]
        with CaptureQueriesContext(
            connection,
        ) as caught:
            take_in(*lines, on=date(2026, 1, day))
        return len(caught)

    assert queries(1, 1) <= 16
    # SQLite takes some hundred values in a statement.
    assert queries(6000, 2) <= 16 + 6000 * 9 // 900
