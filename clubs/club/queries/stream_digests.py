"""What a club's journal comes to, for a spare to compare."""

from __future__ import annotations

from clubs.kernel.queries.rows import KINDS
from core.following.digests import digest_of_rows, sum_up
from core.rows import ROLE_HELD
from tournaments.kernel.queries.rights import CLUB, EVENT, club_scope

_OF_NIGHTS = "tournament__slug"


def _of_club(slug: str) -> str:
    """Returns the digest of all rows of a club's journal, and of the roles that it gives."""
    kinds = [kind for kind in KINDS if kind.scope and kind.scope != _OF_NIGHTS]
    return digest_of_rows(
        *((kind, {kind.scope: slug}) for kind in kinds),
        (ROLE_HELD, {"scope": club_scope(slug)}),
    )


def _of_night(slug: str) -> str:
    """Returns the digest of what only a club night has, beside that of its event."""
    kinds = [kind for kind in KINDS if kind.scope == _OF_NIGHTS]
    return digest_of_rows(*((kind, {kind.scope: slug}) for kind in kinds))


sum_up(CLUB, _of_club)
sum_up(EVENT, _of_night)
