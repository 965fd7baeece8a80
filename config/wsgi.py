"""The entry point of the web server: Django, and before it what is answered at once."""

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config import loaded
from core.web.at_once import AtOnce
from lexicon.views.kiosk_lock import COOKIE

assert loaded.APPS.ready
application = AtOnce(
    get_wsgi_application(),
    deciding=[COOKIE],
    apart=[f"/{settings.STATIC_URL.strip('/')}/", "/desk/"],
)
