"""The one reader of the environment. Whatever can be configured is asked through `env`."""

from pathlib import Path

from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env()
env.read_env(str(BASE_DIR / ".env"), recurse=False)

VAR_DIR = env.path("WALLCHART_VAR", BASE_DIR / "var").resolve()
"""Everything that running Wallchart writes: the database, the secret key, sockets, logs."""

try:
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
except OSError as _problem:
    raise SystemExit(f"{VAR_DIR} cannot be made: {_problem.strerror}.") from None
