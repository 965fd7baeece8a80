"""The names and recorded fields of the rows of clubs."""

from clubs import models
from core.journal.ledger import RowKind

KINDS = (
    RowKind(
        name="club_home",
        model=models.ClubHome,
        key=(),
        fields=("slug", "owner", "ruleset", "overrides", "lexica", "minutes"),
        scope="slug",
    ),
    RowKind(
        name="three_handed_game",
        model=models.ThreeHandedGame,
        key=("number",),
        fields=("number", "round", "entries", "scores", "terms"),
        scope="tournament__slug",
        links={"tournament": "tournament"},
    ),
)
