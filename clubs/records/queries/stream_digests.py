"""What the journal of claims comes to, for a spare to compare."""

from __future__ import annotations

from clubs.kernel.queries.rows import CLAIM
from clubs.records.queries.stored_book import CLAIMS
from core.following.digests import digest_of_rows, sum_up


def _of_claims(_: str) -> str:
    """Returns the digest of what is claimed."""
    return digest_of_rows((CLAIM, {}))


sum_up(CLAIMS, _of_claims)
