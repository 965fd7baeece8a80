"""What a row has to be is asked of the database as often as it could say something else."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.journal.checked import checked
from core.journal.errors import Refused
from core.journal.guard import writing
from people.models import Player

pytestmark = pytest.mark.django_db


def _asked(**values: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        checked(Player(key="ada", given_name="Ada", **values))
    return sum("_check" in query["sql"] for query in caught)


def test_a_check_of_the_tables_is_asked_once_for_the_values_that_it_names() -> None:
    first = _asked()
    assert _asked() < first
    assert _asked(alias="Queen") > _asked(alias="Queen"), "other values, and then the same"


@pytest.mark.parametrize("times", [1, 2])
def test_what_a_check_refuses_is_refused_each_time(times: int) -> None:
    checked(Player(key="ada", given_name="Ada"))
    for _ in range(times):
        with pytest.raises(Refused, match="Give the alias") as refused:
            checked(Player(key="bea", given_name="Bea", public_name_style="alias"))
        assert refused.value.code == "row.invalid"


@pytest.mark.parametrize("number", ["", "123"])
def test_what_has_to_be_there_once_is_looked_for_each_time(number: str) -> None:
    checked(Player(key="ada", given_name="Ada", association_number=number))
    with writing():
        Player.objects.create(key="ada", given_name="Ada", association_number=number)
    twin = Player(key="ada2", given_name="Ada", association_number=number)
    if not number:
        assert checked(twin) is twin
        return
    with pytest.raises(Refused, match="Another player has this association number"):
        checked(twin)
