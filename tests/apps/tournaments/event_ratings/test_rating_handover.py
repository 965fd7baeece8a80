"""Closed divisions and the rating lists that count them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from core.jobs import run
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import Job
from ratings.commands.lists import AddRatingList, ChangeRatingList, ChooseEvent
from ratings.models import EventChoice, EventRating, RatedEvent, RatingList, Recompute
from ratings.selectors.stored import cards_of, content_of
from tests.apps.tournaments.board_games.handed_events import (
    DAY,
    PEOPLE,
    SLUG,
    an_event,
    close,
    correct,
    done,
    members,
    reopen,
    waiting,
)
from tests.apps.tournaments.desk_events import signed_in
from tests.builders.events import a_division, give, played_content
from tests.builders.rating_lists import a_list
from tests.pages import source_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.event.commands.event import ChangeRules, CreateEvent, DateEvent
from tournaments.event_ratings.jobs.handover import hand_over
from tournaments.event_ratings.jobs.rating import RATE, ask_to_hand_over, ask_to_rate
from tournaments.formats.content import content_to_json
from tournaments.importing.commands import ImportEvent
from tournaments.models import DivisionRating, Entry, EntryRating, Tournament

pytestmark = pytest.mark.django_db

RECOMPUTE = "recompute_list"


def kept(rating_list: RatingList) -> list[str]:
    """Returns the keys of the events that a list keeps."""
    events = RatedEvent.objects.filter(rating_list=rating_list, is_gone=False)
    return list(events.order_by("key").values_list("key", flat=True))


def choose(rating_list: RatingList, event: str, *, counts: bool) -> None:
    """Counts an event in a list or leaves it out, as a person decides it."""
    with writing():
        EventChoice.objects.create(rating_list=rating_list, event=event, counts=counts)


def test_closing_an_event_rates_the_list_as_the_event_itself_is_rated() -> None:
    listed = a_list()
    an_event()
    result = close()
    assert result == {"divisions": 1, "lists": ["Open list"], "report": []}
    assert done(RECOMPUTE)["stage"] == "applied"
    by_list = EventRating.objects.filter(rating_list=listed).values_list("player", "old", "new")
    by_event = EntryRating.objects.values_list("entry__members__player", "old", "new")
    assert sorted(by_list) == sorted(by_event)
    assert {player for player, _, _ in by_list} == set(PEOPLE)
    event = RatedEvent.objects.get()
    assert (event.name, event.held_on, event.path) == (
        "Spring Open",
        DAY,
        "/events/spring/A/ratings/",
    )


def test_an_event_that_is_still_open_counts_nowhere() -> None:
    listed = a_list()
    an_event()
    ask_to_rate(Tournament.objects.get(), ["A"])
    assert done(RATE)["lists"] == []
    assert kept(listed) == []


def test_closing_again_without_a_change_records_nothing_and_computes_nothing() -> None:
    listed = a_list()
    an_event()
    close()
    done(RECOMPUTE)
    before = RatedEvent.objects.get().recorded_at
    reopen()
    assert kept(listed) == ["spring/A"]
    assert close()["lists"] == []
    assert waiting(RECOMPUTE) == 0
    assert RatedEvent.objects.get().recorded_at == before


def test_a_correction_waits_in_the_list_until_somebody_applies_it() -> None:
    listed = a_list()
    an_event()
    close()
    done(RECOMPUTE)
    before = dict(EventRating.objects.values_list("player", "new"))
    reopen()
    correct(entry=6)
    assert close()["lists"] == ["Open list"]
    assert done(RECOMPUTE)["stage"] == "ready"
    assert dict(EventRating.objects.values_list("player", "new")) == before
    proposed = Recompute.objects.filter(rating_list=listed).latest("pk").proposed
    assert proposed.get(player="finn").new > before["finn"]


def test_a_division_counts_where_the_system_the_rules_and_the_date_say_so() -> None:
    lists = {
        "all": a_list("all", rulesets=["naspa"], counts_from=DAY),
        "other-system": a_list("other-system", counts=["naspa-csw"]),
        "other-rules": a_list("other-rules", rulesets=["wespa"]),
        "later": a_list("later", counts_from=date(2026, 5, 9)),
        "nothing": a_list("nothing", counts=[]),
        "imported": a_list("imported", system=""),
    }
    an_event()
    close()
    assert {key for key, one in lists.items() if kept(one)} == {"all"}


def test_a_person_counts_a_division_or_leaves_it_out_whatever_the_rule_says() -> None:
    ruled, chosen = a_list("ruled"), a_list("chosen", counts=[])
    choose(ruled, "spring/A", counts=False)
    choose(chosen, "spring/B", counts=True)
    an_event(divisions=("A", "B"))
    close()
    assert (kept(ruled), kept(chosen)) == (["spring/B"], ["spring/B"])
    assert [event.name for event in RatedEvent.objects.all()] == ["Spring Open, division B"] * 2


def test_a_rehearsal_counts_nowhere_even_where_it_was_chosen() -> None:
    listed = a_list()
    choose(listed, "practice/A", counts=True)
    give(CreateEvent(event="practice", name="Practice", rehearsal=True, starts_on=DAY))
    a_division("practice", players=4)
    assert close("practice", confirmed=True)["lists"] == []
    assert kept(listed) == []


def test_an_event_without_a_first_day_counts_from_the_day_it_was_closed_first() -> None:
    a_list()
    an_event(starts_on=None)
    said = close()["report"]
    assert RatedEvent.objects.get().held_on == timezone.localdate()
    assert len(said) == 1
    assert said[0].startswith("The event has no first day, so the lists date it by its closing, ")


def test_an_event_that_is_dated_later_moves_to_its_day() -> None:
    a_list()
    an_event(starts_on=None)
    close()
    reopen()
    give(DateEvent(event=SLUG, starts_on=DAY))
    assert close()["lists"] == ["Open list"]
    assert RatedEvent.objects.get().held_on == DAY


def test_who_is_not_in_the_register_is_rated_for_this_event_only_and_told_of() -> None:
    a_list()
    an_event(registered=members(PEOPLE[:5]))
    said = close()["report"]
    assert said == [
        "Division A: #6 Finn Abbot is not in the register, so they are rated for this event only."
    ]
    assert "~spring/A/6" in {card.player for card in cards_of(RatedEvent.objects.get()).cards}


def test_a_field_without_any_rating_is_rated_and_told_of() -> None:
    a_list()
    an_event()
    for number in range(1, 7):
        give(ChangeEntry(event=SLUG, division="A", entry=number, rating=0))
    assert close()["report"] == [
        "Division A: no player has a rating in Open list yet, so all of them get a first rating."
    ]
    assert done(RECOMPUTE)["players"] == 6


def test_nobody_is_told_of_a_field_whose_ratings_the_list_has_already() -> None:
    a_list()
    an_event()
    close()
    done(RECOMPUTE)
    an_event("fall", starts_on=date(2026, 9, 5))
    for number in range(1, 7):
        give(ChangeEntry(event="fall", division="A", entry=number, rating=0))
    assert close("fall")["report"] == []


def test_a_division_without_rated_games_is_left_out_and_named() -> None:
    listed = a_list()
    an_event(divisions=("A", "B"))
    a_division(SLUG, "C", players=4)
    result = close(confirmed=True)
    assert kept(listed) == ["spring/A", "spring/B"]
    assert result["report"][-1] == (
        "Open list does not count it: Spring Open, division C has no rated games."
    )


def test_a_division_that_counts_no_more_leaves_the_list() -> None:
    listed = a_list()
    an_event()
    close()
    done(RECOMPUTE)
    reopen()
    give(ChangeRules(event=SLUG, division="A", rating_system="", confirmed=True))
    result = close()
    assert result["report"] == ["spring/A no longer counts in Open list."]
    assert kept(listed) == []
    assert waiting(RECOMPUTE) == 1


def test_a_choice_against_a_division_takes_it_out_though_its_event_is_open_again() -> None:
    listed = a_list()
    an_event()
    close()
    reopen()
    choose(listed, "spring/A", counts=False)
    told = hand_over(SLUG)
    assert [one.key for one in told.lists] == ["open"]
    assert kept(listed) == []


def test_a_new_list_is_told_of_every_event_that_was_closed() -> None:
    an_event()
    an_event("fall", starts_on=date(2026, 9, 5))
    an_event("open-still")
    close()
    close("fall")
    listed = a_list()
    ask_to_hand_over(["open"], [])
    assert done("hand_over") == {"events": 2, "lists": ["Open list"], "report": []}
    assert kept(listed) == ["fall/A", "spring/A"]
    assert waiting(RECOMPUTE) == 1
    assert done(RECOMPUTE)["events"] == 2


def test_telling_a_list_of_chosen_events_leaves_all_others_alone() -> None:
    an_event()
    an_event("fall", starts_on=date(2026, 9, 5))
    close()
    close("fall")
    listed, other = a_list(), a_list("other", name="Other list")
    ask_to_hand_over(["open"], ["fall"])
    done("hand_over")
    assert (kept(listed), kept(other)) == (["fall/A"], [])


def test_a_rating_by_another_system_is_not_handed_over() -> None:
    listed = a_list(counts=["naspa", "naspa-csw"])
    an_event()
    close()
    reopen()
    correct()
    before = RatedEvent.objects.get().digest
    ask_to_rate(Tournament.objects.get(), ["A"], system="naspa-csw")
    assert done(RATE) == {"divisions": 1, "lists": [], "report": []}
    assert (kept(listed), RatedEvent.objects.get().digest) == (["spring/A"], before)


def test_the_names_that_a_list_keeps_are_the_public_ones() -> None:
    a_list()
    an_event()
    close()
    names: tuple[Any, ...] = content_of(RatedEvent.objects.get()).names
    # The fifth of the invented people goes by an alias.
    assert "Tile 5" in names
    assert "Finn Abbot" not in names


def test_an_event_without_rated_divisions_that_no_list_keeps_asks_for_nothing() -> None:
    give(CreateEvent(event="club", name="Club night"))
    a_division("club", players=4, rating_system="")
    give(CloseEvent(event="club", confirmed=True))
    assert not Job.objects.exists()


def test_a_list_that_is_made_or_counts_by_another_rule_is_told_of_closed_events() -> None:
    an_event()
    close()
    give(AddRatingList(rating_list="open", name="Open list", system="naspa"))
    done("hand_over")
    done(RECOMPUTE)
    assert kept(RatingList.objects.get()) == ["spring/A"]
    give(ChangeRatingList(rating_list="open", counts_from="2026-06-01"))
    assert done("hand_over")["report"] == ["spring: spring/A no longer counts in Open list."]
    assert kept(RatingList.objects.get()) == []
    give(ChangeRatingList(rating_list="open", name="The list"))
    give(AddRatingList(rating_list="imported", name="Imported"))
    assert waiting("hand_over") == 0


def test_a_choice_and_its_undoing_tell_the_list_of_that_event_alone() -> None:
    an_event()
    close()
    give(AddRatingList(rating_list="open", name="Open list", system="naspa"))
    done("hand_over")
    chosen = give(ChooseEvent(rating_list="open", event="spring/A", counts=False))
    assert Job.objects.latest("pk").arguments == {"lists": ["open"], "events": ["spring"]}
    done("hand_over")
    assert kept(RatingList.objects.get()) == []
    give(UndoEntry(journal="list:open", seq=chosen.seq))
    done("hand_over")
    assert kept(RatingList.objects.get()) == ["spring/A"]


def test_an_event_that_is_undone_leaves_the_lists() -> None:
    listed = a_list()
    choose(listed, "grand/A", counts=True)
    give(ImportEvent(event="grand", content=content_to_json(played_content(8, 2))))
    close("grand")
    assert kept(listed) == ["grand/A"]
    reopen("grand")
    give(UndoEntry(journal="event:grand", seq=1))
    assert done("hand_over")["report"] == ["grand: grand/A no longer counts in Open list."]
    assert kept(listed) == []


@pytest.mark.parametrize(("counts", "kept_keys"), [(("naspa", "naspa-lct"), 1), (("naspa",), 0)])
def test_a_local_club_event_counts_where_the_list_says_so_and_is_rated_as_one(
    counts: tuple[str, ...], kept_keys: int
) -> None:
    listed = a_list(counts=list(counts))
    an_event(rating_system="naspa-lct")
    close()
    assert len(kept(listed)) == kept_keys
    for event in RatedEvent.objects.all():
        assert cards_of(event).system == "naspa-lct"
        done(RECOMPUTE)
    by_list = EventRating.objects.values_list("number", "new")
    by_event = EntryRating.objects.values_list("entry__number", "new")
    assert sorted(by_list) == (sorted(by_event) if kept_keys else [])


def test_a_division_that_cannot_be_rated_keeps_no_other_out_of_the_lists() -> None:
    listed = a_list()
    an_event(divisions=("A", "B", "C"))
    with writing():
        Entry.objects.filter(division__name__in="AC", number=2).update(rating=10**7)
    give(CloseEvent(event=SLUG))
    job = Job.objects.get(kind=RATE)
    run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert kept(listed) == ["spring/B"]
    assert {one.division.name for one in DivisionRating.objects.all()} == {"B"}
    assert waiting(RECOMPUTE) == 1
    shown = signed_in("boss", operator=True).get(f"/desk/jobs/{job.pk}/").text
    assert "Division A cannot be rated: Player 2 " in shown
    assert "Division C cannot be rated: Player 2 " in shown
    assert "1 other division was rated." in shown
    assert "Open list does not count it: Spring Open, division A cannot be rated" in shown


def test_the_page_of_the_job_says_what_became_of_the_lists() -> None:
    a_list()
    an_event(registered=members(PEOPLE[:5]))
    close()
    boss = signed_in("boss", operator=True)
    shown = source_at(boss, f"/desk/jobs/{Job.objects.filter(kind=RATE).latest('pk').pk}/")
    assert (
        '<a href="/desk/rating_lists/open/">Open list</a> has changed and is computed again.'
        in shown
    )
    assert "#6 Finn Abbot is not in the register, so they are rated for this event only." in shown
    ask_to_hand_over(["open"], [])
    done("hand_over")
    told = boss.get(f"/desk/jobs/{Job.objects.filter(kind='hand_over').get().pk}/").text
    assert "spring: Division A: #6 Finn Abbot is not in the register" in told
