"""The settings of a test run: those of an installation, in a folder of its own.

Nothing of the machine's environment gets in. `WALLCHART_TEST_DB` chooses the database: `sqlite`
(a file, as in a hall) or `postgres` (a cluster that tests/databases.py starts). Every process of a
parallel run has a `var` folder of its own, and a cluster: the mark by which pages tell whether
anybody committed (core/web/unchanged.py) is of the whole server. A worker that a test starts
inherits this environment, so it finds the same database and the same broker under config.settings.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

RUN = "WALLCHART_TEST_RUN"

if RUN not in os.environ:
    # The process that comes first makes the folder, and removes it; the others inherit its name.
    os.environ[RUN] = tempfile.mkdtemp(prefix="wct-")
    Path(os.environ[RUN]).chmod(0o755)
    atexit.register(shutil.rmtree, os.environ[RUN], ignore_errors=True)

RUN_DIR = Path(os.environ[RUN])
ON_POSTGRES = os.environ.get("WALLCHART_TEST_DB", "sqlite") == "postgres"
_process = os.environ.get("PYTEST_XDIST_WORKER", "main")
POSTGRES_DIR = RUN_DIR / f"pg-{_process}"

for _name in ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "LOG_FORMAT", "LOG_LEVEL", "PORT"):
    os.environ.pop(_name, None)

# What was compiled is kept, whatever the machine says: each program that a test starts, and each
# process of a run, would compile every module again, which takes longer than to run it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

os.environ.update(
    BACKUPS="0",  # made only by the tests that are about them
    DATABASE_URL=(
        f"postgres://wallchart@{quote(str(POSTGRES_DIR), safe='')}/wallchart_{_process}"
        if ON_POSTGRES
        else ""
    ),
    DEBUG="0",
    HTTPS_ONLY="0",
    LAN="0",
    REDIS_URL="",
    SECRET_KEY="of the tests",
    TIME_ZONE="UTC",
    WALLCHART_VAR=str(RUN_DIR / _process),
)

from config.settings import *  # noqa: E402, F403 - the environment has to be there first
from config.settings import DATABASES, STORAGES  # noqa: E402

# The test database has the very name that a worker computes from the environment.
DATABASES["default"]["TEST"] = {"NAME": DATABASES["default"]["NAME"]}

# Every process of the run copies the same tables.
MADE_TABLES_DIR = RUN_DIR / "tables"

# No manifest, which a run without collectstatic lacks, and no slow hashing.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
