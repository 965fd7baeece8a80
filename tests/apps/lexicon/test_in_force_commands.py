"""The dates on which lists are in force, as the people of an installation enter them."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest

from core.actors import Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from lexicon.commands.in_force import ForgetInForce, SayInForce
from lexicon.models import InForce
from lexicon.selectors.editions import in_force, windows_of_installed
from lexicon.selectors.installed import installed
from tests.builders.events import give
from tests.builders.lexica import imported_list

pytestmark = [pytest.mark.both_databases("aggregates"), pytest.mark.django_db]

DAY = date(2026, 11, 21)


def says_who(*, operator: bool) -> Actor:
    """Returns an account of the staff that is an operator, or is none."""
    user = SimpleNamespace(is_active=True, is_staff=True, is_superuser=operator)
    return Actor(name="eve", user=user)


def said(edition: str = "CSW21", since: date = date(2026, 1, 1), **more: Any) -> SayInForce:
    return SayInForce(association="WESPA", edition=edition, since=since, **more)


def now_in_force(association: str = "WESPA") -> str | None:
    window = in_force(DAY, association)
    return None if window is None else window.edition


def test_only_an_operator_says_what_is_in_force_or_takes_it_back() -> None:
    for command in (said(), ForgetInForce(association="WESPA", edition="CSW21")):
        with pytest.raises(NotAllowed):
            execute(command, actor=says_who(operator=False))
    assert execute(said(), actor=says_who(operator=True)).seq == 1


def test_what_is_said_stands_before_what_is_known_and_can_be_forgotten() -> None:
    assert now_in_force() == "CSW24"
    give(said("csw2021"))
    assert now_in_force() == "CSW21"
    assert now_in_force("ABSP") == "CSW24"
    give(ForgetInForce(association="wespa", edition="CSW2021"))
    assert now_in_force() == "CSW24"
    assert not InForce.objects.exists()


def test_the_log_says_which_edition_from_when_and_for_what() -> None:
    give(said("nwl23", date(2024, 3, 1), until=date(2027, 1, 31), purpose="school"))
    give(ForgetInForce(association="WESPA", edition="NWL2023", purpose="school"))
    assert [says(entry) for entry in JournalEntry.objects.order_by("seq")] == [
        "WESPA plays by NWL2023 from 2024-03-01 to 2027-01-31, for school events",
        "Dates of NWL2023 for WESPA, school events, taken back",
    ]


def test_said_again_the_new_days_stand() -> None:
    give(said())
    give(said(until=date(2026, 6, 30)))
    assert InForce.objects.get().until == date(2026, 6, 30)
    assert now_in_force() == "CSW24"
    with pytest.raises(Refused) as same:
        give(said(until=date(2026, 6, 30)))
    assert same.value.code == "nothing_changed"


def test_saying_and_forgetting_are_undone() -> None:
    give(said())
    give(ForgetInForce(association="WESPA", edition="CSW21"))
    give(UndoEntry(journal="lexica", seq=2))
    assert now_in_force() == "CSW21"
    give(UndoEntry(journal="lexica", seq=1))
    assert now_in_force() == "CSW24"


def test_a_list_of_ones_own_can_be_in_force_and_its_journal_replays_without_it() -> None:
    imported_list("LOCAL1", ["CAT"])
    give(SayInForce(association=" Iceland ", edition="local1", since=date(2026, 1, 1)))
    assert now_in_force("iceland") == "LOCAL1"
    row = {"association": "Iceland", "since": "2026-01-01", "until": None, "purpose": "rated"}
    assert windows_of_installed(installed("LOCAL1")) == [row]
    entry = JournalEntry.objects.get()
    assert entry.facts == {"names": ["Iceland", "LOCAL1"]}


def test_a_list_here_has_the_windows_of_its_edition() -> None:
    imported_list("OURS", ["CAT"], edition="ODS8")
    assert windows_of_installed(installed("OURS")) == [
        {
            "association": "FISF",
            "since": "2020-01-01",
            "until": "2023-12-31",
            "purpose": "rated",
        }
    ]
    imported_list("NONE", ["DOG"])
    assert windows_of_installed(installed("NONE")) == []


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"edition": "nonsense"}, "edition.unknown", "edition"),
        ({"edition": ""}, "edition.unknown", "edition"),
        ({"edition": "ENABLE2K"}, "edition.free", "edition"),
        ({"edition": "SCOWL80"}, "edition.free", "edition"),
        ({"association": "  "}, "association.missing", "association"),
        ({"until": date(2025, 12, 31)}, "in_force.days", "until"),
        ({"association": "x" * 31}, "field.invalid", "association"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_field(
    wrong: dict[str, Any], code: str, field: str
) -> None:
    right = {"association": "WESPA", "edition": "CSW21", "since": date(2026, 1, 1)}
    with pytest.raises(Refused) as refused:
        give(SayInForce(**cast("dict[str, Any]", right | wrong)))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert not InForce.objects.exists()


def test_a_free_list_may_be_what_is_played_at_home() -> None:
    give(said("ENABLE2K", purpose="home"))
    assert InForce.objects.get().purpose == "home"


def test_what_was_never_said_cannot_be_forgotten() -> None:
    with pytest.raises(Refused) as refused:
        give(ForgetInForce(association="NASPA", edition="NWL2023"))
    assert refused.value.message == (
        "No dates were entered here for NASPA and NWL2023, for rated play."
    )
