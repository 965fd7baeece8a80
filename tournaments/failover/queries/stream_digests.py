"""What every stream comes to, for a spare to compare: of an event its projection."""

from __future__ import annotations

from core.following.digests import digest_of_rows, sum_up
from core.journal.ledger import RowKind
from core.rows import ROLE_HELD
from games.rows import GAME, GAME_PLAYER
from games.selectors.games import GAME_STREAM
from lexicon.commands.base import LEXICA
from lexicon.commands.judge import JUDGE
from lexicon.rows import IN_FORCE, LEXICON, STATION
from people.rows import CLUB, PLAYER
from people.selectors import REGISTER
from ratings import rows as ratings
from ratings.commands.base import STREAM as LIST
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.models import Tournament


def _of_event(slug: str) -> str:
    """Returns the digest of an event without its ratings, and of the roles that it gives."""
    event = Tournament.objects.filter(slug=slug).first()
    roles = digest_of_rows((ROLE_HELD, {"scope": f"event:{slug}"}))
    return f"{digest(project(event, {})) if event else ''}:{roles}"


def _of_game(key: str) -> str:
    return digest_of_rows((GAME, {"key": key}), (GAME_PLAYER, {"game__key": key}))


def _of_list(key: str) -> str:
    return digest_of_rows(
        (ratings.LIST, {"key": key}),
        *(_in_stream(kind, key) for kind in ratings.KINDS if kind.scope),
    )


def _in_stream(kind: RowKind, own: str) -> tuple[RowKind, dict[str, str]]:
    return kind, {kind.scope: own}


sum_up("event", _of_event)
sum_up(GAME_STREAM, _of_game)
sum_up(JUDGE, lambda key: digest_of_rows(_in_stream(STATION, key)))
sum_up(LEXICA, lambda _: digest_of_rows((LEXICON, {}), (IN_FORCE, {})))
sum_up(LIST, _of_list)
sum_up(REGISTER, lambda _: digest_of_rows((CLUB, {}), (PLAYER, {})))
