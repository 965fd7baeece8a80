"""Makes the peer's table and fills it with the answer of the API, which is its input."""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    """Fills the database that the environment names."""
    django.setup()
    from django.db import connection

    from bench.serving.peer.models import Rank
    from core.journal.guard import writing

    rows = json.load(sys.stdin)["rows"]
    with writing():
        with connection.schema_editor() as editor:
            editor.create_model(Rank)
        Rank._default_manager.bulk_create(Rank(**row) for row in rows)


if __name__ == "__main__":
    main()
