"""What scripts say in another language than English, for every browser to load once."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition
from django.views.i18n import JavaScriptCatalog

from core.phrases import phrase
from core.web.build import build
from core.web.view_access import reads

_catalogue = JavaScriptCatalog.as_view(domain="djangojs")


def _mark(_: HttpRequest, language: str) -> str:
    return f'"{build()}.{language}"'


@reads
@cache_control(public=True, no_cache=True)
@condition(etag_func=_mark)
def script_words(request: HttpRequest, language: str) -> HttpResponseBase:
    """Returns the messages of scripts in a language, as a script that `words.js` asks.

    A browser asks each time whether they are still those: a word of an hour ago beside a script of
    today would be wrong.
    """
    if not translation.check_for_language(language):
        raise Http404(phrase("There is no such language."))
    with translation.override(language):
        return _catalogue(request)


def words_script() -> bytes:
    """Returns the same in the language of the moment, for what is no answer to a browser."""
    request = HttpRequest()
    request.method = "GET"
    answer = _catalogue(request)
    assert isinstance(answer, HttpResponse)
    return answer.content
