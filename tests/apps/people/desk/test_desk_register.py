"""The register at the desk: from A to Z by family name, searched, a page at a time."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.guard import writing
from people.commands import AddPlayer
from people.desk.views import AT_ONCE
from people.models import Player
from tests.apps.tournaments.desk_events import give, signed_in
from tests.markup import Markup

pytestmark = [pytest.mark.both_databases("collation"), pytest.mark.django_db]

REGISTER = reverse("desk-register")


@pytest.fixture
def boss() -> Client:
    give(AddPlayer(key="b", given_name="Anna", family_name="van der Berg"))
    give(AddPlayer(key="z", given_name="Zoë", family_name="Ångström", association_number="AA1234"))
    give(AddPlayer(key="c", given_name="Cher"))
    give(AddPlayer(key="a", given_name="Bo", family_name="Adams", alias="Ace"))
    return signed_in("boss", operator=True)


def names(desk: Client, **asked: Any) -> list[str]:
    answer = desk.get(REGISTER, asked)
    assert Markup(answer.content.decode()).faults == []
    return [str(filed) for filed, _ in answer.context["lines"]]


def test_the_register_goes_by_family_name_whatever_letters_and_particles_it_has(
    boss: Client,
) -> None:
    assert names(boss) == ["Adams, Bo", "Ångström, Zoë", "Berg, Anna van der", "Cher"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("angstrom", ["Ångström, Zoë"]),
        ("berg anna", ["Berg, Anna van der"]),
        ("dam", ["Adams, Bo"]),
        ("ace", ["Adams, Bo"]),
        ("an", ["Ångström, Zoë", "Berg, Anna van der"]),
        (" - ", []),
        ("nobody", []),
    ],
)
def test_people_are_found_by_any_part_of_their_names(
    boss: Client, asked: str, found: list[str]
) -> None:
    assert names(boss, q=asked) == found


def test_only_operators_find_people_by_number(boss: Client) -> None:
    assert names(boss, q="aa12") == ["Ångström, Zoë"]
    director = signed_in("dora")
    assert names(director, q="aa12") == names(director, q="1234") == []
    assert names(director, q="zoe") == ["Ångström, Zoë"]


def test_who_is_not_found_is_said_with_what_was_asked(boss: Client) -> None:
    page = boss.get(REGISTER, {"q": "<nobody>"}).text
    assert "Nobody in the register matches “&lt;nobody&gt;”." in page
    assert 'value="&lt;nobody&gt;"' in page


def test_a_long_register_is_shown_a_page_at_a_time_and_the_search_stays(boss: Client) -> None:
    people = [Player(key=f"k{n}", given_name="Kit", family_name=f"K{n:03}") for n in range(150)]
    with writing():
        Player.objects.bulk_create(people)
    assert len(names(boss, q="kit")) == AT_ONCE
    assert names(boss, q="kit", part="2")[0] == f"K{AT_ONCE:03}, Kit"
    assert 'href="?q=kit&amp;part=2"' in boss.get(REGISTER, {"q": "kit"}).text
    assert names(boss, part="x") == names(boss)
