"""The apps, loaded: whoever imports this can import models after it."""

import os

import django
from django.apps import apps

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django.setup()
APPS = apps
