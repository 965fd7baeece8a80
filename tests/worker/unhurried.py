"""The settings of an installation that lets nobody wait: a test asks more often than people do."""

from config.settings import *  # noqa: F403 - the settings of an installation, but two
from config.settings import STORAGES

API_RATES = dict.fromkeys(("token", "address"), "100000/min")
# No manifest, which an installation has from its start.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
