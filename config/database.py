"""The connection to the database: SQLite in `var/` unless `DATABASE_URL` names another."""

import hashlib
from pathlib import Path
from typing import Any

import dj_database_url

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"

# WAL lets readers go on while a result is written; synchronous=FULL keeps a result that was
# acknowledged when the laptop's battery falls out. Both have to be said on every connection,
# outside a transaction.
_SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"


def database_settings(url: str, *, var_dir: Path, pooled: bool = False) -> dict[str, Any]:
    """Return Django's settings for the database at `url`; an empty `url` is SQLite in `var_dir`.

    PostgreSQL keeps the plans of statements (`core.prepared`) and the cursors of a connection,
    unless it is `pooled`: given by a pooler such as PgBouncer for a transaction at a time.
    SQLite takes the write lock at the start of a transaction (IMMEDIATE) and waits up to 20
    seconds for it, so two writers queue instead of failing half way.
    """
    if not url:
        settings: dict[str, Any] = {"ENGINE": SQLITE, "NAME": str(var_dir / "wallchart.sqlite3")}
    else:
        settings = {**dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)}
    settings["ATOMIC_REQUESTS"] = False
    if settings["ENGINE"] == SQLITE:
        # A thread keeps its connection: opening one takes longer than reading a page.
        settings["CONN_MAX_AGE"] = None
        settings["OPTIONS"] = {
            "init_command": _SQLITE_PRAGMAS,
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
        }
    elif settings["ENGINE"] == POSTGRESQL:
        options = settings.setdefault("OPTIONS", {})
        options["prepare_threshold"] = None if pooled else 0
        settings["DISABLE_SERVER_SIDE_CURSORS"] = pooled
    return settings


def database_hash(settings: dict[str, Any]) -> str:
    """Return twelve hexadecimal digits that stand for the address of a database.

    Queues are named with it, so a worker never takes a job that belongs to another database.
    Passwords do not count: the address is the engine, host, port and name.
    """
    name = str(settings["NAME"])
    if settings["ENGINE"] == SQLITE and not name.startswith("file:"):
        name = str(Path(name).resolve())
    options = settings.get("OPTIONS", {})
    host = settings.get("HOST") or options.get("host", "")
    port = settings.get("PORT") or options.get("port", "")
    address = f"{settings['ENGINE']}|{host}|{port}|{name}"
    return hashlib.sha256(address.encode()).hexdigest()[:12]
