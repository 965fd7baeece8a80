"""What scripts say in another language than English, for every browser to load once."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.views.i18n import JavaScriptCatalog

from core.phrases import phrase
from core.web.build import build
from core.web.pages import serve_unstored
from core.web.view_access import reads

SCRIPT = 'text/javascript; charset="utf-8"'
_WORDS = """"use strict";
globalThis.django = {
catalog: %s,
form: (n) => Number(%s),
gettext(text) { return this.catalog[text] ?? text; },
ngettext(one, many, n) {
const said = this.catalog[one] ?? (n === 1 ? one : many);
return Array.isArray(said) ? said[this.form(n)] : said;
},
};
"""
_TWO_FORMS = "n !== 1"


class _Catalogue(JavaScriptCatalog):
    """The messages with the two functions that `words.js` asks, and no more of Django's."""

    def render_to_response(self, context: dict[str, Any], **_: Any) -> HttpResponse:
        """Returns them as a script."""
        translated = {text: said for text, said in context["catalog"].items() if said != text}
        said = json.dumps(translated, ensure_ascii=False, indent=0)
        return HttpResponse(_WORDS % (said, context["plural"] or _TWO_FORMS), content_type=SCRIPT)


_catalogue = _Catalogue.as_view(domain="djangojs")


@reads
def script_words(request: HttpRequest, language: str) -> HttpResponseBase:
    """Returns the messages of scripts in a language, as a script that `words.js` asks.

    A browser asks each time whether they are still those: a word of an hour ago beside a script of
    today would be wrong.
    """
    if not translation.check_for_language(language):
        raise Http404(phrase("There is no such language."))

    def words() -> bytes:
        with translation.override(language):
            return words_script()

    return serve_unstored(request, version=build(), make=words, content_type=SCRIPT)


def words_script() -> bytes:
    """Returns the same in the language of the moment, for what is no answer to a browser."""
    request = HttpRequest()
    request.method = "GET"
    answer = _catalogue(request)
    assert isinstance(answer, HttpResponse)
    return answer.content
