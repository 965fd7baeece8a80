"""The settings of the peer of the API: our server and database, its table, and one middleware.

Django's CommonMiddleware tells the length of an answer, without which no connection stays open.
"""

from config.settings import *  # noqa: F403 - settings are a module of names
from config.settings import INSTALLED_APPS

ROOT_URLCONF = "bench.serving.peer.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "bench.serving.peer"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
