"""Ratings of a division taken from a rating list."""

from __future__ import annotations

import pytest
from django.urls import reverse

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import Done, execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from ratings.models import ImportedRating, RatingList, Standing
from tests.apps.tournaments.board_games.handed_events import DAY
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    publish,
    set_up,
    signed_in,
)
from tests.builders.events import give
from tests.builders.rating_lists import a_list, imported_list, registered
from tests.markup import Markup
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.taking_ratings import TakeRatings
from tournaments.models import Entry
from tournaments.rounds.queries.draft_ground import changed_since

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spring")]


def take(key: str = "federation", *, confirmed: bool = False) -> Done:
    return give(
        TakeRatings(event=SLUG, division="A", rating_list=key, confirmed=confirmed),
    )


def ratings() -> dict[str, tuple[int, int | None]]:
    """Returns rating and games of every entry by name."""
    rows = Entry.objects.values_list("name", "rating", "life_games")
    return {name: (rating, games) for name, rating, games in rows}


def stands(rating_list: RatingList, player: str, rating: int, games: int | None) -> None:
    """Has a player stand in a computed list."""
    Standing.objects.create(
        rating_list=rating_list,
        player=player,
        rating=rating,
        games=games,
        events=3,
        played_on=DAY,
        last_change=0,
    )


def is_player(entry: int, key: str) -> None:
    """Says who of the register an entry is."""
    registered([key])
    give(ChangeEntry(event=SLUG, division="A", entry=entry, player=key))


def imported(name: str) -> ImportedRating:
    return ImportedRating.objects.get(name=name)


def test_only_the_director_takes_ratings() -> None:
    imported_list(lines=[("Ada", 1700, "")])
    stranger = Actor(name="eve", user=account("eve"))
    with pytest.raises(NotAllowed):
        execute(TakeRatings(event=SLUG, division="A", rating_list="federation"), actor=stranger)
    assert signed_in("dora").get(reverse("desk-take-ratings", args=[SLUG])).status_code == 200


def test_who_is_in_the_register_has_the_rating_he_stands_with() -> None:
    listed = a_list()
    is_player(1, "ada-key")
    stands(listed, "ada-key", 1711, 140)
    assert take("open").answer == {
        "list": "Open list",
        "found": 1,
        "changed": 1,
        "missing": ["#2 Bea", "#3 Cem", "#4 Dov"],
    }
    assert ratings()["Ada"] == (1711, 140)
    assert ratings()["Bea"] == (1590, None)


def test_a_standing_counts_before_the_rating_that_was_imported_to_open_with() -> None:
    listed = a_list()
    for entry, key in ((1, "ada-key"), (2, "bea-key")):
        is_player(entry, key)
    stands(listed, "ada-key", 1711, 140)
    imported_list("other", lines=[("Ada", 1500, "ada-key"), ("Bea", 1400, "bea-key")])
    with writing():
        listed.imports.set([])
        RatingList.objects.get(key="other").imports.update(rating_list=listed)
    take("open")
    assert (ratings()["Ada"][0], ratings()["Bea"][0]) == (1711, 1400)


def test_others_are_found_by_name_or_association_number() -> None:
    imported_list(lines=[("  ada ", 1701, ""), ("Beatrix", 1502, "")])
    with writing():
        ImportedRating.objects.filter(name="Beatrix").update(association_number="NA17")
    give(ChangeEntry(event=SLUG, division="A", entry=2, association_number="NA17"))
    take()
    assert (ratings()["Ada"][0], ratings()["Bea"][0]) == (1701, 1502)


def test_a_name_that_stands_twice_on_a_list_is_nobodys() -> None:
    imported_list(lines=[("Ada", 1701, ""), ("ADA", 900, ""), ("Bea", 1502, "")])
    assert take().answer["missing"] == ["#1 Ada", "#3 Cem", "#4 Dov"]
    assert ratings()["Ada"][0] == 1600


def test_who_is_in_the_register_is_not_found_by_his_name() -> None:
    imported_list(lines=[("Ada", 900, ""), ("Bea", 1502, "")])
    is_player(1, "ada-key")
    assert "#1 Ada" in take().answer["missing"]


