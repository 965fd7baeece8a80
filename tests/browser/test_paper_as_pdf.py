"""Every print page as the PDF that comes out: sheets by formula, nothing cut, order after cutting.

An event of each size is printed once. What must hold of all paper is looked for on every sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from math import ceil
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.apps.tournaments.desk_events import account
from tests.browser.conftest import sign_in_at
from tests.browser.printed import (
    ONE_SHEET,
    PDFTOTEXT,
    Sheet,
    after_cutting,
    in_other_fonts,
    printed,
)
from tests.builders import events
from tests.builders.events import a_large_event, give
from tournaments.claiming import Mode
from tournaments.models import Tournament
from tournaments.phones.commands.modes import SetPhones
from tournaments.printing.pages.documents import BY_KEY
from tournaments.prizes.commands.money import PayPrizes
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizes.commands.terms import SetPrizeTerms
from tournaments.prizes.queries.now import prizes_now
from tournaments.prizing.records import PrizeKind

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not PDFTOTEXT, reason="poppler's pdftotext reads what was printed"),
]

SHEETS = {"a4": (595, 842), "letter": (612, 792)}
ACROSS = {"a4": (1191, 842), "letter": (1224, 792)}
MARGINS_MM = {"page": 12, "edgeless": 0, "wall": 10}
LONG = {
    2: "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine",
    6: "Ana María de los Ángeles Fernández-Villaverde y González",
    7: "Łukasz Wawrzyńczyk-Brzęczyszczykiewicz, WWWWWWWWWWWWWWWWWWWW",
}
# How many sheets each document takes for so many players; None where it is fitted to its names.
Count = Callable[[int], int]
COUNTS: Mapping[str, Count] = {
    "slips": lambda players: ceil(players // 2 / 4),
    "board-slips": lambda players: ceil(players // 2 / 4),
    "scorecards": lambda players: ceil(players / 2),
    "badges": lambda players: ceil(players / 8),
    "table-numbers": lambda players: players // 2,
    "challenge-slips": lambda players: ceil(players // 2 / 8),
    "blank-slips": lambda _: 1,
    "score-sheets": lambda _: 1,
    "tracking-sheets": lambda _: 1,
}
# How a document is cut: in rows and columns, and the number by which a piece is known.
CUTS = {
    "slips": (4, 1, r"Board (\d+)"),
    "board-slips": (4, 1, r"Board (\d+)"),
    "scorecards": (2, 1, r"#(\d+)"),
    "badges": (4, 2, r"#(\d+) Division"),
}
"""Whose pieces are in order once the pile is cut."""
ALSO_CUT = {"blank-slips": (4, 1), "challenge-slips": (4, 2), "score-sheets": (1, 2)}
ALSO_CUT |= {"tracking-sheets": (2, 2), "table-numbers": (2, 1)}


@pytest.fixture
def boss(page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A browser signed in as who runs the installation, which phones reach; some names are long."""
    usual = events.person
    monkeypatch.setattr(events, "person", lambda at: LONG.get(at) or usual(at))
    monkeypatch.setattr("tournaments.printing.views.reachable_host", lambda _: "hall.example")
    sign_in_at(page, account("boss", operator=True), live_server.url)
    return page


def _flawless(sheets: list[Sheet], size: tuple[int, int], what: str) -> None:
    for place, sheet in enumerate(sheets, 1):
        assert sheet.size == size, (what, place)
        assert sheet.words, (what, place, "is empty")
        assert sheet.outside() == [], (what, place)
        assert sheet.overlapping() == [], (what, place)


def _number(pattern: str) -> Callable[[str], int | None]:
    def number_of(piece: str) -> int | None:
        found = re.search(pattern, piece)
        return int(found[1]) if found else None

    return number_of


def _in_order(key: str, sheets: list[Sheet], players: int) -> None:
    if key in ALSO_CUT:
        for sheet in sheets:
            sheet.pieces(*ALSO_CUT[key])
    if key not in CUTS:
        return
    rows, columns, pattern = CUTS[key]
    numbers = after_cutting(sheets, rows, columns, _number(pattern))
    last = players // 2 if "slips" in key else players
    assert numbers == list(range(1, last + 1)), (key, numbers)


# Of a large event only what grows with it: all else is the same sheet as for a small one.
LISTS = ("roster", "pairings", "pairings-names", "standings", "wallchart", "blank-standings")


