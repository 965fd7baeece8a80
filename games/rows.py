"""The names and recorded fields of the rows of recorded games."""

from core.journal.ledger import RowKind
from games import models

GAME = RowKind(
    name="game",
    model=models.Game,
    key=("key",),
    fields=(
        "key",
        "title",
        "source",
        "state",
        "place",
        "label",
        "played_on",
        "record",
        "board",
        "tile_set",
        "lexicon",
        "lexicon_hash",
        "ruleset",
        "overrides",
        "file_name",
        "file_sha256",
        "file_bytes",
        "handed_in_by",
        "handed_in_at",
    ),
)
GAME_PLAYER = RowKind(
    name="game_player",
    model=models.GamePlayer,
    key=("game.key", "position"),
    fields=(
        "position",
        "name",
        "player",
        "time_used_s",
        "overtime_s",
        "challenges_won",
        "challenges_lost",
    ),
    links={"game": "game"},
)
KINDS = (GAME, GAME_PLAYER)
