"""Tells the rooms below what the book of records has to say of players, games and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubs.records.pages.addresses import event_records_path, player_records_path
from clubs.records.pages.medals import medals_by_board, medals_of_source
from clubs.records.queries.evidence import source_of
from clubs.records.queries.high_figures import entered_feats_in_book
from clubs.records.queries.medals import medals_of_players
from clubs.records.queries.stored_book import book_version
from clubs.records.wording.medals import medals_in_words
from core.phrases import phrase
from games.medals import HIGH_FIGURES, EnteredFeat, Medal, Place, register_medals
from games.models import Game
from people.player_pages import PlayerPage, register_player_pages
from people.selectors import ShownPlayer


class BookOfRecords:
    """The book of records, as the rooms below ask it."""

    def of_game(self, game: Game) -> Sequence[Medal]:
        """Returns the medals of a recorded game of an event, in two queries where it has none."""
        source = source_of(game)
        return medals_of_source(source) if source else []

    def of_division(self, event: str, division: str) -> Mapping[Place, Sequence[Medal]]:
        """Returns the medals of a division's games, in one query where there are none."""
        return medals_by_board(event, division)

    def page_of(self, event: str) -> str:
        """Returns the path of the records of an event."""
        return event_records_path(event)

    def entered(self, family: str | None) -> Mapping[str, Sequence[EnteredFeat]]:
        """Returns the highest of some figures; one query where the book has none of them."""
        return entered_feats_in_book(HIGH_FIGURES, family)

    def version(self) -> str:
        """Returns the version of the stored book."""
        return str(book_version())


def pages_of_records(players: Sequence[ShownPlayer]) -> dict[str, PlayerPage]:
    """Returns the pages of the records of those who have a game in the book, in two queries."""
    numbers = {one.key: one.number for one in players}
    return {
        key: PlayerPage(
            phrase("Records"), player_records_path(numbers[key]), medals_in_words(*medals)
        )
        for key, medals in medals_of_players(numbers).items()
    }


register_player_pages(pages_of_records)
register_medals(BookOfRecords())
