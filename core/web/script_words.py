"""What scripts say in another language than English, for every browser to load once."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog

from core.phrases import phrase
from core.web.view_access import reads

KEPT_S = 3600
_catalogue = JavaScriptCatalog.as_view(domain="djangojs")


@reads
@cache_control(public=True, max_age=KEPT_S)
def script_words(request: HttpRequest, language: str) -> HttpResponseBase:
    """Returns the messages of scripts in a language, as a script that `words.js` asks."""
    if not translation.check_for_language(language):
        raise Http404(phrase("There is no such language."))
    with translation.override(language):
        return _catalogue(request)