@pytest.mark.parametrize(
    ("players", "size", "keys"),
    [(13, "a4", tuple(BY_KEY)), (109, "letter", tuple(CUTS)), (300, "letter", LISTS)],
)
def test_every_document_prints_on_the_sheets_it_needs_whole_and_in_order_after_cutting(
    boss: Page,
    live_server: LiveServer,
    tmp_path: Path,
    players: int,
    size: str,
    keys: tuple[str, ...],
) -> None:
    a_large_event("grand", players=players, rounds=1, open_games=players // 2)
    for key in keys:
        document = BY_KEY[key]
        address = f"{live_server.url}/desk/grand/paper/{key}/?size={size}"
        sheets = printed(boss, address, tmp_path, MARGINS_MM[document.sheet])
        if key == "table-numbers":
            # The upper half is the lower one turned round, where boxes are not those of letters.
            sheets = [sheet.below(0.5) for sheet in sheets]
        _flawless(sheets, (ACROSS if document.sheet == "wall" else SHEETS)[size], key)
        fitted = boss.locator(".fitted").count()
        if key in COUNTS or fitted:
            assert len(sheets) == (fitted or COUNTS[key](players)), key
        _in_order(key, sheets, players)
        if players == 13:
            assert len(sheets) == 1 or key not in ONE_SHEET, key
            # What a name may do with the room that it has does not depend on how many there are.
            for font, others in in_other_fonts(boss, tmp_path):
                low = [one.below(0.5) for one in others] if key == "table-numbers" else others
                assert [one.overlapping() for one in low] == [[]] * len(low), (key, font)


def _scorecards_say_where_a_pin_is_typed(boss: Page, paper: str, tmp_path: Path) -> None:
    give(SetPhones(event="grand", division="A", mode=Mode.SOFT))
    for size in ("letter", "a4"):
        sheets = printed(boss, f"{paper}/scorecards/?size={size}", tmp_path, MARGINS_MM["page"])
        _flawless(sheets, SHEETS[size], "scorecards")
        assert len(sheets) == 7
        text = " ".join(sheet.text for sheet in sheets)
        assert len(re.findall(r"No\. \d+, PIN", text)) == text.count("/go/grand/") == 13


def test_packs_prizes_and_cards_with_links_print_whole_and_in_their_order(
    boss: Page, live_server: LiveServer, tmp_path: Path
) -> None:
    a_large_event("grand", players=13, rounds=1)
    give(SetPrizeTerms(event="grand", currency="EUR"))
    place = partial(PrizeLine, kind=PrizeKind.PLACE, division="A", amount=100)
    give(AddPrizes(event="grand", prizes=tuple(place(place=n) for n in range(1, 13))))
    won = prizes_now(Tournament.objects.get(slug="grand")).list
    winners = [winner.key for prize in won for winner in prize.winners]
    for entry in set(winners):
        give(PayPrizes(event="grand", entry=entry))

    def sheets_at(path: str) -> list[Sheet]:
        sheets = printed(boss, f"{live_server.url}/desk/grand/{path}?size=letter", tmp_path, 0)
        _flawless(sheets, SHEETS["letter"], path)
        return sheets

    pack = [sheet.text for sheet in sheets_at("paper/contingency/")]
    said = ["Check-in list", "Pairings by board", "Pairings A", *("Board 1", "Board 2")]
    said += ["Blank pairings", *("Board 1", "Board 2"), "Blank standings"]
    said += [*("Scorecards",) * 7, "Challenge"]
    assert len(pack) == len(said)
    assert all(words in text for words, text in zip(said, pack, strict=True))
    assert len(sheets_at("paper/round/")) == 4
    [listed] = sheets_at("paper/prize-list/")
    assert listed.text.count("#") == len(winners) >= 12
    receipts = sheets_at("paper/prize-receipts/")
    for sheet in receipts:
        assert sheet.text.count("Receipt ") == sheet.text.count("Signature") > 0
    assert sum(sheet.text.count("Signature") for sheet in receipts) == len(set(winners))
    assert len(sheets_at("paper/certificates/")) == len(winners)
    _scorecards_say_where_a_pin_is_typed(boss, f"{live_server.url}/desk/grand/paper", tmp_path)
    cards = sheets_at("links/cards/")
    assert sum(sheet.text.count("#") for sheet in cards) == 13
    for sheet in cards:
        assert sheet.text.count("http") == 2 * sheet.text.count("#"), (
            "the link, and where it is typed"
        )
