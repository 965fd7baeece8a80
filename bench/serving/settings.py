"""The peer's settings: the installation's server and database, one empty view, no middleware."""

from config.settings import *  # noqa: F403 - settings are a module of names

ROOT_URLCONF = "bench.serving.urls"
MIDDLEWARE = []
