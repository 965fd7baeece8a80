"""The language of a reader: that of a choice kept in a cookie, else of the browser.

Public pages and those of players are shown in it. The desk is in the language of the installation,
whoever sits there: a page that is half translated helps nobody, and the log, the papers and what a
director tells the hall are to be in one language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language_info
from django.utils.translation.trans_real import parse_accept_lang_header

from core.phrases import phrase
from core.web.site import HOME
from core.web.view_access import reads

COOKIE = "language"
KEPT_S = 365 * 24 * 3600
ENGLISH = "en"
"""The language of the code, which needs no catalogue."""
OF_INSTALLATION = ("/api/", "/desk/", "/static/", "/styleguide/")
"""The paths below which everything is in the language of the installation, whoever reads it.

All other pages are in the language of their reader: whatever is said there has a translation,
which `tests/contracts/test_french.py` holds.
"""

_CHOSEN = re.compile(rf"(?:^|;)\s*{COOKIE}=([A-Za-z-]{{2,12}})\s*(?:;|$)")
_LONGEST = 400
"""No browser says more of its languages; what is longer is not read."""


class LanguageLink(NamedTuple):
    """The way to a page in another language, which is called as its speakers call it."""

    language: str
    name: str
    href: str


def offered() -> tuple[str, ...]:
    """Returns the languages that readers may choose: the installation's first, English, and each
    that there is a compiled catalogue of.
    """
    return _offered(settings.LANGUAGE_CODE, tuple(map(str, settings.LOCALE_PATHS)))


@lru_cache(maxsize=8)
def _offered(own: str, folders: tuple[str, ...]) -> tuple[str, ...]:
    made = (path for folder in folders for path in Path(folder).glob("*/LC_MESSAGES/django.mo"))
    others = sorted(path.parent.parent.name.replace("_", "-").lower() for path in made)
    return tuple(dict.fromkeys((own, ENGLISH, *others)))


def is_of_readers(path: str) -> bool:
    """Returns whether the page of a path is in the language of its reader."""
    return not path.startswith(OF_INSTALLATION)


def language_of(headers: Mapping[str, Any]) -> str:
    """Returns the language for who asks with these headers of WSGI, the installation's at the desk
    and where they name none that there is.
    """
    if not is_of_readers(headers.get("PATH_INFO", "")):
        return settings.LANGUAGE_CODE
    asked = headers.get("HTTP_ACCEPT_LANGUAGE", "")
    kept = headers.get("HTTP_COOKIE", "")
    chosen = _CHOSEN.search(kept) if COOKIE in kept else None
    if not asked and chosen is None:
        return settings.LANGUAGE_CODE
    return _best(chosen[1].lower() if chosen else "", asked[:_LONGEST], offered())


@lru_cache(maxsize=512)
def _best(chosen: str, asked: str, among: tuple[str, ...]) -> str:
    if chosen in among:
        return chosen
    for wanted, _ in parse_accept_lang_header(asked.lower()):
        family = wanted.partition("-")[0]
        for language in (one for one in among if one == wanted):
            return language
        for language in (one for one in among if one.partition("-")[0] == family):
            return language
    return among[0]


class ReadersLanguage:
    """Middleware that has each page worded in the language of its reader."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(language_of(request.META)):
            response = self._get_response(request)
        if is_of_readers(request.path):
            # Not by the cookie: whatever is kept on the way asks each time by its ETag, which is
            # another in another language.
            patch_vary_headers(response, ("Accept-Language",))
        return response


def path_in(path: str, language: str) -> str:
    """Returns where the page of a path is stored in a language, the installation's at the path."""
    return path if language == settings.LANGUAGE_CODE else f"{language}:{path}"


def stored_path(path: str) -> str:
    """Returns where the page of a path is stored in the language of the moment."""
    return path_in(path, translation.get_language() or settings.LANGUAGE_CODE)


def language_links() -> list[LanguageLink]:
    """Returns the ways to the other languages from a page in the language of the moment."""
    here = translation.get_language()
    return [
        LanguageLink(one, own_name(one), f"/language/{one}/") for one in offered() if one != here
    ]


def words_path() -> str:
    """Returns the path of what scripts say in the language of the moment."""
    return f"/script-words/{translation.get_language() or settings.LANGUAGE_CODE}.js"


def own_name(language: str) -> str:
    """Returns what a language is called by its speakers."""
    try:
        name: str = get_language_info(language)["name_local"]
    except KeyError:
        return language
    return name[:1].upper() + name[1:]


def languages_told(request: HttpRequest) -> dict[str, Any]:
    """Returns what templates show of the ways to other languages, on pages of readers only."""
    return {"languages": language_links} if is_of_readers(request.path) else {}


@reads
def choose_language(request: HttpRequest, language: str) -> HttpResponseBase:
    """Keeps the language that a reader chooses in a cookie, and leads back to where they were."""
    if language not in offered():
        raise Http404(phrase("There is no such language."))
    said = request.headers.get("Referer", "")
    back = HOME
    if url_has_allowed_host_and_scheme(said, {request.get_host()}):
        told = urlsplit(said)
        back = f"{told.path}?{told.query}" if told.query else told.path
    if not back.startswith("/") or back.startswith(("//", f"/{COOKIE}/")):
        back = HOME
    response = HttpResponseRedirect(back)
    response.set_cookie(
        COOKIE,
        language,
        max_age=KEPT_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    response["Cache-Control"] = "no-store"
    return response
