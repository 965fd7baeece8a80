"""Where the games and events of the book can be looked at by everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clubs.records.book.places import RecordHolding
from clubs.records.queries.game_facts import game_key
from clubs.records.queries.lists import played_at
from games.models import Game
from games.pages.addresses import game_path
from tournaments.models import BoardGame, Tournament
from tournaments.readmodel.addresses import hub_path


@dataclass(frozen=True, slots=True)
class BookEvidence:
    """What the pages of the book lead to: names of events, and recorded games by their source."""

    events: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)

    def event_of(self, holding: RecordHolding) -> tuple[str, str]:
        """Returns the name and path of a holding's event, empty where it is gone or of none."""
        name = self.events.get(holding.event, "")
        return (name, hub_path(holding.event)) if name else ("", "")

    def game_of(self, holding: RecordHolding) -> str:
        """Returns the path of the replay of a holding's game, empty where none is recorded."""
        key = self.games.get(holding.source)
        return game_path(key) if key else ""

    def board_of(self, holding: RecordHolding) -> str:
        """Returns the path of the results of a holding's round, empty where it is of no game."""
        played = played_at(holding.source)
        if played is None or played.event not in self.events:
            return ""
        return f"{hub_path(played.event)}{played.division}/results/{played.round}/"


def source_of(game: Game) -> str:
    """Returns the key that a recorded game has in the book, empty where it is of no board."""
    boards = BoardGame.objects.filter(game=game).values_list(
        "board__round__division__tournament__slug",
        "board__round__division__name",
        "board__round__number",
        "board__slot",
    )
    return next((game_key(*where) for where in boards), "")


def evidence_for(holdings: Iterable[RecordHolding]) -> BookEvidence:
    """Returns what these holdings lead to, in two queries."""
    known = list(holdings)
    slugs = {one.event for one in known if one.event}
    events = Tournament.objects.filter(slug__in=slugs, rehearsal=False)
    sources = {one.source for one in known}
    rows = BoardGame.objects.filter(
        board__round__division__tournament__slug__in=slugs, game__state=Game.State.CONFIRMED
    ).values_list(
        "board__round__division__tournament__slug",
        "board__round__division__name",
        "board__round__number",
        "board__slot",
        "game__key",
    )
    games = {game_key(slug, name, at, slot): key for slug, name, at, slot, key in rows}
    return BookEvidence(
        dict(events.values_list("slug", "name")),
        {source: key for source, key in games.items() if source in sources},
    )
