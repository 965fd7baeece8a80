"""A round of 24 players reported by phones alone: no result is lost, doubled or wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Page, Request, expect

from core.errors import UserError
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import account, give
from tests.browser.conftest import SignIn, here, settle, tab_to, visit
from tests.browser.hall_of_slips import Board, Hall, Scores
from tests.browser.halls import hall_of, stored_in
from tests.browser.looks import EVERY_LOOK, look_at, open_folds
from tests.pages import source
from tournaments.board_games.queries.entry_links import token_of
from tournaments.claiming import Mode
from tournaments.kernel.queries.claims import claimed_boards
from tournaments.models import Division, Entry, Result
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.queries.kiosks import kiosk_token
from tournaments.readmodel.page_versions import versioned_division
from tournaments.readmodel.serving import read_model_now
from tournaments.results.commands.claims import SettleDispute
from tournaments.results.commands.results import CorrectResult, EnterResult
from tournaments.rounds.commands.pairing import PairRound

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # The network is cut, and a page is refused that has lost its cookie.
    pytest.mark.may_say("ERR_INTERNET|ERR_FAILED|status of 403"),
]

SLUG = "hall"
PLAYED: dict[str, tuple[Scores, ...]] = {
    "A": ((423, 389), (371, 402), (455, 340), (388, 391)),
    "B": ((401, 380), (360, 433), (512, 318), (397, 405)),
    "C": ((444, 401), (350, 399), (420, 409), (377, 463)),
}
"""The scores on the slips of boards 1 to 4: of who goes first, and of the other."""
FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
INPUT = re.compile(r"<input[^>]*>")
TAKES_A_PHOTO_MEANWHILE = """() => new Promise(resolve => {
    const asked = window.fetch;
    window.fetch = async (...given) => {
        window.fetch = asked;
        const answer = await asked(...given);
        const part = await answer.text();
        answer.text = async () => {
            const photo = new DataTransfer();
            photo.items.add(new File(["a slip"], "slip.jpg"));
            document.querySelector("#state [type=file]").files = photo.files;
            setTimeout(resolve);
            return part;
        };
        return answer;
    };
    document.dispatchEvent(new Event("visibilitychange"));
})"""
"""Comes back to the page, as from the camera, and has a photo before the page is up to date."""

Form = dict[str, str]


def forms_of(answer: Any) -> list[Form]:
    """Return the forms of a page: what each sends, and `action`, where to."""
    found = []
    for action, inside in FORM.findall(source(answer)):
        pairs = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in INPUT.findall(inside)]
        fields = {one["name"]: one.get("value", "") for one in pairs if "name" in one}
        found.append({**fields, "action": action})
    return found


@dataclass
class Round:
    """The round as it is played: who sits where, and the phones that have no browser here."""

    hall: Hall
    address: str
    client: Client = field(default_factory=Client)
    expected: dict[Board, Scores] = field(default_factory=dict)
    posts: list[tuple[str, Form]] = field(default_factory=list)
    """What the browser has sent so far."""

    def who(self, division: str, board: int, seat: int = 0) -> int:
        """Return the number of who sits there: 0 goes first, 1 second."""
        return self.hall.boards[(division, 1), board][seat]

    def link(self, division: str, board: int, seat: int = 0) -> str:
        """Return the path of the page of who sits there."""
        number = self.who(division, board, seat)
        entry = Entry.objects.select_related("tournament").get(
            tournament__slug=SLUG, division__name=division, number=number
        )
        return f"/p/{token_of(entry, entry.tournament)}/"

    def opens(self, page: Page, division: str, board: int, seat: int = 0) -> None:
        """Open the page of who sits there in a browser."""
        visit(page, self.address + self.link(division, board, seat))

    def says(
        self, at: tuple[str, int], seat: int, scores: Scores, what: str = "score"
    ) -> tuple[Any, Form]:
        """Send a form of a page as a browser without scripts does; return the page and the form."""
        shown = self.client.get(self.link(*at, seat))
        form = next(one for one in forms_of(shown) if f"/{what}/" in one["action"])
        own, other = scores if seat == 0 else scores[::-1]
        form |= {"score": str(own), "opponent_score": str(other)}
        return self.sends(form), form

    def sends(self, form: Form, *, script: bool = False) -> Any:
        """Send a form, as often as a network brings it along."""
        more = {"headers": {"Accept": "application/json"}} if script else {"follow": True}
        return self.client.post(form["action"], form, **more)

    def notes(self, request: Request) -> None:
        """Keep what a browser sends to the page of a player."""
        if request.method == "POST" and "/p/" in request.url and request.post_data:
            form = dict(parse_qsl(request.post_data, keep_blank_values=True))
            self.posts.append((urlsplit(request.url).path, form))

    def slip(self, division: str, board: int) -> Scores:
        """Return what was played at a board, and expect it to be the result in the end."""
        scores = PLAYED[division][board - 1]
        self.expected[(division, 1), board] = scores
        return scores

    def holds(self, division: str, board: int) -> Scores | None:
        """Return the result of a board as it is now."""
        return stored_in(SLUG).get(((division, 1), board))

    def desk(self, division: str, board: int, scores: Scores) -> dict[str, Any]:
        """Return the fields of a command of the desk about a board."""
        where = {"event": SLUG, "division": division, "round": 1}
        seats = self.who(division, board), self.who(division, board, 1)
        return {**where, "entry": seats[0], "score": scores[0], "opponent_score": scores[1]}


def _types(page: Page, scores: Scores) -> None:
    """Type two scores, the own one first, and press Enter."""
    fields = page.locator(".phone-scores input:visible")
    fields.nth(0).fill(str(scores[0]))
    fields.nth(1).fill(str(scores[1]))
    fields.nth(1).press("Enter")


def _soft_over_a_cut_and_another_page(held: Round, page: Page) -> None:
    """Send without network, leave the page, come back; the opponent confirms by keyboard."""
    scores = held.slip("A", 1)
    held.opens(page, "A", 1)
    page.context.set_offline(True)
    _types(page, scores)
    expect(page.locator("#outbox")).to_contain_text("1 line waits here")
    expect(page.locator("#outbox")).to_contain_text("You win 423–389 (+34)")
    assert held.holds("A", 1) is None
    page.goto("about:blank")
    page.context.set_offline(False)
    held.opens(page, "A", 1)
    expect(page.locator(".phone-said")).to_have_text("You sent 423–389.")
    expect(page.locator("#outbox")).to_be_hidden()
    assert held.holds("A", 1) == scores
    held.opens(page, "A", 1, 1)
    tab_to(page, "Yes, that is right")
    page.keyboard.press("Enter")
    expect(page.locator(".phone-said")).to_be_focused()
    expect(page.locator(".phone-said")).to_have_text("You lost 389–423.")
    assert here(page) == ""


def _replayed(held: Round) -> None:
    """All that the browser has sent comes once more, before and after the director corrects it."""
    before = JournalEntry.objects.count()
    wrong = CorrectResult(**held.desk("A", 1, (423, 398)))
    for scores in (PLAYED["A"][0], (423, 398)):
        for path, form in held.posts:
            assert held.sends({**form, "action": path}, script=True).json()["kind"] == "done"
        assert held.holds("A", 1) == scores
        if scores == PLAYED["A"][0]:
            assert JournalEntry.objects.count() == before
            give(wrong, reason="The slip was added up again")
    assert JournalEntry.objects.count() == before + 1
    held.expected[("A", 1), 1] = (423, 398)
    told = source(held.client.get(held.link("A", 1)))
    assert "You won 423–398." in told
    assert "The director has entered it." in told


def _soft_without_a_script(held: Round, plain: Page) -> None:
    scores = held.slip("A", 2)
    held.opens(plain, "A", 2)
    _types(plain, scores)
    expect(plain.locator(".phone-said")).to_have_text("You sent 371–402.")
    said, _ = held.says(("A", 2), 1, scores, "confirm")
    assert "You both agree." in source(said)


def _soft_objected(held: Round, page: Page) -> None:
    """One says a wrong score, which counts; the other says what it was."""
    right = held.slip("A", 3)
    held.says(("A", 3), 0, (455, 304))
    held.opens(page, "A", 3, 1)
    page.locator("summary", has_text="Not right").click()
    _types(page, (34, 455))
    expect(page.locator("#answer .phone-send")).to_be_visible()
    page.locator(".phone-scores input:visible").nth(0).fill("340")
    expect(page.locator("#answer")).to_be_empty()
    _types(page, right[::-1])
    expect(page.locator("#state .message")).to_contain_text("You say 340–455")
    assert held.holds("A", 3) == (455, 304)


def _soft_with_a_dead_phone(held: Round, page: Page) -> None:
    """The desk types the slip; a page that was left open is told so, and so is the other phone."""
    scores = held.slip("A", 4)
    held.opens(page, "A", 4)
    give(EnterResult(**held.desk("A", 4, scores)))
    _types(page, (388, 319))
    expect(page.locator("#answer")).to_contain_text("The director has entered 388–391")
    expect(page.locator(".phone-said")).to_have_text("You lost 388–391.")
    page.evaluate(TAKES_A_PHOTO_MEANWHILE)
    assert page.locator("#state [type=file]").evaluate("field => field.files.length") == 1
    assert "You won 391–388." in source(held.client.get(held.link("A", 4, 1)))


def _strict(held: Round, page: Page) -> None:
    scores = held.slip("B", 1)
    held.says(("B", 1), 0, scores)
    assert held.holds("B", 1) is None
    said, form = held.says(("B", 1), 1, scores)
    assert "You both agree." in source(said)
    held.sends(form)
    held.slip("B", 2)
    held.says(("B", 2), 0, PLAYED["B"][1])
    held.says(("B", 2), 1, (306, 433))
    wrong = held.slip("B", 4)[::-1]
    held.says(("B", 4), 0, wrong)
    held.says(("B", 4), 1, PLAYED["B"][3])
    held.says(("B", 4), 0, PLAYED["B"][3])
    _strict_over_a_cut(held, page)


def _strict_over_a_cut(held: Round, page: Page) -> None:
    """Send as the network comes back, and from a page that has lost its cookie."""
    scores = held.slip("B", 3)
    held.opens(page, "B", 3)
    page.context.set_offline(True)
    _types(page, scores)
    expect(page.locator("#outbox")).to_contain_text("1 line waits here")
    page.context.set_offline(False)
    expect(page.locator(".phone-said")).to_have_text("You sent 512–318.")
    assert held.holds("B", 3) is None
    held.opens(page, "B", 3, 1)
    expect(page.locator("main")).not_to_contain_text("512")
    page.context.clear_cookies()
    _types(page, scores[::-1])
    expect(page.locator("#outbox")).to_contain_text("This page is out of date. 1 score waits here")
    page.get_by_role("link", name="Open your page again").click()
    settle(page)
    expect(page.locator(".phone-said")).to_have_text("You lost 318–512.")
    expect(page.locator("main")).to_contain_text("You both agree.")


def _at_the_tablet(held: Round, page: Page) -> None:
    """Both tap at one tablet; at another board one types another score than the first had."""
    tablet = f"/tablet/{kiosk_token(Division.objects.get(name='C'))}/"
    visit(page, held.address + tablet)
    page.get_by_role("link", name=re.compile(r"^1: ")).click()
    _types(page, _as_seated(held, page.content(), 1, held.slip("C", 1)))
    settle(page)
    for seat in (0, 1):
        name = f"We agree: Player C{held.who('C', 1, seat)}"
        page.get_by_role("button", name=name, exact=True).click()
        settle(page)
    expect(page.locator("main")).to_contain_text("You both agree.")
    for board in (2, 3, 4):
        slip = held.slip("C", board)
        typed = [(slip, 0), (slip, 1)] if board < 4 else [((377, 436), 0), (slip, 1), (slip, 0)]
        for scores, seat in typed:
            _taps(held, f"{tablet}{board}/", board, seat, scores)


def _as_seated(held: Round, shown: str, board: int, scores: Scores) -> Scores:
    """Return the scores in the order in which a tablet asks for them: that of the seats."""
    first = f"Player C{held.who('C', board)} v "
    return scores if first in source(shown) else scores[::-1]


def _taps(held: Round, address: str, board: int, seat: int, scores: Scores) -> None:
    """Have one agree at a tablet, twice, as a finger that trembles does."""
    number = str(held.who("C", board, seat))
    own, other = map(str, scores if seat == 0 else scores[::-1])
    shown = source(held.client.get(address))
    one, two = _as_seated(held, shown, board, scores)
    shown += source(held.client.get(address, {"one": one, "two": two}))
    said = {"entry": number, "score": own, "opponent_score": other}
    form = next(form for form in forms_of(shown) if said.items() <= form.items())
    assert held.sends(form).status_code == 200
    held.sends(form)


def _pairs(division: str) -> str:
    """Pair the next round of a division; return the sentence that refuses it, empty where it is."""
    try:
        give(PairRound(event=SLUG, division=division, round=2, method="swiss"))
    except UserError as refused:
        return refused.message
    return ""


def _settled(held: Round, page: Page) -> None:
    """Two divisions wait for the director, the third does not; each is free once it is settled."""
    said = "Two people disagree about a result, so division {} is not paired: settle round 1"
    assert _pairs("C") == ""
    for division in "AB":
        assert _pairs(division).startswith(said.format(division))
    visit(page, f"{held.address}/desk/{SLUG}/phones/?division=A&round=1")
    page.get_by_role("link", name="Settle it").click()
    page.get_by_role("radio", name=re.compile("455.* 340|340.* 455")).check()
    page.locator("main form button").last.click()
    settle(page)
    assert _pairs("A") == ""
    assert _pairs("B").startswith(said.format("B"))
    two = held.who("B", 2, 1)
    give(SettleDispute(**held.desk("B", 2, PLAYED["B"][1]), opponent=two))
    assert _pairs("B") == ""


def _standings(results: dict[Board, Scores], hall: Hall) -> dict[str, list[tuple[int, int, int]]]:
    """Return number, wins in halves and spread of each division, as the results have it."""
    found: dict[str, list[tuple[int, int, int]]] = {name: [] for name in PLAYED}
    for ((division, _), board), (first, second) in results.items():
        one, two = hall.boards[(division, 1), board]
        found[division].append((one, 2 * (first > second), first - second))
        found[division].append((two, 2 * (second > first), second - first))
    return {name: sorted(rows, key=lambda row: (-row[1], -row[2])) for name, rows in found.items()}


def _counted(name: str) -> list[tuple[int, int, int]]:
    """Return the same as the standings of a division show it."""
    versioned = versioned_division(SLUG, name)
    assert versioned is not None
    rows = read_model_now(versioned).table(1)
    return [(row.number, row.half_wins, row.spread) for row in rows]


def test_a_round_of_24_is_reported_by_phones_and_no_result_is_lost_doubled_or_wrong(
    site: Page, plain: Page, live_server: Any, enter_as: SignIn
) -> None:
    cache.clear()
    held = Round(hall_of(SLUG, 8, divisions="ABC", rounds=1, planned=3), live_server.url)
    for name, mode in zip("ABC", (Mode.SOFT, Mode.STRICT, Mode.KIOSK), strict=True):
        give(SetPhones(event=SLUG, division=name, mode=mode))
    site.set_viewport_size({"width": 360, "height": 740})
    site.context.on("request", held.notes)
    _soft_over_a_cut_and_another_page(held, site)
    _replayed(held)
    _soft_without_a_script(held, plain)
    _soft_objected(held, site)
    open_folds(site)
    look_at(site, EVERY_LOOK, "a dispute on a phone")
    _soft_with_a_dead_phone(held, site)
    _strict(held, site)
    _at_the_tablet(held, site)
    enter_as(site, account("dora"))
    _settled(held, site)
    assert stored_in(SLUG) == held.expected
    assert Result.objects.count() == 12
    assert len(claimed_boards(round__division__tournament__slug=SLUG)) == 11
    assert {name: _counted(name) for name in PLAYED} == _standings(held.expected, held.hall)
