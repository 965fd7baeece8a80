"""The page that chooses the lexicon of a division, and where the choice is shown."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from core.journal.guard import writing
from lexicon.casual import casual_list
from lexicon.models import Lexicon
from tests.apps.tournaments.desk_events import (
    SLUG,
    division,
    hidden,
    signed_in,
)
from tests.apps.tournaments.lexicon_choice.lexicon_events import (
    CASUAL,
    an_event_with_lists,
    choose,
    under,
    unrated,
)
from tests.builders.lexica import a_row_of, imported_list
from tests.pages import sound, source, source_at

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def event() -> None:
    """An event under NASPA's rules, and lists."""
    an_event_with_lists()


def test_only_the_director_sees_the_page_and_finds_it_from_the_desk() -> None:
    address = reverse("desk-choose-lexicon", args=(SLUG,)) + "?division=A"
    assert Client().get(address).status_code == 302
    assert signed_in("eve").get(address).status_code == 403
    dora = signed_in("dora")
    assert dora.get(address).status_code == 200
    desk = source_at(dora, reverse("desk-event", args=(SLUG,)))
    assert "No lexicon is chosen." in desk
    assert address in desk


def test_the_page_offers_what_is_in_force_first_and_the_casual_list_last_and_unchosen() -> None:
    page = shown(signed_in("dora"))
    lists = page[page.index('name="lexicon"') : page.index('name="second_opinion"')]
    order = [
        lists.index(text)
        for text in (
            'value="" selected',
            "In force for this event",
            "NWL2023, in force since 2024-02-29",
            "Other lists",
            ">NWL2020<",
            "SCOWL80: CASUAL LIST",
        )
    ]
    assert order == sorted(order)
    assert "On 2026-05-08 NASPA plays by NWL2023, in force since 2024-02-29." in page


def test_the_page_names_the_list_that_is_in_force_and_not_here() -> None:
    dora = signed_in("dora")
    assert "is not here." not in shown(dora)
    with writing():
        Lexicon.objects.filter(code="NWL2023").delete()
    assert "NWL2023 is not here." in shown(dora)
    bring = f"{reverse('desk-import-lexicon')}?edition=NWL2023&amp;for={SLUG}/A"
    assert bring not in shown(dora)
    assert "An operator has to import it from a licensed copy; then choose it here." in shown(dora)
    boss = signed_in("boss", operator=True)
    assert f'<a href="{bring}">Import NWL2023</a>' in shown(boss)
    under("club")
    assert "no list is in force for it" in shown(dora, "B")


def test_the_page_keeps_a_list_that_was_put_away_since() -> None:
    choose("NWL2023")
    with writing():
        Lexicon.objects.filter(code="NWL2023").update(is_put_away=True)
    assert '<option value="NWL2023" selected>NWL2023 (put away since)' in shown(signed_in("dora"))


def test_a_free_list_that_was_imported_as_the_one_in_force_is_not_offered_as_that() -> None:
    with writing():
        Lexicon.objects.filter(code="NWL2023").delete()
    a_row_of("ENABLE2K", code="NWL2023", edition="NWL2023")
    page = shown(signed_in("dora"))
    assert "In force for this event" not in page
    assert "NWL2023 is not here." in page
    assert "It is called NWL2023, but its words are those of ENABLE2K." in page


def test_the_table_begins_with_what_is_in_force_and_names_the_casual_list() -> None:
    imported_list("AAA", ["CAT"])
    page = shown(signed_in("dora"))
    table = page[page.index("Installed lists</caption>") :]
    order = [table.index(f'<th scope="row">{code}') for code in ("NWL2023", "AAA", CASUAL)]
    assert order == sorted(order)
    assert f"<td>{casual_list().name}</td>" in table


def test_a_question_is_asked_on_the_page_and_answered_there() -> None:
    dora = signed_in("dora")
    address = reverse("desk-choose-lexicon", args=(SLUG,)) + "?division=A"
    typed = {"lexicon": "NWL2020", "second_opinion": "", "closes_word_tools": "no"}
    first = dora.get(address).content
    asked = dora.post(address, {**typed, "token": hidden(first)}).content
    assert b"NWL2020 is not in force" in asked
    assert division().lexicon == ""
    sent = {**typed, "token": hidden(asked), "confirmed": hidden(asked, "confirmed")}
    assert dora.post(address, sent).status_code == 302
    assert division().lexicon == "NWL2020"


def test_the_desk_and_the_public_see_by_what_a_division_plays() -> None:
    public = source_at(Client(), reverse("event", args=(SLUG,)))
    assert "Lexicon" not in public
    unrated()
    choose("NWL2023", second_opinion=CASUAL)
    words = "NWL2023; second opinion SCOWL80 (CASUAL LIST)"
    public = source_at(Client(), reverse("event", args=(SLUG,)))
    assert f"<dt>Lexicon</dt><dd>{words}</dd>" in public
    desk = source_at(signed_in("dora"), reverse("desk-event", args=(SLUG,)))
    assert words in desk


def shown(client: Client, name: str = "A") -> str:
    """Returns the page that chooses the lexicon of a division, sound as HTML."""
    found = client.get(reverse("desk-choose-lexicon", args=(SLUG,)) + f"?division={name}")
    sound(found)
    return source(found)


def test_the_words_of_now_are_offered_only_where_the_code_had_others() -> None:
    choose("NWL2023")
    dora = signed_in("dora")
    assert 'name="anew"' not in shown(dora)
    with writing():
        Lexicon.objects.filter(code="NWL2023").delete()
    imported_list("NWL2023", ["RIGHT", "WORDS"], edition="NWL2023")
    page = shown(dora)
    assert 'name="anew"' in page
    assert "NWL2023 had other words when it was chosen for the division" in page
