"""`start.py dev`: run Wallchart for whoever works on it, until Ctrl-C."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "var" / "dev"


def apart(given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment that keeps development apart from an installation on this machine.

    Whatever `.env` or the shell says of an installation does not count: its folder, its database,
    its broker and its lifeboat are not touched. `DEV_VAR`, `DEV_DATABASE_URL` and `DEV_REDIS_URL`
    name others; `PORT`, `DEMO` and what else may differ are taken from `given`.
    """
    return {
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "CSRF_TRUSTED_ORIGINS": "",
        "DATABASE_POOLED": "0",
        "DATABASE_URL": given.get("DEV_DATABASE_URL", ""),
        "DEBUG": "1",
        "DEMO": given.get("DEMO", "1"),
        "DJANGO_SETTINGS_MODULE": "config.dev.settings",
        "HTTPS_ONLY": "0",
        "LAN": "0",
        "LIFEBOAT": "",
        "LOG_FORMAT": "console",
        "PORT": given.get("PORT", "8000"),
        "PROXIES": "0",
        "REDIS_URL": given.get("DEV_REDIS_URL", ""),
        "SECRET_KEY": "",
        "WALLCHART_SUPERVISED": "0",
        "WALLCHART_VAR": given.get("DEV_VAR", "") or str(FOLDER),
        "WORKER_POOL": "threads",
    }


def main() -> int:
    """Run everything and return the exit code: 0 after a wished stop, 1 when it could not run."""
    os.environ |= apart(os.environ)
    from config.dev.running import run  # noqa: PLC0415 - reads the environment where it is imported

    return run(follows_parent="--follow-parent" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