def test_games_that_a_list_does_not_tell_stay() -> None:
    imported_list(lines=[("Ada", 1701, "")])
    give(ChangeEntry(event=SLUG, division="A", entry=1, life_games=33))
    take()
    assert ratings()["Ada"] == (1701, 33)


def test_the_newest_publication_counts_and_a_rating_below_0_is_none() -> None:
    listed = imported_list(lines=[("Ada", 1701, "")])
    with writing():
        ImportedRating.objects.update(rating=-35)
    take()
    assert listed.imports.count() == 1
    assert ratings()["Ada"][0] == 0


def test_a_team_is_left_as_it_is() -> None:
    pair = (Member(name="Eve"), Member(name="Finn"))
    give(AddEntry(event=SLUG, division="A", members=pair, rating=1000))
    imported_list(lines=[("Ada", 1701, ""), ("Eve & Finn", 1900, "")])
    assert "Eve" not in " ".join(take().answer["missing"])
    assert ratings()["Eve & Finn"][0] == 1000


def test_the_numbers_follow_the_new_ratings_before_round_1() -> None:
    imported_list(lines=[("Dov", 1999, "")])
    take()
    assert Entry.objects.get(name="Dov").number == 1


@pytest.mark.parametrize(
    ("key", "code"), [("nowhere", "list.unknown"), ("strangers", "list.nobody")]
)
def test_a_list_that_cannot_help_changes_nothing(key: str, code: str) -> None:
    imported_list("strangers", lines=[("Somebody Else", 1500, "")])
    before = ratings()
    with pytest.raises(Refused) as refused:
        take(key)
    assert (refused.value.code, refused.value.field) == (code, "rating_list")
    assert ratings() == before


def test_ratings_that_are_as_the_list_says_are_not_taken_again() -> None:
    imported_list(lines=[("Ada", 1701, "")])
    take()
    with pytest.raises(Refused, match="This would change nothing"):
        take()


def test_it_asks_back_once_a_round_is_paired_and_the_draft_is_stale_then() -> None:
    imported_list(lines=[("Dov", 1999, "")])
    set_up(1, (1, 2), (3, 4))
    with pytest.raises(NeedsConfirmation, match="a draft must be paired again"):
        take()
    take(confirmed=True)
    since = changed_since(division(), 1)
    assert since is not None
    assert since.entry.command == "division.ratings_taken"


def test_what_is_published_keeps_its_numbers() -> None:
    imported_list(lines=[("Dov", 1999, "")])
    publish(1, (1, 2), (3, 4))
    take(confirmed=True)
    assert Entry.objects.get(name="Dov").number == 4


def test_it_is_undone_and_done_again_as_it_was_whatever_the_list_says_now() -> None:
    imported_list(lines=[("Ada", 1701, "")])
    taken = take()
    with writing():
        ImportedRating.objects.update(rating=2000)
    undone = give(UndoEntry(journal=f"event:{SLUG}", seq=taken.seq))
    assert ratings()["Ada"] == (1600, None)
    give(UndoEntry(journal=f"event:{SLUG}", seq=undone.seq))
    assert ratings()["Ada"][0] == 1701


def test_the_form_shows_what_every_list_would_change_and_no_list_of_strangers() -> None:
    imported_list(lines=[("Ada", 1701, ""), ("Bea", 1590, "")])
    imported_list("strangers", name="Strange list", lines=[("Somebody Else", 1500, "")])
    response = signed_in("dora").get(reverse("desk-take-ratings", args=[SLUG]))
    page = Markup(response.content.decode())
    assert "Federation list: 2 of 4 on it, 1 would change" in page.text
    assert "#1 Ada 1600 1701" in page.text
    assert "Not on the list, so not changed: #3 Cem, #4 Dov." in page.text
    assert "Strange list" not in page.text


def test_without_any_list_the_form_says_how_players_are_found() -> None:
    response = signed_in("dora").get(reverse("desk-take-ratings", args=[SLUG]))
    assert "No player of this division is on a rating list." in response.text
