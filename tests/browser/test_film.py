"""The film of an event in a browser, from a disk: it plays, steps, and asks the network nothing."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.looks import axe_finds_nothing
from tournaments.film.pages import film_file
from tournaments.film.queries import Film, FilmBoard, FilmDivision, FilmRound, FilmRow

HOSTILE = "<img src=x onerror=document.title='broken'>"


def a_film() -> Film:
    """Return a film of two players who change places in round 2; one has a hostile name."""
    rounds = tuple(
        FilmRound(
            number,
            (FilmBoard(1, 1, 2, "400–300" if number == 1 else "300–600", kind),),
            tuple(
                FilmRow(entry, place, 2 * (number == 2 or entry == first), 2, 100)
                for place, entry in enumerate((first, 3 - first), 1)
            ),
        )
        for number, first, kind in ((1, 1, "win"), (2, 2, "loss"))
    )
    return Film("Cup", "", "", (FilmDivision("A", {1: HOSTILE, 2: "Bea"}, rounds),))


def test_it_plays_and_steps_by_keys_without_network_and_shows_a_hostile_name_as_text(
    page: Page, tmp_path: Path
) -> None:
    file, asked = tmp_path / "film.html", list[str]()
    file.write_bytes(film_file(a_film()))
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(file.as_uri())
    now, first = page.locator("#now"), page.locator("#standings tbody tr").first
    expect(now).to_have_text("Before round 1")
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text("Round 1 of 2")
    expect(first).to_contain_text(HOSTILE)
    page.keyboard.press("ArrowRight")
    expect(first).to_contain_text("Bea")
    expect(first).to_contain_text("up 1")
    page.keyboard.press("Home")
    page.locator("#speed").select_option("500")
    page.locator("#play").click()
    expect(now).to_have_text("Round 2 of 2")
    expect(page.locator("#play")).to_have_text("Run")
    page.locator("#scrub").fill("1")
    expect(now).to_have_text("Round 1 of 2")
    # Keys reach both tables, which say what they are.
    for name in ("Standings", "Boards"):
        table = page.locator("#player").get_by_role("table", name=name, exact=True)
        expect(table).to_have_attribute("tabindex", "0")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    axe_finds_nothing(page)
    assert page.title() == "Cup"
    assert asked == [file.as_uri()]
