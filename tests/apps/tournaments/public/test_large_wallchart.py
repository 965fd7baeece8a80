"""The wall chart of a large division, which everybody may read: its last rounds, and the whole."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders.events import a_played_event, give
from tests.pages import source_at, words, words_at
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.public.pages import wallchart

pytestmark = pytest.mark.django_db

CHART = "/events/spring/A/wallchart/"


def chart_at(client: Client, path: str) -> list[list[str]]:
    """Return the words of the squares of each player, their name and the sums left out."""
    body = source_at(client, path).partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)] for row in rows]


def test_a_chart_of_many_squares_shows_its_last_rounds_and_leads_to_all_of_them(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_played_event(players=4, rounds=6)
    assert client.get(f"{CHART}all/").status_code == 404
    whole = chart_at(client, CHART)
    monkeypatch.setattr(wallchart, "MOST_SQUARES", 16)
    give(ChangeEntry(event="spring", division="A", entry=1, name="Somebody Else"))
    assert chart_at(client, CHART) == [row[2:] for row in whole]
    assert f'href="{CHART}all/"' in source_at(client, CHART)
    assert "Rounds 3 to 6." in words_at(client, CHART)
    assert chart_at(client, f"{CHART}all/") == whole
