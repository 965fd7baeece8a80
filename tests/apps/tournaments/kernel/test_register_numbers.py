"""The register's association numbers in the files of an event: whose, and who sees them."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from core.journal.guard import writing
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import (
    SLUG,
    enter,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.builders.grounds import built_once
from tests.pages import words_at
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.failover.lifeboat.contents import contents_of
from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.tsh import write_tsh
from tournaments.models import Division, Tournament
from tournaments.submission.queries.submitted import submission_ground

EVE = Member(name="Eve Esk", player="eve")
FAY = Member(name="Fay Fox", player="fay")

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@built_once
def an_event() -> None:
    """Two divisions of four, and two people of the register who have numbers."""
    new_event(divisions="AB")
    for key, given, family, number in (
        ("eve", "Eve", "Esk", "AA000017"),
        ("fay", "Fay", "Fox", "AA000018"),
    ):
        give(AddPlayer(key=key, given_name=given, family_name=family, association_number=number))


def add(*members: Member, **more: Any) -> None:
    give(AddEntry(event=SLUG, division="A", members=members, **{"rating": 1000, **more}))


def move(entry: int, division: str, to: str) -> None:
    give(MoveEntry(event=SLUG, division=division, entry=entry, to=to, confirmed=True))


def tsh_files(**wanted: bool) -> dict[str, str]:
    event = Tournament.objects.get(slug=SLUG)
    written = write_tsh(tsh_content(event, **wanted))
    return {name: data.decode() for name, data in written.items()}


def tsh_lines(name: str) -> list[str]:
    lines = "".join(tsh_files().values()).splitlines()
    return [line for line in lines if name in line]


def test_a_team_has_the_number_of_none_of_its_members() -> None:
    add(EVE, FAY)
    (line,) = tsh_lines("Esk")
    assert line.startswith("Eve Esk & Fay Fox ")
    boat = contents_of(SLUG)
    assert boat is not None
    told = b"".join(data for name, data in boat.files.items() if name.startswith("tsh/"))
    assert b"AA0000" not in told


def test_who_moved_to_another_division_has_the_number_in_both() -> None:
    add(EVE)
    publish(1, (1, 5), (2, 3), byes=(4,))
    move(5, "A", "B")
    assert [line.split()[1] for line in tsh_lines("Eve Esk")] == ["Esk:AA000017"] * 2


def test_who_moved_and_came_back_has_the_number_in_every_entry_that_is_sent() -> None:
    add(EVE)
    add(FAY)
    publish(1, (1, 5), (2, 3), (4, 6))
    move(5, "A", "B")
    move(5, "B", "A")
    event = Tournament.objects.get(slug=SLUG)
    with writing():
        Division.objects.update(rating_system="naspa")
    sent = submission_ground(event, "naspa", today=date(2025, 5, 4)).divisions[0].submitted
    named = [player for player in sent.players if player.name.given_first == "Eve Esk"]
    assert [player.association_number for player in named] == ["AA000017"] * 2
    assert [line.split()[1] for line in tsh_lines("Eve Esk")] == ["Esk:AA000017"] * 2


def test_a_director_downloads_the_numbers_typed_and_an_operator_those_of_the_register_too() -> None:
    add(EVE)
    add(FAY, association_number="AA000018")
    page, files = (reverse(name, kwargs={"slug": SLUG}) for name in ("desk-copies", "desk-tsh"))
    director, operator = signed_in("dora"), signed_in("boss", operator=True)
    told = {
        asked: [
            number in unzipped(asked.get(files).content) for number in (b"AA000017", b"AA000018")
        ]
        for asked in (director, operator)
    }
    assert told == {director: [False, True], operator: [True, True]}
    assert "only operators see those in the register" in words_at(director, page)
    assert "get the one in the register" in words_at(operator, page)
    public = operator.get(files, {"public": "1"})
    assert b"AA0000" not in unzipped(public.content)


def unzipped(packed: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(packed)) as zipped:
        return b"".join(map(zipped.read, zipped.namelist()))


def test_the_checks_tell_whole_numbers_of_the_register_to_operators_only() -> None:
    for key, number in (("gil", "X-98765"), ("hal", "AA000020")):
        give(AddPlayer(key=key, given_name=key.title(), association_number=number))
    add(EVE, rating=900, association_number="AA000019")
    add(Member(name="Gil", player="gil"), rating=800)
    add(Member(name="Hal", player="hal"), rating=700)
    add(Member(name="Ida"), rating=600, association_number="AA000020")
    publish(1, (5, 6), (7, 8), (1, 2), (3, 4))
    for one in (5, 7):
        enter(1, one, 423, 389)
    with writing():
        Division.objects.filter(name="A").update(rating_system="naspa")
    page = reverse("desk-submission", args=(SLUG,)) + "?to=naspa&held_on=2025-05-03"
    told = words_at(signed_in("dora"), page)
    assert "has the number AA000019, in the register …17." in told
    assert "has the number “…65”; a number is" in told
    assert "has the number AA000020 of division A" in told
    assert not re.search("AA000017|X-98765", told)
    told = words_at(signed_in("boss", operator=True), page)
    assert "has the number AA000019, in the register AA000017." in told
    assert "has the number “X-98765”; a number is" in told
