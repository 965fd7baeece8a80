"""The installation's settings, with the peer's address beside ours."""

from config.settings import *  # noqa: F403 - settings are a module of names

ROOT_URLCONF = "bench.entering.urls"
