"""Tells the register's pages which players have records to look at."""

from __future__ import annotations

from clubs.records.pages.addresses import player_records_path
from clubs.records.queries.personal import is_in_book
from core.phrases import phrase
from people.player_pages import PlayerPage, register_player_pages
from people.selectors import ShownPlayer


def page_of_records(player: ShownPlayer) -> PlayerPage | None:
    """Returns the page of a player's records, None for who has no game in the book."""
    if not is_in_book(player.key):
        return None
    return PlayerPage(phrase("Records"), player_records_path(player.number))


register_player_pages(page_of_records)
