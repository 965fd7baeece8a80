"""The settings of an installation that lets nobody wait: a test asks more often than people do."""

from config.settings import *  # noqa: F403 - the settings of an installation, but two
from config.settings import API_RATES, STORAGES

API_RATES = dict.fromkeys(API_RATES, "100000/min")
# No manifest, which an installation has from its start.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
