"""The preparation of the database for a start, in its own program: the supervisor loads no Django.

`tables` brings the tables and the static files up to date, asks for the demonstration where nothing
is yet, and tells whether this is a first start; then `first`, once pages are answered, has a worker
make the demonstration, and makes the login. What it prints holds one line with its answer, as
`{"answer": ...}`.
"""

import gc
import json
import os
import secrets
import sys
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import DatabaseError, OperationalError

from config.ending import end_at_once
from config.env import VAR_DIR, env
from config.up.telling import CannotStart, why_not
from core.errors import UserError
from core.trouble import trouble_of

DIRECTOR = "director"


def main() -> int:
    """Do what the first word of the command line says, print the answer and return the exit code.

    What a person has to repair is answered as `{"error": sentence}`, with 1.
    """
    end_at_once()
    try:
        gc.disable()  # nothing that is loaded goes away again, so to look for it is for nothing
        django.setup()
        gc.freeze()  # nor does any later look go through it
        gc.enable()
        answer = bring_up_to_date() if sys.argv[1] == "tables" else begin()
    except DatabaseError as problem:
        if trouble_of(problem) is None:
            raise
        answer = {"error": f"Wallchart cannot run: {VAR_DIR}: {problem}."}
    except Exception as reason:
        sentence = why_not(reason)
        if sentence is None:
            raise
        answer = {"error": sentence}
    print(json.dumps({"answer": answer}))
    return 1 if "error" in answer else 0


def bring_up_to_date() -> dict[str, Any]:
    """Bring the tables and the static files up to date with the code; raises CannotStart.

    Returns `is_first`, whether anything is left to do that only a first start does, and `backup`,
    what was backed up before an upgrade.
    """
    from core.backup.upgrading import upgrade_tables  # noqa: PLC0415 - needs the apps to be loaded
    from core.demonstration import ask_for_demonstration  # noqa: PLC0415 - needs the apps to be loaded
    from core.web import collecting  # noqa: PLC0415 - needs the apps to be loaded

    settings.BROKER.make_folders()
    try:
        done = upgrade_tables(Path(settings.BACKUPS_DIR))
    except UserError as refused:
        raise CannotStart(str(refused.message)) from refused
    except OperationalError as problem:
        reason = str(problem).strip().splitlines()[0]
        raise CannotStart(f"The database cannot be used: {reason}") from problem
    collecting.bring_up_to_date(Path(settings.UPKEEP_DIR) / "static")
    # Asked for already, so that the very first page can say that it is being made.
    is_asked = _is_empty() and ask_for_demonstration()
    return {"is_first": is_asked or not _has_login(), "backup": done.backup}


def begin() -> dict[str, Any]:
    """Tell the worker of the demonstration if it waits; return the `login` that was made, if any.

    The password is kept nowhere but in its hash, so whoever is given it is the only one to have it.
    """
    from core.demonstration import ring_for_demonstration  # noqa: PLC0415 - needs the apps to be loaded

    ring_for_demonstration()
    return {"login": None if _has_login() else _make_login()}


def _is_empty() -> bool:
    """Return whether nothing was ever written here, unless DEMO=0 says to leave it so."""
    from core.models import JournalEntry  # noqa: PLC0415 - needs the apps to be loaded

    return env.bool("DEMO", True) and not JournalEntry.objects.exists()


def _has_login() -> bool:
    """Return whether somebody may already do everything."""
    from django.contrib.auth import get_user_model  # noqa: PLC0415 - needs the apps to be loaded

    return bool(get_user_model().objects.filter(is_superuser=True).exists())


def _make_login() -> tuple[str, str]:
    """Create the director's account and return its name and password, once."""
    from django.contrib.auth import get_user_model  # noqa: PLC0415 - needs the apps to be loaded

    from core.accounts import readable_password  # noqa: PLC0415 - needs the apps to be loaded

    users = get_user_model().objects
    name = DIRECTOR
    while users.filter(username=name).exists():
        name = f"{DIRECTOR}{secrets.randbelow(10_000)}"
    password = readable_password()
    users.create_superuser(name, None, password)
    return name, password


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.exit(main())
