"""The register: staff change it; the public sees a player under the name he chose."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.actors import CONSOLE
from core.journal.errors import Refused
from core.journal.execute import execute
from people.commands import AddClub, AddPlayer, ChangePlayer
from people.models import Player
from people.selectors import keys_by_association_number, public_names, register_version

pytestmark = [pytest.mark.both_databases("collation"), pytest.mark.django_db]


def do(command: Any) -> None:
    execute(command, actor=CONSOLE)


@pytest.mark.parametrize(
    ("style", "seen"), [("full", "Ada Abbot"), ("initial", "Ada A."), ("alias", "Ace")]
)
def test_a_player_is_seen_under_the_name_he_chose(style: str, seen: str) -> None:
    names = {"given_name": "Ada", "family_name": "Abbot", "alias": "Ace"}
    do(AddPlayer(key="ada", public_name_style=style, **names))
    assert public_names({"ada", "unknown"}) == {"ada": seen}
    assert Player.objects.get().full_name == "Ada Abbot"


@pytest.mark.parametrize(
    ("style", "filed"),
    [("full", "Lloyd Webber, Ada"), ("initial", "L., Ada"), ("alias", "Quick Fox")],
)
def test_a_list_from_a_to_z_tells_no_more_of_a_name_than_is_shown(style: str, filed: str) -> None:
    names = {"given_name": "Ada", "family_name": "Lloyd Webber", "alias": "Quick Fox"}
    do(AddPlayer(key="ada", public_name_style=style, **names))
    assert str(Player.objects.get().filed_name) == filed


def test_a_player_with_one_name_has_no_initial() -> None:
    do(AddPlayer(key="ada", given_name="Ada", public_name_style="initial"))
    assert public_names({"ada"}) == {"ada": "Ada"}


def test_an_alias_must_be_given_before_it_can_be_shown() -> None:
    with pytest.raises(Refused):
        do(AddPlayer(key="ada", given_name="Ada", public_name_style="alias"))
    do(AddPlayer(key="ada", given_name="Ada"))
    with pytest.raises(Refused):
        do(ChangePlayer(key="ada", public_name_style="alias"))
    assert Player.objects.get().public_name == "Ada"


@pytest.mark.parametrize(
    "fields",
    [
        {"key": "a b"},
        {"key": "x" * 61},
        {"given_name": ""},
        {"given_name": "x" * 81},
        {"public_name_style": "secret"},
        {"club": "nowhere"},
    ],
)
def test_a_player_that_cannot_be_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        do(AddPlayer(**{"key": "ada", "given_name": "Ada", **fields}))
    assert not Player.objects.exists()


def test_any_number_of_keys_is_asked_for_a_thousand_at_a_time() -> None:
    for key in ("ada", "bea"):
        do(AddPlayer(key=key, given_name=key.title()))
    keys = ["ada", *(f"unknown-{number}" for number in range(2500)), "bea"]
    with CaptureQueriesContext(connection) as asked:
        assert public_names(keys) == {"ada": "Ada", "bea": "Bea"}
    assert len(asked) == 3


def test_an_association_number_belongs_to_one_player() -> None:
    do(AddPlayer(key="ada", given_name="Ada", association_number="AA1"))
    with pytest.raises(Refused):
        do(AddPlayer(key="bea", given_name="Bea", association_number="AA1"))
    do(AddPlayer(key="bea", given_name="Bea"))
    do(AddPlayer(key="cleo", given_name="Cleo"))
    assert keys_by_association_number(["AA1", "", "ZZ9"]) == {"AA1": "ada"}


def test_every_change_raises_the_version_of_the_register() -> None:
    before = register_version()
    do(AddClub(slug="north", name="North"))
    do(AddPlayer(key="ada", given_name="Ada", club="north"))
    do(ChangePlayer(key="ada", club=""))
    assert register_version() == before + 3
    assert Player.objects.get().club is None
    with pytest.raises(Refused, match="This would change nothing"):
        do(ChangePlayer(key="ada", club=""))
