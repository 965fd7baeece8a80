"""The word tools in a browser: on a phone, by keyboard, without JavaScript, on paper."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from core.journal.guard import writing
from lexicon.selectors.installed import lexica_folder
from lexicon.words.about import About, store_about
from tests.browser.conftest import SignIn, go, here, press_on, tab_to, visit
from tests.browser.looks import (
    NARROW_AND_DARK,
    WIDE_AND_LIGHT,
    look_in_both_languages,
    stays_within,
)
from tests.builders.lexica import imported_list

HELD = "LATE LATER PLATE ALTER TALE TEA ALE ZEAL ATE UNCOPYRIGHTABLE DERMATOGLYPHICS"
ADDRESSES = (
    "/words/",
    "/words/CLUB/",
    "/words/CLUB/?find=anagram&tiles=late%3F",
    "/words/CLUB/?find=all&tiles=&order=longest&not_in=OTHER",
    "/words/OTHER/?find=pattern&tiles=*",
    "/words/CLUB/?find=anagram&tiles=la5e&length=x",
    "/words/CLUB/LATE/",
    "/words/CLUB/LAET/",
    "/words/CLUB/look-up/?word=5",
)


@pytest.fixture
def member(transactional_db: None) -> User:
    """Somebody with an account, and two lexica, one of which tells what words mean."""
    lexicon = imported_list("CLUB", HELD.split())
    meaning = About("that may not be copied, said at some length {late=adj} [adj]", "#")
    with writing():
        told = dict.fromkeys(HELD.split(), meaning)
        lexicon.about = store_about(lexica_folder(), told)
        lexicon.save()
        imported_list("OTHER", ["LATE", "TEA", "UNCOPYRIGHTABLE"])
        return User.objects.create_user("ann", password="long enough for this")


def test_axe_finds_nothing_to_complain_about_and_no_page_is_wider_than_the_screen(
    page: Page, live_server: LiveServer, enter_as: SignIn, member: User
) -> None:
    enter_as(page, member)
    for address in ADDRESSES:
        looks = (WIDE_AND_LIGHT, NARROW_AND_DARK)
        look_in_both_languages(page, live_server.url + address, looks)
        stays_within(page, (320,))
        box = page.locator(".scroll")
        has_table = box.count()
        for width in (360, 800, 1440):
            stays_within(page, (width,))
            hidden = box.evaluate("box => box.scrollWidth - box.clientWidth") if has_table else 0
            assert hidden <= 0, f"{address}: {hidden} of {width} pixels of the table are unseen"


def test_what_is_wrong_moves_no_field_off_the_line_of_its_neighbours(
    page: Page, live_server: LiveServer, enter_as: SignIn, member: User
) -> None:
    enter_as(page, member)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{live_server.url}/words/CLUB/?find=anagram&tiles=la5e&length=x&having=7")
    for line in (("#id_find", "#id_tiles"), ("#id_length", "#id_vowels", "#id_having")):
        tops = {page.locator(name).evaluate("e => e.getBoundingClientRect().top") for name in line}
        assert len(tops) == 1, line
    page.goto(f"{live_server.url}/words/CLUB/look-up/?word=5")
    typed, button = page.locator("#word").bounding_box(), page.get_by_text("Look up", exact=True)
    pressed = button.bounding_box()
    assert typed is not None
    assert pressed is not None
    assert typed["x"] + typed["width"] < pressed["x"]
    assert abs(typed["y"] - pressed["y"]) < 8


def test_every_notice_of_the_word_list_goes_on_paper(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/about/words/")
    texts = page.locator("pre.verbatim")
    expect(texts).to_have_count(4)
    for folded in (2, 3):
        expect(texts.nth(folded)).to_be_hidden()
    expect(texts.first).to_contain_text("J Ross Beresford")
    page.emulate_media(media="print")
    for number in range(4):
        expect(texts.nth(number)).to_be_visible()


def test_words_are_found_by_keyboard_alone(
    site: Page, live_server: LiveServer, enter_as: SignIn, member: User
) -> None:
    enter_as(site, member)
    visit(site, f"{live_server.url}/words/")
    go(site, "CLUB")
    tab_to(site, "find")
    site.keyboard.type("Made of some")
    site.keyboard.press("Tab")
    assert here(site) == "tiles"
    site.keyboard.type("late")
    press_on(site, "Enter")
    expect(site.locator("[role=status]")).to_contain_text("5 words")
    tab_to(site, "Narrow down")
    site.keyboard.press("Enter")
    site.keyboard.press("Tab")
    assert here(site) == "length"
    site.keyboard.type("4")
    press_on(site, "Enter")
    expect(site.locator("[role=status]")).to_contain_text("2 words")
    tab_to(site, "TALE")
    press_on(site, "Enter")
    expect(site.locator("h1")).to_have_text("TALE")
    tab_to(site, "word")
    site.keyboard.type("plate")
    press_on(site, "Enter")
    expect(site.locator("h1")).to_have_text("PLATE")


def test_words_are_found_without_a_script(
    plain: Page, live_server: LiveServer, enter_as: SignIn, member: User
) -> None:
    enter_as(plain, member)
    plain.goto(f"{live_server.url}/words/CLUB/")
    plain.get_by_label("Tiles or a pattern").fill("late?")
    plain.get_by_role("button", name="Find").click()
    expect(plain.locator("tbody th[scope=row]")).to_have_text(["pLATE#", "ALTEr#", "LATEr#"])
    plain.locator("summary").click()
    expect(plain.get_by_label("Length", exact=True)).to_be_visible()


def test_what_was_found_goes_on_paper_without_the_form(
    page: Page, live_server: LiveServer, enter_as: SignIn, member: User
) -> None:
    enter_as(page, member)
    page.goto(f"{live_server.url}/words/CLUB/?find=subanagram&tiles=late")
    page.emulate_media(media="print")
    expect(page.locator("table")).to_be_visible()
    expect(page.get_by_label("Tiles or a pattern")).to_be_hidden()
    expect(page.get_by_label("Look up one word")).to_be_hidden()
