"""Slips typed faster than anybody can, over a network that does whatever networks do.

`DEPTH=200 SLIPS=300` types as many slips in as many halls; `PACE=50` waits 50 ms before each key.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.apps.tournaments.desk_events import account, entries_of
from tests.browser.conftest import SignIn, visit
from tests.browser.hall_of_slips import Clerk, Hall, keys_of
from tests.browser.halls import hall_of, stored_in
from tests.depth import times

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(0)]

RUNS = times(1)
SLIPS = int(os.environ.get("SLIPS", "40"))
PACE_MS = int(os.environ.get("PACE", "0"))
BAD_NETWORK = """(seed) => {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const real = window.fetch.bind(window);
  window.sentTwice = 0;
  window.fetch = async (address, asked = {}) => {
    if (asked.method !== "POST") return real(address, asked);
    const alone = { ...asked, signal: undefined };
    const fate = random();
    if (random() < 0.5) await wait(random() * 60);
    if (fate < 0.04) throw new TypeError("the connection was lost before it came there");
    if (fate < 0.08) {
      await real(address, alone);
      window.sentTwice += 1;
      throw new TypeError("the connection was lost before the answer came back");
    }
    if (fate < 0.11) return new Response("", { status: 503 });
    if (fate < 0.14) {
      // It arrives long after the same line was sent again and answered.
      wait(700 + random() * 900).then(() => real(address, alone)).catch(() => {});
      window.sentTwice += 1;
      await new Promise((_, reject) => asked.signal.addEventListener("abort", reject));
    }
    const answer = await real(address, asked);
    if (random() < 0.3) await wait(random() * 80);
    return answer;
  };
}"""


def _types(page: Page, text: str) -> None:
    for key in keys_of(text):
        if PACE_MS:
            page.wait_for_timeout(PACE_MS)
        page.keyboard.press(key)


def _waits(page: Page, hall: Hall) -> None:
    """Wait until every line that was typed is answered and the page shows its place."""
    expect(page.locator("#entry[aria-busy=true]")).to_have_count(0, timeout=240_000)
    division, number = hall.place
    expect(page.locator("#place")).to_contain_text(f"division {division}, round {number}")


@pytest.mark.parametrize("run", range(RUNS))
def test_what_is_stored_is_what_was_typed_and_everything_else_stands_in_the_list(
    page: Page, live_server: LiveServer, enter_as: SignIn, run: int
) -> None:
    random, slug = Random(f"slips {run}"), f"hall-{run}"
    hall = hall_of(slug, players=max(12, SLIPS // 5 * 2), divisions="AB")
    enter_as(page, User.objects.filter(username="dora").first() or account("dora"))
    page.add_init_script(f"({BAD_NETWORK})({random.randrange(2**31)})")
    visit(page, live_server.url + reverse("desk-enter", args=(slug,)) + "?division=A&round=1")
    page.evaluate("document.getElementById('entry').dataset.patience = 400")
    clerk = Clerk(random, hall, lambda text: _types(page, text), lambda: _waits(page, hall))
    clerk.work(SLIPS)
    _waits(page, hall)
    expect(page.locator("#line")).to_be_focused()
    assert stored_in(slug) == hall.stored
    listed = page.locator("#todo-lines code").all_text_contents()
    assert Counter(listed) == Counter(hall.listed)
    commands = Counter(entry.command for entry in entries_of(slug))
    assert commands["result.entered"] == len(hall.stored) + commands["journal.undone"]
    assert not commands["result.corrected"]
