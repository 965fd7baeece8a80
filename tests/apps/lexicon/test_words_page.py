"""The word tools: who may use them and when, and what they show."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from core.journal.guard import writing
from lexicon import places
from lexicon.casual import LABEL, casual_list
from lexicon.models import Lexicon
from lexicon.selectors.installed import lexica_folder
from lexicon.words.about import About, store_about
from tests.apps.lexicon.stations import judge, station
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list
from tests.markup import Markup
from tests.pages import sound, source, source_at

pytestmark = pytest.mark.django_db

WORDS = "ALE LATE LATER LEA PLATE ALTER STALE TALE TEA TEAL SLATE STEAL ZEAL ATE EAT ETA"
TOLD = {
    "LATE": About("coming after the expected time [adj LATER]", "#"),
    "LATER": About("<late=adj> [adv]"),
    "ALE": About("<lea=n> [n]"),
    "ETA": About("a Greek letter {a/b=n} <script>", "$"),
}
ADDRESSES = (
    "/words/",
    "/words/CLUB/",
    "/words/CLUB/?find=anagram&tiles=late",
    "/words/CLUB/look-up/?word=late",
    "/words/CLUB/LATE/",
)


@pytest.fixture
@built_once
def club() -> Lexicon:
    """A lexicon of a few words, some with definitions."""
    lexicon = imported_list("CLUB", WORDS.split())
    with writing():
        lexicon.about = store_about(lexica_folder(), TOLD)
        lexicon.save()
    return lexicon


@pytest.fixture
def member(client: Client, club: Lexicon) -> Client:
    """The browser of somebody who has an account and directs nothing."""
    with writing():
        client.force_login(User.objects.create_user("ann", password="long enough for this"))
    return client


def page(client: Client, path: str, status: int = 200) -> Markup:
    """Returns a page that is well made."""
    return sound(source_at(client, path, status))


def rows(client: Client, **asked: Any) -> list[list[str]]:
    """Returns the cells of the lines that a question finds."""
    text = source(client.get("/words/CLUB/", asked))
    found = re.findall(r"<tr><td(.*?)</tr>", text, re.DOTALL)
    return [
        [re.sub(r"<[^>]*>", "", cell).strip() for cell in re.split(r"</t[dh]>", f"<td{line}")[:-1]]
        for line in found
    ]


def words(client: Client, **asked: Any) -> list[str]:
    return [row[1] for row in rows(client, **asked)]


@pytest.mark.parametrize("address", ADDRESSES)
def test_who_has_no_account_is_asked_to_sign_in_and_comes_back(
    client: Client, club: Lexicon, address: str
) -> None:
    response = client.get(address)
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=/words/")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_member_may_and_nobody_keeps_what_is_shown(member: Client, address: str) -> None:
    response = member.get(address, follow=True)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert "private" in response["Cache-Control"]
    assert response["Content-Type"].startswith("text/html")
    assert member.post(address).status_code == 405


@pytest.mark.parametrize("who", ["member", "director", "nobody"])
def test_while_a_director_has_them_closed_nobody_gets_a_word_and_all_read_why(
    client: Client, club: Lexicon, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    if who != "nobody":
        with writing():
            user = User.objects.create_user(who, is_staff=who == "director")
        client.force_login(user)
    why = "The word tools are closed while Spring <Open> is played."
    monkeypatch.setattr(places, "_closings", [lambda: why])
    for address in ADDRESSES:
        shown = page(client, address, 403)
        assert why in shown.text
        assert "TALE" not in shown.text
    monkeypatch.setattr(places, "_closings", [lambda: ""])
    assert client.get("/words/").status_code in (200, 302)


def test_the_sign_in_page_says_that_words_take_an_account(client: Client) -> None:
    said = "You need an account to look for words."
    shown = page(client, "/accounts/login/?next=/words/CLUB/%3Ftiles%3Dlate")
    assert said in shown.text
    assert "Whoever has a role" not in shown.text
    for address in ("/accounts/login/", "/accounts/login/?next=/desk/"):
        other = page(client, address).text
        assert said not in other
        assert "Whoever has a role in an event signs in, and members who look for words." in other


def test_the_desk_and_the_words_lead_to_each_other(member: Client) -> None:
    assert "/desk/" not in page(member, "/words/").links
    with writing():
        User.objects.filter(username="ann").update(is_staff=True)
    assert "/desk/" in page(member, "/words/").links
    assert "/words/" in page(member, "/desk/").links


def test_a_code_in_another_case_leads_to_the_lexicon_with_the_same_question(
    member: Client,
) -> None:
    asked = "find=anagram&tiles=late%3F"
    assert member.get(f"/words/club/?{asked}")["Location"] == f"/words/CLUB/?{asked}"
    assert member.get("/words/club/")["Location"] == "/words/CLUB/"
    assert member.get("/words/Club/LATE/")["Location"] == "/words/CLUB/LATE/"
    assert member.get("/words/club/look-up/?word=late")["Location"] == "/words/CLUB/LATE/"
    assert member.get("/words/CLU%00/").status_code == 404


def test_a_device_that_judges_reaches_none_of_them(member: Client) -> None:
    station(lexicon="CLUB")
    judge(member)
    for address in ADDRESSES:
        response = member.get(address)
        assert (response.status_code, response.get("Location")) == (302, "/judge/")


def test_a_lexicon_is_chosen_and_the_casual_one_is_named_so(member: Client) -> None:
    shown = page(member, "/words/")
    assert f"{casual_list().code} " in shown.text
    assert shown.text.count(LABEL) == 1
    assert shown.text.index("CLUB") < shown.text.index(LABEL)
    said = "not valid for rated play"
    assert said not in page(member, "/words/CLUB/").text
    assert said in page(member, f"/words/{casual_list().code}/").text


def test_the_only_lexicon_need_not_be_chosen(member: Client, club: Lexicon) -> None:
    with writing():
        club.delete()
    assert member.get("/words/")["Location"] == f"/words/{casual_list().code}/"


def test_words_stand_with_their_hooks_their_place_and_their_meaning(member: Client) -> None:
    shown = page(member, "/words/CLUB/?find=anagram&tiles=aelt")
    assert "3 words" in shown.text
    found = rows(member, find="anagram", tiles="late")
    assert found == [
        ["PS·", "LATE#", "R", "1", TOLD["LATE"].definition],
        ["S·", "TALE", "", "2", ""],
        ["S", "TEAL", "·", "3", ""],
    ]


def test_a_tile_that_a_blank_stands_for_is_small_and_groups_the_words(member: Client) -> None:
    shown = page(member, "/words/CLUB/?find=anagram&tiles=late%3f")
    assert re.findall(r"with ([A-Z])", shown.text) == ["P", "R", "S"]
    assert words(member, find="anagram", tiles="late?") == [
        "pLATE",
        "ALTEr",
        "LATEr",
        "sLATE",
        "sTALE",
        "sTEAL",
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"find": "subanagram", "tiles": "eat"}, ["ATE", "EAT", "ETA$", "TEA"]),
        ({"find": "pattern", "tiles": "?l*e"}, ["ALE", "SLATE", "PLATE"]),
        ({"find": "begins", "tiles": "te"}, ["TEA", "TEAL"]),
        ({"find": "ends", "tiles": "[zt]eal"}, ["TEAL", "ZEAL", "STEAL"]),
        ({"find": "hooks", "tiles": "late"}, ["LATER", "PLATE", "SLATE"]),
        ({"find": "extensions", "tiles": "ate", "length": "5"}, ["LATER", "PLATE", "SLATE"]),
        ({"find": "all", "tiles": "", "having": "z"}, ["ZEAL"]),
        ({"find": "all", "tiles": "", "length": "3", "lacking": "t"}, ["ALE", "LEA"]),
        ({"find": "all", "tiles": "", "vowels": "3"}, []),
        ({"find": "contains", "tiles": "ea", "not_in": "OTHER"}, ["ZEAL"]),
        ({"find": "contains", "tiles": "ea", "also_in": "OTHER", "order": "longest"}, None),
    ],
)
def test_every_question_can_be_narrowed(
    member: Client, asked: dict[str, str], found: list[str] | None
) -> None:
    imported_list("OTHER", ["LEA", "EAT", "TEA", "TEAL", "STEAL", "SEA"])
    told = words(member, **asked)
    if found is None:
        assert told == ["STEAL", "TEAL", "EAT", "LEA", "TEA"]
    else:
        assert sorted(told) == sorted(found)


def test_a_mistake_stands_beside_its_field_and_nothing_typed_is_lost(member: Client) -> None:
    path = "/words/CLUB/?find=anagram&tiles=la5e&length=long&having=%3f&order=alphabet"
    response = member.get(path)
    text = source(response)
    shown = page(member, path)
    for sentence, field in (
        ("The character 5 is on no tile.", "tiles"),
        ("long is neither a number nor a range such as 5-8.", "length"),
        ("The character ? is on no tile.", "having"),
    ):
        assert f'<span class="wrong" id="id_{field}_error">{sentence}</span>' in text
        assert sentence in shown.text
    for typed in ("la5e", "long", "alphabet"):
        assert f'value="{typed}"' in text
    assert "<details open>" in text


def test_what_narrows_an_answer_is_counted_and_stays_in_sight_while_nothing_is_found(
    member: Client,
) -> None:
    path = "/words/CLUB/?find=anagram&tiles=late&order=alphabet&blanks=no"
    shown = page(member, path)
    assert "Narrow down and put in order (2 set)" in shown.text
    assert "without blanks" in shown.text
    assert "<details>" in source_at(member, path)
    assert "<details open>" in source_at(member, path + "&length=9")


@pytest.mark.parametrize(
    "asked",
    [
        {"find": "nonsense", "tiles": "a"},
        {"find": "anagram"},
        {"find": "anagram", "tiles": "A\0B"},
        {"find": "anagram", "tiles": "A" * 5000},
        {"find": "anagram", "tiles": "<script>"},
        {"find": "all", "tiles": "", "not_in": "NOPE"},
        {"find": "all", "tiles": "", "order": "worst"},
        {"find": "subanagram", "tiles": "A*"},
    ],
)
def test_what_is_no_question_is_refused_in_words(member: Client, asked: dict[str, str]) -> None:
    response = member.get("/words/CLUB/", asked)
    assert response.status_code == 200
    shown = Markup(source(response))
    assert shown.faults == []
    assert 'class="wrong"' in source(response)
    assert rows(member, **asked) == []


def test_long_answers_have_pages_that_keep_the_question(
    member: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    imported_list("LONG", [f"{a}{b}{c}" for a in "ABCDE" for b in "EFGHIJKL" for c in "MNOPQR"])
    path = "/words/LONG/?find=pattern&tiles=%3f%3f%3f&order=alphabet"
    # The session and its user, whether the tools are closed, the lexicon and the others.
    with django_assert_num_queries(5):
        response = member.get(path + "&page=2")
    shown = Markup(source(response))
    assert "240 words" in shown.text
    assert "101 to 200 shown" in shown.text
    assert f"{path.partition('?')[2]}&page=3".replace("%3f", "%3F") in "".join(shown.links)
    assert len(re.findall(r'<th scope="row">', source(response))) == 100
    assert "201 to 240 shown" in page(member, f"{path}&page=99").text
    assert "1 to 100 shown" in page(member, f"{path}&page=-1x").text


def test_a_word_has_a_page_with_all_that_leads_on(member: Client) -> None:
    imported_list("OTHER", ["LATE", "TEA"])
    shown = page(member, "/words/CLUB/LATE/")
    for told in (
        TOLD["LATE"].definition,
        "in Collins only",
        "Front hooks P S Back hooks R Inner hooks ATE",
        "of the 4 words of 4 tiles, blanks counted",
        "OTHER has it",
        f"has it ({LABEL})",
        "Anagrams 2 TALE TEAL",
        "Ending with LATE 2 PLATE SLATE",
        "Beginning with LATE 1 LATER",
    ):
        assert told in shown.text
    assert "/words/OTHER/LATE/" in shown.links
    assert "/words/CLUB/?find=anagram&tiles=LATE%3F" in shown.links


def test_a_definition_leads_to_the_words_it_names_and_is_only_text(member: Client) -> None:
    shown = page(member, "/words/CLUB/LATER/")
    assert "form of LATE, adjective [adv]" in shown.text
    assert "/words/CLUB/LATE/" in shown.links
    assert "form of LEA [n]" in page(member, "/words/CLUB/ALE/").text
    assert "a Greek letter see A/B, noun <script>" in page(member, "/words/CLUB/ETA/").text


def test_a_question_that_finds_nothing_says_so(member: Client) -> None:
    assert "No word." in page(member, "/words/CLUB/?find=anagram&tiles=zz").text


def test_what_is_no_word_says_so_and_leads_on_all_the_same(member: Client) -> None:
    shown = page(member, "/words/CLUB/LAET/")
    assert "This is no word of the lexicon." in shown.text
    assert "Anagrams 3 LATE TALE TEAL" in shown.text
    assert "Probability" not in shown.text


@pytest.mark.parametrize("address", ["LA5E", "A%00", "%3Cscript%3E", "A" * 40, "A" * 400])
def test_an_address_of_no_tiles_leads_nowhere(member: Client, address: str) -> None:
    assert member.get(f"/words/CLUB/{address}/").status_code == 404


def test_a_word_is_looked_up_however_it_is_written(member: Client) -> None:
    assert member.get("/words/CLUB/late/")["Location"] == "/words/CLUB/LATE/"
    assert member.get("/words/CLUB/look-up/?word=+late+")["Location"] == "/words/CLUB/LATE/"
    shown = page(member, "/words/CLUB/look-up/?word=l4te")
    assert "The character 4 is on no tile." in shown.text
    assert "Type the tiles" in page(member, "/words/CLUB/look-up/").text


def test_tiles_of_two_letters_stand_in_brackets_and_doubtful_ones_lead_to_the_word(
    member: Client,
) -> None:
    imported_list("ES", ["CARRO", "CARO", "ARCO"], tile_set="es")
    assert "Back hooks" in page(member, "/words/ES/CA%5BRR%5DO/").text
    assert member.get("/words/ES/look-up/?word=carro")["Location"] == "/words/ES/CA%5BRR%5DO/"
    assert "CLUB" not in page(member, "/words/ES/CARO/").text.split("Probability")[1]
    imported_list("HU", ["A[C]S", "KA[CS]A"], tile_set="hu")
    assert member.get("/words/HU/look-up/?word=acs")["Location"] == "/words/HU/ACS/"
    assert member.get("/words/HU/look-up/?word=kacsa")["Location"] == "/words/HU/KA%5BCS%5DA/"
    assert "/words/HU/ACS/" in page(member, "/words/HU/A%5BCS%5D/").links


def test_a_lexicon_that_is_put_away_unknown_or_gone_says_so(
    member: Client, club: Lexicon, remade: Callable[..., None]
) -> None:
    assert "No lexicon is called NOPE." in page(member, "/words/NOPE/", 404).text
    remade(club, sha256="0" * 64)
    assert "The words of CLUB are not on this machine" in page(member, "/words/CLUB/", 404).text
    remade(club, is_put_away=True)
    assert member.get("/words/CLUB/LATE/").status_code == 404
    assert member.get("/words/")["Location"] == f"/words/{casual_list().code}/"


def test_another_list_that_is_gone_is_named_beside_its_field(
    member: Client, remade: Callable[..., None]
) -> None:
    remade(imported_list("OTHER", ["LEA", "EAT"]), sha256="0" * 64)
    path = "/words/CLUB/?find=all&tiles=&not_in=OTHER"
    assert "The words of OTHER are not on this machine" in page(member, path).text
    assert "OTHER" not in page(member, "/words/CLUB/LATE/").text


@pytest.fixture
def remade() -> Callable[..., None]:
    """Changes what the database says of a lexicon."""

    def change(lexicon: Lexicon, **fields: Any) -> None:
        with writing():
            Lexicon.objects.filter(pk=lexicon.pk).update(**fields)

    return change


def test_a_tab_does_not_ask_a_list_for_words_that_are_not_in_itself(member: Client) -> None:
    imported_list("OTHER", ["ALE"])
    text = source_at(member, "/words/CLUB/?find=all&tiles=&not_in=OTHER")
    tabs = dict(re.findall(r'href="/words/(CLUB|OTHER|SCOWL80)/(\?find=all[^"]*)"', text))
    assert "not_in=OTHER" in tabs["SCOWL80"]
    assert "not_in" not in tabs["OTHER"]
    assert f"SCOWL80: {LABEL}" in text
