"""The people of a division linked to the register, on one page and in one command."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from core.journal.errors import Refused
from core.journal.guard import writing
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from people.commands import AddPlayer
from people.models import Player
from ratings.commands.lists import AddRatingList
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    entries_of,
    give,
    hidden,
    new_event,
    signed_in,
)
from tests.pages import sound_words, source, words_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.linking import LinkPlayers, PlayerLink
from tournaments.entries.queries.linking import unlinked
from tournaments.models import EntryMember, Tournament

pytestmark = pytest.mark.django_db

LINK = reverse("desk-link-players", kwargs={"slug": SLUG}) + "?division=A"
A: dict[str, Any] = {"event": SLUG, "division": "A"}


@pytest.fixture
def desk() -> Client:
    """Four entries, of whom Ada's number and Bea's name are in the register."""
    new_event()
    give(ChangeEntry(**A, entry=1, association_number="17"))
    give(ChangeEntry(**A, entry=3, association_number="44"))
    give(
        AddPlayer(key="lovelace", given_name="A.", family_name="Lovelace", association_number="17")
    )
    give(AddPlayer(key="bea", given_name="Bea"))
    return signed_in("dora")


def send(desk: Client, **who: str) -> Any:
    """Sends the page back as it is shown, but for what is chosen otherwise."""
    page = desk.get(LINK)
    sent: dict[str, str] = {name: hidden(page.content, name) for name in ("token", "checked")}
    selects = re.findall(r'<select[^>]* name="(who_\d+)".*?</select>', source(page))
    assert selects
    return desk.post(LINK, {**sent, **who}, follow=True)


def players() -> dict[str, str]:
    return dict(EntryMember.objects.values_list("name", "player"))


def link(*links: tuple[int, int, str]) -> None:
    give(
        LinkPlayers(**A, links=tuple(PlayerLink(entry=e, member=m, player=p) for e, m, p in links))
    )


def refused(*links: tuple[int, int, str]) -> str:
    with pytest.raises(Refused) as caught:
        link(*links)
    return caught.value.code


def test_only_a_director_links_and_makes_new_players_whatever_account_it_is(desk: Client) -> None:
    assert Client().get(LINK).status_code == 302
    assert signed_in("eve").get(LINK).status_code == 403
    guest = signed_in("guest", staff=False)
    assert guest.get(LINK).status_code == 403
    with writing():
        Tournament.objects.update(director="guest")
    assert "New player" in words_at(guest, LINK)
    send(guest, who_3="new")
    assert players() == {"Ada": "lovelace", "Bea": "bea", "Cem": "cem", "Dov": "dov"}
    assert Player.objects.count() == 4


def test_one_button_links_by_number_and_name_and_makes_who_is_new(desk: Client) -> None:
    page = words_at(desk, LINK)
    assert "2 found in the register, 2 new to the register" in page
    assert "The register has this number." in page
    assert "One player in the register has this name." in page
    before = len(entries_of())
    said = sound_words(send(desk))
    assert players() == {"Ada": "lovelace", "Bea": "bea", "Cem": "cem", "Dov": "dov"}
    assert Player.objects.get(key="cem").association_number == "44"
    assert [entry.command for entry in entries_of()[before:]] == ["division.players_linked"]
    assert says(entries_of()[-1]) == (
        "Division A: 4 players linked to the register (Ada, Bea, Cem, Dov)"
    )
    assert "not in the register" not in said
    assert "Everybody of this division is in the register." in words_at(desk, LINK)


def test_a_form_sent_twice_links_once(desk: Client) -> None:
    page = desk.get(LINK).content
    sent = {name: hidden(page, name) for name in ("token", "checked")}
    for _ in range(2):
        assert desk.post(LINK, sent).status_code == 302
    assert Player.objects.count() == 4
    assert JournalEntry.objects.filter(command="division.players_linked").count() == 1


def test_who_is_left_stays_as_he_is_and_nobody_chosen_is_refused(desk: Client) -> None:
    everybody = {f"who_{line}": "skip" for line in range(1, 5)}
    assert "No player is chosen to be linked." in sound_words(send(desk, **everybody))
    send(desk, **everybody | {"who_1": "player:lovelace"})
    assert players() == {"Ada": "lovelace", "Bea": "", "Cem": "", "Dov": ""}


def test_between_namesakes_somebody_has_to_choose(desk: Client) -> None:
    give(AddPlayer(key="bea-2", given_name="Bea"))
    assert "1 found in the register, 2 new to the register, 1 to choose." in words_at(desk, LINK)
    answer = send(desk)
    assert answer.status_code == 422
    assert "Bea: choose who this is." in sound_words(answer)
    send(desk, who_2="player:bea-2")
    assert players()["Bea"] == "bea-2"


def test_a_different_number_says_that_a_namesake_is_somebody_else(desk: Client) -> None:
    give(AddPlayer(key="cem", given_name="Cem", association_number="9"))
    assert "Cem: choose who this is." in words_at(desk, LINK)


def test_two_lines_cannot_have_one_player(desk: Client) -> None:
    give(AddEntry(**A, members=(Member(name="Bea"),)))
    answer = send(desk)
    assert "Another line has the same player" in sound_words(answer)
    assert set(players().values()) == {""}


def test_who_is_entered_already_is_not_made_a_second_time(desk: Client) -> None:
    link((2, 1, "bea"))
    give(AddEntry(**A, members=(Member(name="Bea"),)))
    assert "Bea is already entered, as #2 Bea." in words_at(desk, LINK)
    send(desk)
    assert Player.objects.filter(given_name="Bea").count() == 1


def test_the_number_of_a_team_is_nobodys(desk: Client) -> None:
    team = (Member(name="Eve Hill"), Member(name="Fay Fox"))
    give(AddEntry(**A, members=team, association_number="99"))
    send(desk)
    assert players()["Eve Hill"] == "eve-hill"
    assert not Player.objects.filter(association_number="99").exists()


def test_a_register_that_changed_meanwhile_is_looked_at_again(desk: Client) -> None:
    page = desk.get(LINK).content
    give(AddPlayer(key="dov-key", given_name="Dov"))
    sent = {name: hidden(page, name) for name in ("token", "checked")}
    answer = desk.post(LINK, sent)
    assert answer.status_code == 422
    assert "The list has changed in the meantime; check it again." in sound_words(answer)
    assert set(players().values()) == {""}


def test_the_links_are_undone_and_done_again(desk: Client) -> None:
    link((1, 1, "lovelace"), (2, 1, "bea"))
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    assert set(players().values()) == {""}
    undoing = entries_of()[-1].seq
    give(ChangeEntry(**A, entry=3, player="bea"))
    with pytest.raises(Refused, match="Cem is already entered"):
        give(UndoEntry(journal=f"event:{SLUG}", seq=undoing))


def test_what_cannot_be_linked_is_refused_whole(desk: Client) -> None:
    assert refused() == "nothing_changed"
    assert refused((1, 1, "lovelace"), (2, 1, "nobody")) == "player.unknown"
    assert refused((1, 1, "bea"), (2, 1, "bea")) == "player.twice"
    assert refused((1, 1, "")) == "player.twice"
    assert refused((1, 2, "bea")) == "member.unknown"
    link((2, 1, "bea"))
    assert refused((1, 1, "bea")) == "player.entered"
    assert refused((2, 1, "lovelace")) == "player.linked"
    assert players() == {"Ada": "", "Bea": "bea", "Cem": "", "Dov": ""}


@pytest.mark.parametrize("name", ["desk-players", "desk-close-event", "desk-import-report"])
def test_the_desk_says_who_a_list_will_not_count_until_all_are_in_the_register(
    desk: Client, name: str
) -> None:
    address = reverse(name, kwargs={"slug": SLUG})
    link((2, 1, "bea"))
    system = division().rating_system
    give(AddRatingList(rating_list="club", name="Club ratings", system=system))
    page = desk.get(address)
    said = "3 of 4 players are not in the register, and Club ratings counts only players who are"
    assert said in sound_words(page)
    assert '<p class="message">Division A' in source(page)
    assert LINK.replace("&", "&amp;") in source(page)
    send(desk)
    assert "not in the register" not in words_at(desk, address)


@pytest.mark.parametrize("name", ["desk-players", "desk-import-report"])
def test_where_no_list_counts_the_event_the_register_is_a_quiet_offer(
    desk: Client, name: str
) -> None:
    page = desk.get(reverse(name, kwargs={"slug": SLUG}))
    assert "4 of 4 players are not in the register. This event does not need that" in sound_words(
        page
    )
    assert '<p class="muted">Division A' in source(page)
    closing = desk.get(reverse("desk-close-event", kwargs={"slug": SLUG}))
    assert "not in the register" not in sound_words(closing)


def test_a_closed_event_links_nobody(desk: Client) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    assert "The event is closed" in words_at(desk, LINK)
    send(desk)
    assert set(players().values()) == {""}
    assert Player.objects.count() == 2


def test_how_many_are_missing_takes_two_queries(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = Tournament.objects.get()
    with django_assert_num_queries(2):
        assert [str(one) for one in unlinked(event)] == ["4 of 4 players are not in the register"]


@pytest.mark.parametrize("who", ["lovelace", "17", "Lovelace, A.", "a lovelace"])
def test_an_entry_is_changed_to_a_player_by_key_number_or_name(desk: Client, who: str) -> None:
    address = reverse("desk-change-entry", kwargs={"slug": SLUG}) + "?division=A&entry=4"
    page = desk.get(address)
    assert "The key, the association number, or the full name." in sound_words(page)
    desk.post(
        address, {"token": hidden(page.content), "name": "Dov", "player": who, "rating": 1570}
    )
    assert players()["Dov"] == "lovelace"


def test_a_name_that_two_players_have_is_refused_beside_the_field(desk: Client) -> None:
    give(AddPlayer(key="bea-2", given_name="Bea", association_number="AA104208"))
    address = reverse("desk-change-entry", kwargs={"slug": SLUG}) + "?division=A&entry=2"
    token = hidden(desk.get(address).content)
    answer = desk.post(address, {"token": token, "name": "Bea", "player": "Bea", "rating": 1590})
    assert answer.status_code == 422
    said = "2 players are called Bea: Bea (bea); Bea (number …08, bea-2). Give the key."
    assert said in sound_words(answer)
    assert "AA1042" not in sound_words(answer)
    assert players()["Bea"] == ""
