"""What the loop of the web server is given of the stored pages: what is kept and holds, no more."""

from __future__ import annotations

from typing import Any

import pytest

from core.web import unchanged
from core.web.turn import IN_TURN, Turn
from tests.asked_site import Site
from tests.builders.events import a_played_event, a_published_round, some_results

pytestmark = pytest.mark.django_db(transaction=True)

STANDINGS = "/events/spring/A/standings/"
GZIP: dict[str, Any] = {"HTTP_ACCEPT_ENCODING": "gzip"}


def test_the_loop_is_given_what_is_kept_and_asks_once_a_turn_whether_that_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    a_played_event(players=6, rounds=1, planned=3)
    pairs = a_published_round("spring", "A", 2, players=6)
    site.ask(STANDINGS, **GZIP)
    said, turn = site.ask(STANDINGS, **GZIP), Turn()
    by_loop: dict[str, Any] = {**GZIP, IN_TURN: turn}
    assert site.ask(STANDINGS, **by_loop).shown == said.shown
    with monkeypatch.context() as patch:
        patch.setattr(unchanged, "state", lambda: 1 / 0)
        assert site.ask(STANDINGS, **by_loop).shown == said.shown
    some_results("spring", "A", 2, pairs[:1])
    # In the next turn there is nothing that holds, and Django is not asked for it.
    assert site.in_turn(STANDINGS, **GZIP) == ()
    assert site.in_turn("/desk/", **GZIP) == ()
