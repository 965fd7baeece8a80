"""Has an installation in memory know one more detail of an entry, "country", and tries it.

Run in a process of its own by test_planted_detail.py, because what knows the details learns them
when it is imported. What is planted is what somebody who adds a
detail writes: two fields in tournaments/entry_details.py, and a column of the model.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.db import connection, models

DETAILS = "tournaments.entry_details"
AFTER = {
    "\n\n\n@dataclass(frozen=True, slots=True, kw_only=True)\nclass EntryChanges": """
    country: str = _detail(
        "", 30, "Country", words="country", tsh="nation", column="country",
        headings=("country", "nation"),
    )""",
    "\n\n\nNOTHING_SAID": "\n    country: str | None = None",
}
"""The text written into the module, by what follows it there."""


def plant() -> None:
    """Loads the module of the details with one more in it, in the place of the real one."""
    spec = importlib.util.find_spec(DETAILS)
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text(encoding="utf-8")
    for after, written in AFTER.items():
        assert text.count(after) == 1
        text = text.replace(after, written + after)
    module = sys.modules[DETAILS] = importlib.util.module_from_spec(spec)
    exec(compile(text, spec.origin, "exec"), module.__dict__)


def make_tables() -> None:
    """Makes the tables in memory, with the column that a migration would add."""
    django.setup()
    entry: Any = apps.get_model("tournaments", "Entry")
    entry.add_to_class("country", models.CharField(max_length=30, blank=True, default=""))
    connection.creation.create_test_db(verbosity=0, serialize=False)
    with connection.schema_editor() as editor:
        editor.add_field(entry, entry._meta.get_field("country"))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    plant()
    make_tables()
    trying = importlib.import_module("tests.apps.tournaments.entries.trying_a_detail")
    sys.stdout.write(json.dumps(trying.tried()))
