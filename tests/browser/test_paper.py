"""Paper through the browser's own printer: sheets, their number and size, and what is on them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.nights.commands.playing import NightGame
from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import press_on, settle, sign_in_at, visit
from tests.browser.looks import axe_finds_nothing
from tests.browser.printed import ONE_SHEET
from tests.builders import events
from tests.builders.events import a_large_event, a_played_event
from tests.builders.nights import FIRST_NIGHT, an_open_night, score_of, seated
from tournaments.printing.pages.documents import DOCUMENTS

pytestmark = pytest.mark.django_db(transaction=True)

LONG = {
    1: "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine",
    3: "Anne-Sophie Müller-Lüdenscheidt-Kröhnbacher",
    5: "Ana María de los Ángeles Fernández-Villaverde y González",
    7: "Łukasz Wawrzyńczyk-Brzęczyszczykiewicz, WWWWWWWWWWWWWWWWWWWW",
    9: "Li",
}
# All that is read on a list, and what does not fit into its own box.
SIZES = """() => [...document.querySelectorAll(".fitted tbody :is(th, td, .no, .side)")]
    .map(e => parseFloat(getComputedStyle(e).fontSize))"""
CUT = """() => [...document.querySelectorAll("tbody :is(th, td), .slip-name, .slip-event")]
    .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
    .map(e => e.innerText)"""
A4, LETTER = (595, 842), (612, 792)
A3_ACROSS, TABLOID_ACROSS = (1191, 842), (1224, 792)


@pytest.fixture
def boss(page: Page, live_server: LiveServer) -> Page:
    """A browser signed in as who runs the installation."""
    sign_in_at(page, account("boss", operator=True), live_server.url)
    return page


def _sheets(page: Page, address: str) -> list[tuple[int, int]]:
    """Return the size of every sheet that an address prints on, in points."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == printed.count(b"/MediaBox")
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_thirteen_players_have_two_sheets_of_slips_and_seven_of_scorecards(
    boss: Page, live_server: LiveServer
) -> None:
    a_played_event("club", players=13, rounds=2, planned=7, open_games=3)
    paper = f"{live_server.url}/desk/club/paper"
    assert _sheets(boss, f"{paper}/slips/") == [A4] * 2
    boards = boss.locator(".slip-board b").all_inner_texts()
    assert boards == ["1", "3", "5", "2", "4", "6"]
    assert _sheets(boss, f"{paper}/slips/?size=letter") == [LETTER] * 2
    # The paper was chosen once: it is kept until another is.
    assert _sheets(boss, f"{paper}/blank-slips/") == [LETTER]
    assert _sheets(boss, f"{paper}/blank-slips/?size=a4") == [A4]
    assert _sheets(boss, f"{paper}/scorecards/") == [A4] * 7
    # Where poppler is, tests/browser/test_paper_as_pdf.py prints every document on A4 for as many.
    assert _sheets(boss, f"{paper}/scorecards/?size=letter") == [LETTER] * 7
    for key in ONE_SHEET:
        assert _sheets(boss, f"{paper}/{key}/?size=letter") == [LETTER], key


