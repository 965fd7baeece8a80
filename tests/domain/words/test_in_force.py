"""The edition that an association plays by on a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.editions import (
    SAID,
    Purpose,
    Window,
    association_named,
    associations,
    edition_named,
    editions,
    known_windows,
    window_on,
    windows,
    windows_of,
)


def named(day: str, association: str, purpose: Purpose = "rated", *said: Window) -> str | None:
    """Returns the name of what is in force."""
    found = window_on(date.fromisoformat(day), association, purpose, said)
    return None if found is None else found.edition


def said(edition: str, since: str, until: str | None = None, association: str = "WESPA") -> Window:
    """Returns a window that the people of the place gave."""
    end = None if until is None else date.fromisoformat(until)
    return Window(association, edition, date.fromisoformat(since), end, "rated", SAID)


@pytest.mark.parametrize(
    ("day", "association", "name"),
    [
        ("1978-08-31", "NASPA", None),
        ("1978-09-01", "NASPA", "OSPD1"),
        ("1998-03-01", "NASPA", "OTCWL1"),
        ("2006-02-28", "NASPA", "OTCWL1"),
        ("2006-03-01", "NASPA", "OTCWL2"),
        ("2024-02-28", "NASPA", "NWL2020"),
        ("2024-02-29", "NASPA", "NWL2023"),
        ("2026-11-21", "NASPA", "NWL2023"),
        ("2026-11-21", "naspa collins", "CSW24"),
        ("2024-12-31", "CoCo", "CSW21"),
        ("2025-01-01", "ABSP", "CSW24"),
        ("1990-06-01", "ABSP", "OSW2"),
        ("2001-01-01", "ABSP", "OSW4"),
        ("2001-06-01", "ABSP", "SOWPODS"),
        ("2026-11-21", "WGPO", "WOW24"),
        ("2023-12-31", "WGPO", None),
        ("2023-12-31", "FISF", "ODS8"),
        ("2026-11-21", "FISF", "ODS9"),
        ("2026-11-21", "nobody", None),
    ],
)
def test_the_edition_in_force_is_the_last_that_began(
    day: str, association: str, name: str | None
) -> None:
    assert named(day, association) == name


def test_associations_change_over_on_days_of_their_own() -> None:
    assert named("2015-07-30", "Australia") == "CSW12"
    assert named("2015-07-31", "Australia") == "CSW15"
    assert named("2015-08-31", "WESPA") == "CSW12"
    assert named("2015-09-01", "WESPA") == "CSW15"


def test_school_and_home_have_lists_of_their_own() -> None:
    assert named("2026-11-21", "NASPA", "school") == "NSWL2023"
    assert named("2018-01-01", "NASPA", "school") is None
    assert named("2026-11-21", "NASPA", "home") == "OSPD7"
    assert named("2010-01-01", "NASPA", "home") == "OSPD4"


def test_an_edition_without_a_last_day_is_not_current_once_another_began() -> None:
    ended = {window.edition: window.until for window in windows_of("OSPD3")}
    assert ended == {"OSPD3": date(2005, 5, 31)}
    assert [w.until for w in windows_of("SOWPODS") if w.association == "WESPA"] == [
        date(2002, 12, 31)
    ]
    assert [w.until for w in windows_of("nwl23")] == [None]


def test_what_is_current_since_nobody_knows_when_is_in_force_and_says_so() -> None:
    window = window_on(date(2026, 11, 21), "FISE")
    assert window is not None
    assert (window.edition, window.since, window.until) == ("FILE2017", None, None)


def test_a_window_said_with_an_end_stands_before_what_is_known_until_then() -> None:
    later = said("CSW21", "2022-01-01", "2025-06-30")
    assert named("2025-06-30", "WESPA", "rated", later) == "CSW21"
    assert named("2025-07-01", "WESPA", "rated", later) == "CSW24"
    assert named("2025-06-30", "ABSP", "rated", later) == "CSW24"


def test_what_was_said_for_a_while_ends_nothing_else() -> None:
    once = said("CSW19", "2026-03-01", "2026-03-07")
    days = ["2026-02-28", "2026-03-07", "2026-03-08"]
    assert [named(day, "WESPA", "rated", once) for day in days] == ["CSW24", "CSW19", "CSW24"]


def test_an_open_window_that_was_said_lasts_until_something_begins_later() -> None:
    early = said("CSW24", "2024-09-01")
    assert named("2024-08-31", "WESPA", "rated", early) == "CSW21"
    assert named("2024-09-01", "WESPA", "rated", early) == "CSW24"
    late = said("CSW19", "2020-01-01")
    assert named("2021-12-31", "WESPA", "rated", late) == "CSW19"
    assert named("2022-01-01", "WESPA", "rated", late) == "CSW21"


def test_an_edition_that_the_program_does_not_know_can_be_in_force() -> None:
    new = said("CSW28", "2029-01-01")
    window = window_on(date(2030, 1, 1), "WESPA", "rated", [new])
    assert window == new
    assert edition_named(new.edition) is None
    assert windows_of("csw28", [new]) == (new,)


def test_an_association_is_known_in_any_case_and_another_keeps_its_name() -> None:
    assert association_named(" coco ") == "CoCo"
    assert association_named("Iceland") == "Iceland"


def test_no_free_list_is_in_force_anywhere() -> None:
    played = {window.edition for window in known_windows()}
    assert not played & {edition.name for edition in editions() if edition.is_free}


DAYS = st.dates(date(1975, 1, 1), date(2035, 1, 1))
SAID_WINDOWS = st.builds(
    lambda association, edition, since, days, purpose: Window(
        association,
        edition,
        since,
        None if days is None else since + timedelta(days=days),
        purpose,
        SAID,
    ),
    st.sampled_from(["WESPA", "NASPA", "Iceland"]),
    st.sampled_from(["CSW19", "CSW24", "NWL2020", "OSPD6", "Local"]),
    DAYS,
    st.none() | st.integers(0, 3000),
    st.sampled_from(get_args(Purpose)),
)


@given(
    day=DAYS,
    association=st.sampled_from([*associations(), "Iceland"]),
    purpose=st.sampled_from(get_args(Purpose)),
    overrides=st.lists(
        SAID_WINDOWS, max_size=5, unique_by=lambda w: (w.association, w.edition, w.purpose)
    ),
)
def test_the_window_holds_the_day_and_none_that_holds_it_began_later(
    day: date, association: str, purpose: Purpose, overrides: list[Window]
) -> None:
    found = window_on(day, association, purpose, overrides)
    holding = [
        window
        for window in windows(overrides)
        if (window.association, window.purpose) == (association, purpose) and window.holds(day)
    ]
    assert (found is None) == (not holding)
    if found is not None:
        assert found in holding
        for_a_while = [w for w in holding if w.confidence == SAID and w in overrides and w.until]
        rivals = for_a_while or holding
        assert all((found.since or date.min) >= (w.since or date.min) for w in rivals)
    assert found == window_on(day, association, purpose, overrides[::-1])


def test_each_known_window_is_of_a_known_edition() -> None:
    assert all(edition_named(window.edition) for window in known_windows())
