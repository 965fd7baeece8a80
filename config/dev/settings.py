"""Django's settings for whoever works on Wallchart: those of an installation, and what shows it.

`config.dev` sets the environment first, so nothing of an installation on this machine gets in.
"""

from config.settings import *  # noqa: F403 - all that is not said below is the same
from config.settings import INSTALLED_APPS, MIDDLEWARE, STORAGES, TEMPLATES

INSTALLED_APPS = [*INSTALLED_APPS, "debug_toolbar", "config.dev"]

_AT = MIDDLEWARE.index("csp.middleware.CSPMiddleware") + 1
MIDDLEWARE = [
    *MIDDLEWARE[:_AT],
    "config.dev.middleware.PlainPages",
    "debug_toolbar.middleware.DebugToolbarMiddleware",
    *MIDDLEWARE[_AT:],
]

ROOT_URLCONF = "config.dev.urls"
# Django alone: what `config.wsgi` puts before it would keep pages with the toolbar of another.
WSGI_APPLICATION = None  # type: ignore[assignment] # that is Django's word for it

# The templates of the toolbar stand behind our own.
TEMPLATES = [
    *TEMPLATES,
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "NAME": "toolbar",
        "APP_DIRS": True,
    },
]

# A changed file is served as it is, under its own name.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

INTERNAL_IPS = ["127.0.0.1", "::1"]
# Folded away until it is wanted. Tests start this as a program of its own.
DEBUG_TOOLBAR_CONFIG = {"SHOW_COLLAPSED": True, "IS_RUNNING_TESTS": False}
