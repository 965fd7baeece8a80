"""The director's conditions on pairings: set, refused where they contradict, lifted, told."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from core.actors import Actor
from core.journal.errors import NotAllowed
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    hidden,
    new_event,
    publish,
    signed_in,
)
from tests.apps.tournaments.rounds.condition_events import A, lifting, refused, said, setting
from tests.builders.events import give
from tests.builders.grounds import built_once
from tests.pages import source_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.entries.commands.moving import MoveEntry
from tournaments.kernel.queries.play import called_by_key
from tournaments.pairing.terms.conditions import conditions_from_values
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.rounds.commands.pairing_rules import ChangePairingRules
from tournaments.rounds.queries.conditions import held_conditions
from tournaments.rounds.views.conditions import conditions_in_force

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
@built_once
def an_event() -> None:
    """Ada to Dov, no. 1 to 4, in division A of three rounds; four more in B."""
    new_event(divisions="AB")


def test_only_the_director_of_the_event_sets_and_lifts_conditions() -> None:
    stranger = Actor(name="sam", user=account("sam"))
    director = Actor(name="dora", user=account("dora"))
    with pytest.raises(NotAllowed):
        execute(setting("apart", 1, 2), actor=stranger)
    execute(setting("apart", 1, 2), actor=director)
    with pytest.raises(NotAllowed):
        execute(lifting(), actor=stranger)
    execute(lifting(), actor=director)
    assert division().conditions == []


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (
            setting("apart", 1, 2, note=" family ", last=3),
            "no. 1 Ada and no. 2 Bea never meet (family), through round 3",
        ),
        (
            setting("avoid", 4, 3, first=2),
            "no. 4 Dov and no. 3 Cem meet only if it cannot be avoided, from round 2 on",
        ),
        (setting("together", 1, 4, first=2, last=2), "no. 1 Ada and no. 4 Dov meet in round 2"),
        (setting("bye", 2, first=3, last=3), "no. 2 Bea has a bye in round 3"),
        (setting("no_bye", 2), "no. 2 Bea does not get the odd bye"),
        (setting("board", 3, place=7, seat=2), "no. 3 Cem plays on board 7, chair 2"),
        (setting("house", 4), "no. 4 Dov is a house player"),
        (
            setting("avoid", 1, 2, first=2, last=3),
            "no. 1 Ada and no. 2 Bea meet only if it cannot be avoided, rounds 2 to 3",
        ),
    ],
)
def test_a_condition_is_told_by_number_and_name_when_set_and_when_lifted(
    command: SetCondition, sentence: str
) -> None:
    give(command)
    assert said() == f"Condition in A: {sentence}"
    give(lifting())
    assert said() == f"Condition lifted in A: {sentence}"
    assert division().conditions == []


def test_a_condition_names_its_entries_by_key() -> None:
    give(setting("apart", 1, 2))
    [held] = conditions_from_values(division().conditions)
    names = called_by_key(division())
    assert [names[key] for key in held.keys] == ["no. 1 Ada", "no. 2 Bea"]


@pytest.mark.parametrize(
    ("held", "new", "text"),
    [
        (
            setting("apart", 1, 2),
            setting("together", 2, 1, first=2, last=2),
            (
                "No. 2 Bea and no. 1 Ada meet in round 2: this contradicts an existing "
                "condition, no. 1 Ada and no. 2 Bea never meet."
            ),
        ),
        (
            setting("together", 1, 2, first=2, last=2),
            setting("apart", 1, 2),
            (
                "No. 1 Ada and no. 2 Bea never meet: this contradicts an existing "
                "condition, no. 1 Ada and no. 2 Bea meet in round 2."
            ),
        ),
        (
            setting("together", 1, 2, first=2, last=2),
            setting("together", 2, 3, first=2, last=2),
            (
                "No. 2 Bea and no. 3 Cem meet in round 2: this contradicts an existing "
                "condition, no. 1 Ada and no. 2 Bea meet in round 2."
            ),
        ),
        (
            setting("together", 1, 2, first=2, last=2),
            setting("bye", 2, first=1, last=3),
            (
                "No. 2 Bea has a bye, through round 3: this contradicts an existing "
                "condition, no. 1 Ada and no. 2 Bea meet in round 2."
            ),
        ),
        (
            setting("no_bye", 2),
            setting("bye", 2, first=1, last=1),
            (
                "No. 2 Bea has a bye in round 1: this contradicts an existing condition, "
                "no. 2 Bea does not get the odd bye."
            ),
        ),
        (
            setting("bye", 2, first=1, last=1),
            setting("house", 2),
            (
                "No. 2 Bea is a house player: this contradicts an existing condition, no. 2 "
                "Bea has a bye in round 1."
            ),
        ),
        (
            setting("board", 1, place=5),
            setting("board", 2, place=5),
            (
                "No. 2 Bea plays on board 5: this contradicts an existing condition, no. 1 "
                "Ada plays on board 5."
            ),
        ),
        (
            setting("board", 1, place=5),
            setting("board", 1, place=6),
            (
                "No. 1 Ada plays on board 6: this contradicts an existing condition, no. 1 "
                "Ada plays on board 5."
            ),
        ),
        (
            setting("apart", 1, 2),
            setting("apart", 2, 1, last=2),
            "This condition already holds: no. 1 Ada and no. 2 Bea never meet.",
        ),
        (
            setting("apart", 1, 2),
            setting("avoid", 1, 2),
            "This condition already holds: no. 1 Ada and no. 2 Bea never meet.",
        ),
    ],
)
def test_what_contradicts_or_holds_already_is_refused_in_one_sentence(
    held: SetCondition, new: SetCondition, text: str
) -> None:
    give(held)
    assert refused(new) == text


@pytest.mark.parametrize(
    ("held", "new"),
    [
        (setting("apart", 1, 2, last=1), setting("together", 1, 2, first=2, last=2)),
        (setting("avoid", 1, 2), setting("apart", 1, 2)),
        (setting("avoid", 1, 2), setting("together", 1, 2, first=2, last=2)),
        (setting("together", 1, 2, last=1), setting("together", 1, 3, first=2, last=2)),
        (setting("together", 1, 2, last=1), setting("together", 3, 4, last=1)),
        (setting("together", 1, 2, last=1), setting("bye", 3, last=1)),
        (setting("board", 1, place=5, last=1), setting("board", 2, place=5, first=2)),
        (setting("board", 1, place=5), setting("no_bye", 1)),
    ],
)
def test_what_can_hold_together_is_set(held: SetCondition, new: SetCondition) -> None:
    give(held)
    give(new)
    assert len(division().conditions) == 2


def test_two_who_meet_can_both_have_the_board_in_that_round_on_two_chairs() -> None:
    give(setting("together", 1, 2, first=2, last=2))
    give(setting("board", 1, place=5, seat=1, first=2, last=2))
    assert "contradicts" in refused(setting("board", 2, place=5, seat=1, first=2, last=2))
    give(setting("board", 2, place=5, seat=2, first=2, last=2))
    assert len(division().conditions) == 3


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (setting("apart", 1, 9), "Division A has no entry no. 9."),
        (setting("bye", 9, last=1), "Division A has no entry no. 9."),
        (setting("apart", 1, 1), "No. 1 cannot be their own opponent."),
        (setting("apart", 1), "Give the other entry too."),
        (setting("bye", 1, 2), "This is a condition on one entry, not two."),
        (setting("apart", 1, 2, first=4), "Division A has rounds 1 to 3; there is no round 4."),
        (setting("apart", 1, 2, first=2, last=1), "The last round can be 2 to 3."),
        (setting("apart", 1, 2, last=4), "The last round can be 1 to 3."),
        (setting("house", 1, last=2), "A house player stays one to the end of the event."),
        (setting("board", 1), "Board numbers go from 1 to 9999."),
        (setting("board", 1, place=0), "Board numbers go from 1 to 9999."),
        (setting("board", 1, place=2, seat=3), "A board has chairs 1 and 2."),
        (setting("bye", 1, place=2), "Only the condition that fixes a board has a board."),
        (setting("apart", 1, 2, note="x" * 41), "A note can have at most 40 characters."),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_sentence(command: SetCondition, text: str) -> None:
    assert refused(command) == text


def test_a_condition_is_about_rounds_to_come() -> None:
    publish(1, (1, 2), (3, 4))
    assert refused(setting("bye", 1, last=1)) == (
        "Round 1 is already published; a condition can only apply to later rounds."
    )
    give(setting("bye", 1, first=2, last=2))


def test_what_was_lifted_is_not_lifted_again() -> None:
    give(setting("apart", 1, 2))
    lift = lifting()
    give(replace(lift, key=lift.other_key or 0, other_key=lift.key))
    assert refused(lift) == "This condition no longer holds."


def test_setting_and_lifting_are_undone_and_done_again() -> None:
    give(setting("apart", 1, 2))
    first = division().conditions
    done = give(setting("bye", 3, first=2, last=2))
    both = division().conditions
    undone = give(UndoEntry(journal=f"event:{SLUG}", seq=done.seq))
    assert division().conditions == first
    give(UndoEntry(journal=f"event:{SLUG}", seq=undone.seq))
    assert division().conditions == both
    lifted = give(lifting())
    give(UndoEntry(journal=f"event:{SLUG}", seq=lifted.seq))
    assert division().conditions == both


def test_a_condition_on_who_withdrew_stays_and_is_idle() -> None:
    give(setting("apart", 1, 2))
    give(setting("bye", 3, first=3, last=3))
    give(WithdrawEntry(**A, entry=2, from_round=2))
    rows = held_conditions(division(), 1)
    assert [row.idle for row in rows] == ["", ""]
    rows = held_conditions(division(), 2)
    assert [row.idle for row in rows] == ["no. 2 does not play round 2", ""]
    assert [row.is_over for row in held_conditions(division(), 4)] == [False, True]


def test_moving_an_entry_lifts_what_names_it_and_undoing_brings_it_back() -> None:
    give(setting("apart", 1, 2, note="family"))
    give(setting("bye", 3, first=3, last=3))
    before = division().conditions
    done = give(MoveEntry(**A, entry=2, to="B"))
    assert said() == (
        "No. 2 Bea moved from division A to B; lifted: no. 1 Ada and no. 2 Bea never meet (family)"
    )
    assert [row["kind"] for row in division().conditions] == ["bye"]
    give(UndoEntry(journal=f"event:{SLUG}", seq=done.seq))
    assert division().conditions == before


def test_who_moves_after_play_leaves_an_idle_condition_behind() -> None:
    give(setting("apart", 1, 2))
    publish(1, (1, 3), (2, 4))
    give(MoveEntry(**A, entry=2, to="B", confirmed=True))
    [row] = held_conditions(division(), 2)
    assert row.idle == "no. 2 does not play round 2"


def test_a_condition_whose_entry_was_taken_back_is_idle_and_can_be_lifted() -> None:
    entered = JournalEntry.objects.get(command="entry.added", answer__key=4, payload__division="A")
    give(setting("no_bye", 4))
    give(UndoEntry(journal=f"event:{SLUG}", seq=entered.seq))
    [row] = held_conditions(division(), 1)
    assert row.idle == "is no longer in this division"
    give(lifting())
    assert said() == "Condition lifted in A: an entry that has left does not get the odd bye"


PAGE = f"/desk/{SLUG}/conditions/"


def shown(client: Client, query: str = "") -> str:
    return unescape(source_at(client, f"{PAGE}{query}"))


def test_only_the_director_of_the_event_sees_the_page_of_conditions(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    assert signed_in("sam").get(PAGE).status_code == 403
    assert signed_in("dora").get(PAGE).status_code == 200


def test_the_page_says_what_holds_and_lifts_it() -> None:
    client = signed_in("dora")
    assert "No condition yet" in shown(client)
    give(setting("apart", 1, 2, note="family", last=3))
    give(setting("no_bye", 4))
    give(WithdrawEntry(**A, entry=4, from_round=1))
    page = shown(client)
    assert "No. 1 Ada and no. 2 Bea never meet (family), through round 3." in page
    assert '<span class="badge">idle</span> <span class="muted">no. 4 does not play round 1' in page
    assert "No condition yet" in shown(client, "?division=B")
    marks = re.findall(r'name="which" value="([^"]+)"', page)
    sent = {"token": hidden(page.encode()), "which": marks[0]}
    answer = client.post(f"/desk/{SLUG}/lift-condition/?division=A", sent, follow=True)
    assert answer.redirect_chain[-1][0] == f"{PAGE}?division=A"
    assert [row["kind"] for row in division().conditions] == ["no_bye"]


def test_a_condition_that_is_refused_keeps_what_was_typed_beside_its_error() -> None:
    client = signed_in("dora")
    typed = {"one": 1, "two": 1, "how": "avoid", "last": "", "note": "cousins", "token": "0" * 32}
    answer = client.post(f"/desk/{SLUG}/keep-apart/?division=A", typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "No. 1 cannot be their own opponent." in page
    assert 'value="cousins"' in page
    assert f'href="{PAGE}?division=A">Back' in page


def test_the_page_of_conditions_loads_the_entries_once_for_all_its_forms(
    django_assert_max_num_queries: Any,
) -> None:
    give(setting("apart", 1, 2))
    client = signed_in("dora")
    # One of them is the last place with a prize, which the rules of this division leave open.
    with django_assert_max_num_queries(16):
        page = shown(client)
    assert page.count('<option value="1">Ada</option>') == 1
    assert page.count('list="entries"') == 8


def test_a_form_of_a_condition_alone_offers_the_entries_too() -> None:
    page = unescape(source_at(signed_in("dora"), f"/desk/{SLUG}/no-bye/?division=A"))
    assert '<datalist id="entries">' in page
    assert '<option value="4">Dov</option>' in page


def test_the_page_of_a_closed_event_offers_nothing_to_change() -> None:
    give(setting("apart", 1, 2))
    give(CloseEvent(event=SLUG, confirmed=True))
    page = shown(signed_in("dora"))
    assert "No. 1 Ada and no. 2 Bea never meet." in page
    assert "Lift" not in page
    assert "The event is closed" in page


def test_the_card_that_pairs_a_round_is_told_what_holds_in_it() -> None:
    give(setting("apart", 1, 2, last=1))
    give(setting("bye", 3, first=2, last=2))
    give(ChangePairingRules(**A, team_mates="avoid", team_mates_until=1, bye_policy="top_down"))
    give(WithdrawEntry(**A, entry=3, from_round=2))
    context = conditions_in_force(division(), 1)
    assert context["in_force"] == [
        "No. 1 Ada and no. 2 Bea do not meet in round 1",
        "Entries of one team meet only if it cannot be avoided, through round 1",
        "Odd bye goes to the highest ranked of those with the fewest byes",
    ]
    page = render_to_string("tournaments/overview/_conditions.html", context)
    assert "Conditions on this pairing" in page
    later = conditions_in_force(division(), 2)
    assert later["in_force"] == ["Odd bye goes to the highest ranked of those with the fewest byes"]
