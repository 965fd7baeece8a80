"""People who are in the register twice: who may merge them, what follows, and undoing it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from clubs.membership.commands.merging import KeepApart, MergePlayers
from clubs.membership.commands.suspensions import Suspend
from clubs.membership.commands.terms import AddMember, EndMembership
from clubs.membership.queries.duplicates import found_twice
from clubs.membership.queries.members import door_warnings, members_of
from clubs.models import Membership
from core.actors import Actor
from core.errors import UserError
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.models import JournalEntry
from people.commands import AddPlayer
from people.merging import keys_of, standing_for
from people.models import Player
from people.register import Register
from people.selectors import public_names, shown_players
from tests.apps.api.asking import of
from tests.apps.tournaments.desk_events import account, give, signed_in
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.builders.members import JANUARY, member
from tests.pages import sound_words, words

pytestmark = pytest.mark.django_db
JUNE = date(2026, 6, 1)


@pytest.fixture(autouse=True)
def people() -> None:
    """Ann Smith twice, once with a number, and Bob Ray."""
    give(AddPlayer(key="ann", given_name="Ann", family_name="Smith", public_name_style="initial"))
    give(AddPlayer(key="a-smith", given_name="A.", family_name="Smith", association_number="AA17"))
    give(AddPlayer(key="bob", given_name="Bob", family_name="Ray", association_number="BB9"))


def _merge(kept: str = "ann", gone: str = "a-smith") -> int:
    give(MergePlayers(kept=kept, gone=gone))
    return JournalEntry.objects.filter(stream__key="register").latest("seq").seq


def test_only_operators_merge_people_and_say_that_they_are_two() -> None:
    dora = Actor(name="dora", user=account("dora"))
    for command in (MergePlayers(kept="ann", gone="a-smith"), KeepApart(one="ann", other="bob")):
        with pytest.raises(NotAllowed):
            execute(command, actor=dora)
    assert standing_for() == {}


def test_a_merge_has_one_stand_for_the_other_everywhere_that_names_are_shown() -> None:
    _merge()
    assert standing_for() == {"a-smith": "ann"}
    assert keys_of("ann") == keys_of("a-smith") == {"ann", "a-smith"}
    assert public_names(["a-smith", "bob"]) == {"a-smith": "Ann S.", "bob": "Bob Ray"}
    shown = shown_players(["a-smith"])["a-smith"]
    assert (shown.key, shown.name) == ("ann", "Ann S.")
    register = Register()
    for text in ("a-smith", "A. Smith", "AA17", "ann"):
        assert register.one(text).key == "ann"
    assert len(register.everybody) == 2


def test_the_number_goes_along_and_undoing_gives_both_what_they_had() -> None:
    seq = _merge()
    numbers = dict(Player.objects.values_list("key", "association_number"))
    assert numbers == {"ann": "AA17", "a-smith": "", "bob": "BB9"}
    undo("register", seq)
    numbers = dict(Player.objects.values_list("key", "association_number"))
    assert numbers == {"ann": "", "a-smith": "AA17", "bob": "BB9"}
    assert standing_for() == {}
    undo("register", seq + 1)
    assert standing_for() == {"a-smith": "ann"}


def test_who_was_merged_into_somebody_who_is_merged_is_the_last_of_them() -> None:
    give(AddPlayer(key="annie", given_name="Annie", family_name="Smith"))
    _merge("ann", "a-smith")
    last = _merge("annie", "ann")
    assert standing_for() == {"a-smith": "annie", "ann": "annie"}
    assert keys_of("a-smith") == {"annie", "ann", "a-smith"}
    undo("register", last)
    assert standing_for() == {"a-smith": "ann"}


@pytest.mark.parametrize(
    ("kept", "gone", "code"),
    [
        ("ann", "ann", "merge.same"),
        ("ann", "nobody", "merge.stranger"),
        ("bob", "a-smith", "merge.numbers"),
    ],
)
def test_what_cannot_be_one_is_refused_in_a_sentence_at_its_field(
    kept: str, gone: str, code: str
) -> None:
    with pytest.raises(UserError) as wrong:
        give(MergePlayers(kept=kept, gone=gone))
    assert (wrong.value.code, wrong.value.field) == (code, "gone")
    assert standing_for() == {}


def test_nobody_is_merged_twice_and_a_merge_is_not_done_again_once_it_cannot_be() -> None:
    seq = _merge()
    with pytest.raises(UserError, match="has been merged into Ann Smith"):
        give(MergePlayers(kept="bob", gone="a-smith"))
    undo("register", seq)
    _merge("a-smith", "ann")
    with pytest.raises(UserError):
        undo("register", seq + 1)


def test_who_looks_like_one_is_listed_until_merged_or_kept_apart() -> None:
    (line,) = found_twice()
    assert {line.one.key, line.other.key} == {"ann", "a-smith"}
    assert line.why == "One name may be short for the other."
    seq = _merge()
    assert found_twice() == []
    undo("register", seq)
    give(KeepApart(one="ann", other="a-smith"))
    assert found_twice() == []
    with pytest.raises(Refused, match="known already"):
        give(KeepApart(one="a-smith", other="ann"))


def test_a_member_who_was_merged_is_one_member_with_all_terms_and_bans() -> None:
    home = found("hill", owner="dora").home
    give(AddMember(club="hill", player="a-smith", day=JANUARY))
    give(Suspend(club="hill", player="a-smith", first=JUNE))
    _merge()
    with pytest.raises(Refused, match="is a member already"):
        give(AddMember(club="hill", player="ann", day=JUNE))
    assert [(one.key, one.name) for one in members_of(home, JANUARY)] == [("ann", "Ann Smith")]
    for key in ("ann", "a-smith"):
        (told,) = door_warnings(home, [key], JUNE)
        assert (told.player, told.is_banned) == (key, True)
    give(EndMembership(club="hill", player="ann", day=JUNE))
    assert Membership.objects.get().last == JUNE
    give(AddMember(club="hill", player="a-smith", day=date(2027, 1, 1)))
    assert Membership.objects.latest("number").player == "ann"


def test_operators_find_merge_and_keep_apart_at_the_desk() -> None:
    found("hill", owner="dora")
    member("hill", "Bob Ray")
    boss, dora = signed_in("boss", operator=True), signed_in("dora")
    assert dora.get(reverse("desk-duplicates")).status_code == 403
    listed = boss.get(reverse("desk-duplicates"))
    assert "One name may be short for the other." in sound_words(listed)
    pks = dict(Player.objects.values_list("key", "pk"))
    asked = f"?one={pks['ann']}&other={pks['a-smith']}"
    form = boss.get(reverse("desk-merge-players") + asked).context["form"]
    sent = {"token": form.token, "kept": "ann", "gone": "a-smith"}
    assert form.initial or form["kept"].value() == "ann"
    assert boss.post(reverse("desk-merge-players") + asked, sent).status_code == 302
    page = words(boss.get(reverse("desk-duplicates")))
    assert "Nobody looks like somebody else." in page
    assert "A. Smith (a-smith) is Ann Smith" in page
    assert "merged into Ann Smith" in words(boss.get(reverse("desk-register")))
    form = boss.get(reverse("desk-keep-apart")).context["form"]
    two = {"token": form.token, "one": "ann", "other": "bob"}
    assert boss.post(reverse("desk-keep-apart"), two).status_code == 302


def test_programs_of_operators_find_and_merge(django_assert_max_num_queries: Any) -> None:
    boss = of("boss", operator=True)
    with django_assert_max_num_queries(16):
        found_by_program = boss.get("register/duplicates").json()["items"]
    assert [(one["one"], one["other"]) for one in found_by_program] == [("a-smith", "ann")]
    merged = boss.post("register/merges", {"kept": "ann", "gone": "a-smith"})
    assert merged.status_code == 200
    assert boss.get("register/duplicates").json()["items"] == []
    again = boss.post("register/merges", {"kept": "ann", "gone": "a-smith"})
    assert again.status_code == 422