def test_two_cards_of_twelve_rounds_fit_on_a_sheet_of_letter(
    boss: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With the links of their players, and a name that takes two lines.
    monkeypatch.setattr("tournaments.printing.views.reachable_host", lambda _: "hall.example")
    usual = events.person
    monkeypatch.setattr(events, "person", lambda at: LONG.get(at) or usual(at))
    a_played_event("club", players=4, rounds=1, planned=12)
    sheets = _sheets(boss, f"{live_server.url}/desk/club/paper/scorecards/?size=letter")
    assert sheets == [LETTER] * 2
    assert boss.locator(".scorecard .paper-code").count() == 4
    boss.emulate_media(media="print")
    boss.set_viewport_size({"width": 725, "height": 1000})
    ends = boss.locator(".scorecard").evaluate_all(
        "cards => cards.map(card => card.scrollHeight <= card.clientHeight + 1)"
    )
    assert all(ends)


def test_31_rounds_fit_across_the_wall_and_on_one_card(boss: Page, live_server: LiveServer) -> None:
    a_large_event("grand", players=24, rounds=31, open_games=2)
    paper = f"{live_server.url}/desk/grand/paper"
    for size, sheet in (("a4", A3_ACROSS), ("letter", TABLOID_ACROSS)):
        assert _sheets(boss, f"{paper}/wallchart/?size={size}") == [sheet]
        # What is between the margins of the sheet, in pixels of the style sheet.
        inside = round(sheet[0] / 0.75 - 20 / 25.4 * 96)
        boss.set_viewport_size({"width": inside, "height": 900})
        boss.emulate_media(media="print")
        assert boss.evaluate("document.documentElement.scrollWidth") <= inside
        boss.emulate_media(media="null")
    assert _sheets(boss, f"{paper}/scorecards/?size=a4") == [A4] * 24
    assert _sheets(boss, f"{paper}/scorecards/?size=letter") == [LETTER] * 24


@pytest.mark.parametrize("players", [17, 60])
def test_lists_for_the_wall_and_from_a_to_z_fill_their_sheets_in_one_size_and_never_run_over(
    boss: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    usual = events.person
    monkeypatch.setattr(events, "person", lambda at: LONG.get(at) or usual(7 * at))
    a_large_event("grand", players=players, rounds=1, open_games=players // 2)
    paper = f"{live_server.url}/desk/grand/paper"
    for key, least in (("pairings", 16), ("pairings-names", 16), ("roster", 7)):
        for size in ("a4", "letter"):
            sheets = _sheets(boss, f"{paper}/{key}/?size={size}")
            assert len(sheets) == boss.locator(".fitted").count(), (key, size)
            boss.emulate_media(media="print")
            inside = {"a4": 703, "letter": 725}[size]
            boss.set_viewport_size({"width": inside, "height": 1000})
            (type_size,) = set(boss.evaluate(SIZES))
            assert type_size * 72 / 96 >= least - 0.01
            assert boss.evaluate(CUT) == [], (key, size)
            high = {"a4": 1020, "letter": 952}[size]
            used = boss.locator(".fitted").evaluate_all("all => all.map(e => e.offsetHeight)")
            assert min(used) >= 0.95 * high, (key, size)
            boss.emulate_media(media="null")


ROWS = """() => [...document.querySelectorAll(".fitted")].map(sheet =>
    [...sheet.querySelectorAll("tbody tr")].map(row => row.getBoundingClientRect().height))"""
LINES = """() => [...document.querySelectorAll("tbody th[scope=row]:not(:has(*))")].map(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return new Set([...range.getClientRects()].map(one => Math.round(one.top))).size; })"""


@pytest.mark.parametrize(
    ("long", "lines"), [({3: LONG[3], 5: LONG[5]}, 1), ({7: LONG[7], 9: LONG[9]}, 3)]
)
def test_the_rows_of_a_check_in_list_are_all_of_one_height(
    boss: Page,
    live_server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
    long: dict[int, str],
    lines: int,
) -> None:
    usual = events.person
    monkeypatch.setattr(events, "person", lambda at: long.get(at) or usual(7 * at))
    a_large_event("grand", players=30, rounds=1, open_games=15)
    _sheets(boss, f"{live_server.url}/desk/grand/paper/roster/")
    boss.emulate_media(media="print")
    boss.set_viewport_size({"width": 703, "height": 1000})
    for rows in boss.evaluate(ROWS):
        assert max(rows) - min(rows) < 1
    assert max(boss.evaluate(LINES)) <= lines
    assert boss.evaluate(CUT) == []


def test_a_long_name_is_whole_on_its_slip_and_the_slips_stay_as_large_as_they_are(
    boss: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = events.person
    monkeypatch.setattr(events, "person", lambda at: LONG.get(at) or usual(at))
    a_played_event("club", players=12, rounds=1, open_games=6)
    assert _sheets(boss, f"{live_server.url}/desk/club/paper/slips/") == [A4] * 2
    boss.emulate_media(media="print")
    boss.set_viewport_size({"width": 794, "height": 1123})
    assert boss.evaluate(CUT) == []
    over = boss.locator(".result-slip").evaluate_all(
        "all => all.map(slip => slip.scrollHeight - slip.clientHeight)"
    )
    assert max(over) <= 1


# Whether the font has come, and how wide its figures are.
FONT = """async () => {
    await document.fonts.ready;
    const {fontFamily} = getComputedStyle(document.querySelector(".paper-of td.num"));
    const family = fontFamily.split(",")[0];
    const {status} = [...document.fonts].find(face => family.includes(face.family));
    const paint = document.createElement("canvas").getContext("2d");
    paint.font = `100px ${family}`;
    return [status, ...new Set([..."0123456789"].map(one => paint.measureText(one).width))];
}"""


def test_paper_is_set_in_a_font_of_its_own_with_figures_of_one_width(
    boss: Page, live_server: LiveServer
) -> None:
    a_played_event("club", players=4, rounds=1)
    visit(boss, f"{live_server.url}/desk/club/paper/standings/")
    status, *widths = boss.evaluate(FONT)
    assert status == "loaded"
    assert len(widths) == 1


def test_every_division_starts_on_a_sheet_of_its_own(boss: Page, live_server: LiveServer) -> None:
    a_played_event("wide", divisions=("A", "B"), players=4, rounds=1, open_games=1)
    for document in DOCUMENTS:
        both = len(_sheets(boss, f"{live_server.url}/desk/wide/paper/{document.key}/"))
        one = f"{live_server.url}/desk/wide/paper/{document.key}/?division=A"
        assert both == 2 * len(_sheets(boss, one)), document.key


def test_axe_finds_nothing_on_paper_and_on_its_list(boss: Page, live_server: LiveServer) -> None:
    a_played_event("club", players=5, rounds=2, open_games=1)
    for key in ("", *(f"{document.key}/" for document in DOCUMENTS)):
        boss.goto(f"{live_server.url}/desk/club/paper/{key}")
        axe_finds_nothing(boss, key)


def test_the_list_follows_the_choice_without_a_new_page(
    boss: Page, live_server: LiveServer
) -> None:
    a_played_event("club", players=4, rounds=2)
    visit(boss, f"{live_server.url}/desk/club/paper/")
    boss.evaluate("window.stayed = true")
    boss.get_by_label("Round", exact=True).select_option("1")
    boss.wait_for_url("**/paper/?*round=1*")
    settle(boss)
    assert boss.evaluate("window.stayed") is True
    boss.get_by_role("link", name="Result slips").click()
    boss.wait_for_url("**/paper/slips/?round=1*")
    assert boss.locator(".slip-top").first.inner_text().count("Round 1") == 1


def test_the_report_of_a_night_of_sixty_is_on_whole_sheets_with_nothing_cut(
    boss: Page, live_server: LiveServer
) -> None:
    names = [f"{LONG[5]} {number}" for number in range(60)]
    night = an_open_night(guests=[name[:60] for name in names])
    seated(night, *(NightGame(one=one, two=one + 1) for one in range(1, 60, 2)))
    paper = f"{live_server.url}/clubs/hill/nights/{FIRST_NIGHT}/paper/"
    for one in range(1, 60, 2):
        score_of(night, 1, one, one + 1, 400, 300 + one)
    for size, sheet, inside in (("a4", A4, 703), ("letter", LETTER, 725)):
        sheets = _sheets(boss, f"{paper}?size={size}")
        assert set(sheets) == {sheet}
        assert 3 <= len(sheets) <= 4
        boss.emulate_media(media="print")
        boss.set_viewport_size({"width": inside, "height": 1000})
        assert boss.evaluate(CUT) == [], size
        assert boss.evaluate("document.documentElement.scrollWidth") <= inside
        boss.emulate_media(media="null")
    axe_finds_nothing(boss, "report")


def _leads_nowhere(page: Page, key: str) -> bool:
    """Press a key; return whether it followed no link, which it would do at once."""
    page.evaluate("addEventListener('click', () => { window.led = true })")
    page.keyboard.press(key)
    return page.evaluate("window.led") is None


def test_a_digit_leads_to_a_tab_except_while_somebody_types_or_has_switched_keys_off(
    boss: Page, live_server: LiveServer
) -> None:
    a_played_event("club", players=4, rounds=1)
    visit(boss, f"{live_server.url}/desk/club/")
    press_on(boss, "5")
    expect(boss).to_have_url(re.compile("/desk/club/paper/$"))
    press_on(boss, "6")
    expect(boss).to_have_url(re.compile("/desk/club/log/$"))
    boss.get_by_label("Restore to a time").focus()
    assert _leads_nowhere(boss, "5")
    boss.keyboard.press("Escape")
    press_on(boss, "5")
    expect(boss).to_have_url(re.compile("/desk/club/paper/$"))
    boss.get_by_role("checkbox", name="Keys").focus()
    press_on(boss, "6")
    expect(boss).to_have_url(re.compile("/desk/club/log/$"))
    boss.get_by_role("checkbox", name="Keys").uncheck()
    boss.locator("main").focus()
    assert _leads_nowhere(boss, "5")
    boss.reload()
    assert boss.url.endswith("/log/")
    assert not boss.get_by_role("checkbox", name="Keys").is_checked()
    boss.locator("main").focus()
    assert _leads_nowhere(boss, "5")
