"""The page of this program about its own word list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from core.web.build import build
from core.web.pages import serve
from core.web.site import WEB
from core.web.store import Made
from core.web.view_access import reads
from lexicon.pages.about import about_words_page


@reads
def show_about_words(request: HttpRequest) -> HttpResponse:
    """Shows what the list that comes with the program is, and whose notices it carries."""
    return serve(request, version=build(), draft=lambda: Made(build(), about_words_page(WEB)))
