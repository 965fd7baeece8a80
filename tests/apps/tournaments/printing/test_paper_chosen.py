"""Paper chosen once, prizes among the paper, badges, cards with links, and sheets to write on."""

from __future__ import annotations

from math import ceil

import pytest
from django.test import Client
from django.urls import reverse

from config.catalogues import compile_all
from core.roles.commands import GiveRole
from core.roles.table import Role
from lexicon.words.tiles import tile_sets
from tests.apps.tournaments.desk_events import SLUG, give, publish, signed_in
from tests.builders.events import a_large_event
from tests.pages import source, source_at
from tournaments.models import Division, Tournament
from tournaments.printing.pages import blanks
from tournaments.prizes.pages.paper import PRIZE_PAPERS

pytestmark = pytest.mark.django_db
PAPER = f"/desk/{SLUG}/paper"


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that phones reach by the name of the test's client."""
    monkeypatch.setattr("tournaments.printing.views.reachable_host", lambda _: "hall.example")


def _is_on(client: Client, path: str) -> str:
    return "letter" if "-letter" in source_at(client, path) else "a4"


def test_the_paper_is_chosen_once_and_kept_on_the_device_for_all_that_is_printed(
    spring: Tournament,
) -> None:
    dora = signed_in("dora")
    assert _is_on(dora, f"{PAPER}/roster/") == "a4"
    dora.get(f"{PAPER}/?size=letter")
    assert _is_on(dora, f"{PAPER}/roster/") == "letter"
    assert _is_on(dora, f"/desk/{SLUG}/paper/certificates/") == "letter"
    assert _is_on(dora, f"/desk/{SLUG}/links/cards/") == "letter"
    assert _is_on(dora, f"{PAPER}/roster/?size=a4") == "a4"
    assert _is_on(dora, f"{PAPER}/roster/") == "a4"
    dora.cookies["paper_size"] = "<script>"
    assert _is_on(dora, f"{PAPER}/roster/") == "a4"


def test_paper_is_in_the_language_chosen_for_it_at_a_desk_that_is_in_another(
    spring: Tournament,
) -> None:
    compile_all()
    publish(1, (1, 2), (3, 4))
    dora = signed_in("dora")
    link = f'href="{PAPER}/slips/?size=a4&amp;language=fr"'
    assert link in source_at(dora, f"{PAPER}/?language=fr")
    french, english = (source_at(dora, f"{PAPER}/slips/{said}") for said in ("?language=fr", ""))
    assert '<html lang="fr">' in french
    assert "Bulletins" in french
    assert "Result slips" not in french
    assert "Result slips" in english
    assert dora.get(f"{PAPER}/slips/?language=xx").status_code == 404


def test_the_list_of_paper_has_the_prize_list_receipts_and_certificates(spring: Tournament) -> None:
    page = source_at(signed_in("dora"), f"{PAPER}/")
    for paper in PRIZE_PAPERS.values():
        assert paper.title in page


def test_that_codes_are_left_out_is_said_only_where_phones_reach_nothing(
    spring: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora = signed_in("dora")
    said = "printed without QR codes and PINs"
    for host in ("", "hall.example"):
        monkeypatch.setattr(
            "tournaments.printing.views.reachable_host", lambda _, is_at=host: is_at
        )
        assert (said in source_at(dora, f"{PAPER}/")) == (not host)


def test_a_badge_has_name_number_and_the_code_of_the_page_where_phones_reach_it(
    spring: Tournament, hall: None
) -> None:
    page = source_at(signed_in("dora"), f"{PAPER}/badges/")
    assert page.count("paper-code") == page.count("name-badge") / 2 == 4
    assert "#1</b>" in page
    assert "Ada" in page


def test_no_code_is_printed_that_only_this_machine_could_open(spring: Tournament) -> None:
    page = source(signed_in("dora").get(f"{PAPER}/badges/", headers={"host": "localhost"}))
    assert "Ada" in page
    assert "paper-code" not in page


@pytest.mark.parametrize(("role", "codes"), [(Role.DIRECTOR, 4), (Role.DATA_ENTRY, 0)])
def test_links_of_players_are_on_the_cards_for_those_alone_who_direct_the_event(
    spring: Tournament, hall: None, role: Role, codes: int
) -> None:
    olga = signed_in("olga")
    give(GiveRole(journal=f"event:{SLUG}", account="olga", role=role))
    page = source_at(olga, f"{PAPER}/scorecards/")
    assert "#1 Ada" in page
    assert page.count("paper-code") == codes


@pytest.mark.parametrize("key", sorted(tile_sets()))
def test_a_tracking_sheet_has_every_tile_of_the_language_once(
    spring: Tournament, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    tiles = tile_sets()[key]
    monkeypatch.setattr(blanks, "tiles_of", lambda _division: tiles)
    page = source_at(signed_in("dora"), f"{PAPER}/tracking-sheets/")
    assert page.count("<b>") == 4 * tiles.total
    for tile in tiles.tiles:
        assert f"<b>{tile.text}</b>" * tile.count in page


def test_a_division_without_a_list_is_tracked_in_english_and_one_with_a_list_in_its_tiles(
    spring: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    division = Division.objects.get()
    assert blanks.tiles_of(division).key == "en"
    asked: list[str] = []

    class FrenchList:
        tiles = tile_sets()["fr"]

    def french(code: str) -> FrenchList:
        asked.append(code)
        return FrenchList()

    monkeypatch.setattr(blanks, "installed", french)
    division.lexicon = "ODS9"
    assert blanks.tiles_of(division).key == "fr"
    assert asked == ["ODS9"]


@pytest.mark.parametrize("players", [13, 109, 300])
def test_sheets_that_are_cut_or_folded_are_as_many_as_their_pieces_need(players: int) -> None:
    slug = a_large_event("grand", players=players, rounds=1, open_games=players // 2)
    boss, boards = signed_in("boss", operator=True), players // 2
    for key, css, sheets in (
        ("badges", "cut-sheet", ceil(players / 8)),
        ("challenge-slips", "cut-sheet", ceil(boards / 8)),
        ("table-numbers", 'class="tent"', boards),
        ("board-slips", "slip-sheet", ceil(boards / 4)),
        ("slips", "slip-sheet", ceil(boards / 4)),
        ("scorecards", "card-sheet", ceil(players / 2)),
    ):
        assert source_at(boss, f"/desk/{slug}/paper/{key}/").count(css) == sheets, key


def test_a_pack_leaves_out_what_is_not_there_yet(spring: Tournament) -> None:
    dora = signed_in("dora")
    before = source(dora.get(f"{PAPER}/contingency/"))
    assert "Blank pairings" in before
    assert "Pairings by board" not in before
    assert "No round is published yet." in source(dora.get(f"{PAPER}/round/"))
    publish(1, (1, 2), (3, 4))
    assert "Pairings by board, round 1" in source(dora.get(f"{PAPER}/contingency/"))
    assert source(dora.get(f"{PAPER}/round/?round=1")).count("paper-part") == 3


def test_closing_leads_on_to_the_paper_of_the_prizes(spring: Tournament) -> None:
    dora = signed_in("dora")
    on = f'href="{reverse("desk-paper", args=(SLUG,))}#after"'
    assert on in source_at(dora, reverse("desk-close-event", args=(SLUG,)))
    assert 'id="after"' in source_at(dora, f"{PAPER}/")
