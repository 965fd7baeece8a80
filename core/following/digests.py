"""What a stream comes to, as a digest: by which two machines tell that they hold the same.

Each app says how its streams are summed up; a room above tells it here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from core.journal.ledger import RowKind, recorded
from core.registrars import STREAM_DIGESTS

Sum = Callable[[str], str]
_sums: dict[str, list[Sum]] = {}


def sum_up(kind: str, digest: Sum) -> None:
    """Registers how a stream of a kind is summed up: from its own key to a digest.

    Rows of one stream may be of several apps: each sums up its own.
    """
    _sums.setdefault(kind, []).append(digest)


def stream_digest(stream: str) -> str:
    """Returns the digest of what a stream comes to; "" for one of a kind that nobody sums up."""
    STREAM_DIGESTS.load()
    kind, _, own = stream.partition(":")
    return " ".join(digest(own) for digest in _sums.get(kind, ()))


def digest_of_rows(*kinds: tuple[RowKind, Mapping[str, str]]) -> str:
    """Returns the digest of rows in the terms in which a ledger records them.

    Each kind comes with the condition, in lookups of its model, that chooses its rows.
    """
    hashed = hashlib.sha256()
    for kind, chosen in kinds:
        lines = sorted(json.dumps(row, default=str) for row in _rows(kind, chosen))
        hashed.update("\n".join([kind.name, *lines, ""]).encode())
    return hashed.hexdigest()


def _rows(kind: RowKind, chosen: Mapping[str, str]) -> Iterator[Any]:
    rows = kind.model._default_manager.select_related(*kind.links).filter(**chosen).order_by()
    for row in rows.iterator(chunk_size=500):
        yield [kind.key_of(row), recorded(kind, row)]
