"""Pages in the language of their reader: everybody may choose, and no page mixes two."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from config.catalogues import add_language, compile_all
from core.models import StoredPage
from core.phrases import numeral, phrase_count
from core.web.languages import language_of
from core.wording import day, whole_day
from tests.apps.tournaments.desk_events import new_event, publish

pytestmark = pytest.mark.django_db

STANDINGS = "/events/spring/A/standings/1/"
FRENCH = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}


@pytest.fixture(autouse=True)
def _compiled() -> None:
    compile_all()


def _shown(client: Client, path: str, said: dict[str, str] | None = None) -> str:
    answer = client.get(path, headers=said)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_a_page_is_in_the_language_of_each_reader_whoever_came_before() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    for _ in range(2):
        french, english = _shown(Client(), STANDINGS, FRENCH), _shown(Client(), STANDINGS)
        assert '<html lang="fr">' in french
        assert "Classement" in french
        assert "Standings" not in french
        assert '<html lang="en">' in english
        assert "Classement" not in english
    paths = set(StoredPage.objects.values_list("path", flat=True))
    assert {STANDINGS, f"fr:{STANDINGS}"} <= paths


def test_each_language_has_its_own_tag_and_caches_are_told() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    client = Client()
    english, french = client.get(STANDINGS), client.get(STANDINGS, headers=FRENCH)
    assert english["ETag"] != french["ETag"]
    assert "Accept-Language" in french["Vary"]
    assert "Accept-Language" in english["Vary"]
    known = {"If-None-Match": english["ETag"]}
    assert client.get(STANDINGS, headers=known).status_code == 304
    assert client.get(STANDINGS, headers=known | FRENCH).status_code == 200


def test_the_switch_is_kept_in_a_cookie_and_leads_back() -> None:
    new_event()
    client = Client()
    page = _shown(client, "/")
    assert '<a href="/language/fr/" hreflang="fr" lang="fr"' in page
    chosen = client.get("/language/fr/", headers={"Referer": "http://testserver/events/spring/"})
    assert chosen.status_code == 302
    assert chosen["Location"] == "/events/spring/"
    assert '<html lang="fr">' in _shown(client, "/events/spring/")
    back = client.get("/language/en/", headers={"Referer": "https://elsewhere.example/x"})
    assert back["Location"] == "/"
    assert '<html lang="en">' in _shown(client, "/", FRENCH)
    assert client.get("/language/xx/").status_code == 404


@pytest.mark.parametrize(
    ("said", "spoken"),
    [
        ({}, "en"),
        ({"HTTP_ACCEPT_LANGUAGE": "fr"}, "fr"),
        ({"HTTP_ACCEPT_LANGUAGE": "de, fr-CA;q=0.5, en;q=0.4"}, "fr"),
        ({"HTTP_ACCEPT_LANGUAGE": "en-GB, fr"}, "en"),
        ({"HTTP_ACCEPT_LANGUAGE": "de"}, "en"),
        ({"HTTP_ACCEPT_LANGUAGE": ",;q=,\x00*" * 9999}, "en"),
        ({"HTTP_COOKIE": "a=b; language=fr", "HTTP_ACCEPT_LANGUAGE": "en"}, "fr"),
        ({"HTTP_COOKIE": "language=../etc", "HTTP_ACCEPT_LANGUAGE": "fr"}, "fr"),
        ({"HTTP_COOKIE": "xlanguage=fr"}, "en"),
        ({"HTTP_ACCEPT_LANGUAGE": "fr", "PATH_INFO": "/desk/"}, "en"),
    ],
)
def test_a_choice_goes_before_the_browser_and_the_desk_before_both(
    said: dict[str, str], spoken: str
) -> None:
    assert language_of({"PATH_INFO": "/", **said}) == spoken


def test_a_reader_of_a_variant_gets_the_variant_of_the_installation(
    settings: Any, tmp_path: Path
) -> None:
    settings.LANGUAGE_CODE, settings.LOCALE_PATHS = "pt-br", [tmp_path]
    assert language_of({"PATH_INFO": "/", "HTTP_ACCEPT_LANGUAGE": "pt-PT"}) == "pt-br"
    assert language_of({"PATH_INFO": "/", "HTTP_ACCEPT_LANGUAGE": "en-US"}) == "en"


def test_a_language_of_which_nothing_is_translated_yet_is_offered_and_says_it_in_english(
    settings: Any, tmp_path: Path
) -> None:
    add_language("de", tmp_path)
    compile_all(tmp_path)
    settings.LOCALE_PATHS = [str(tmp_path)]
    page = _shown(Client(), "/clubs/", {"Accept-Language": "de"})
    assert '<html lang="de">' in page
    assert "No club is run here yet." in page
    assert 'href="/language/en/"' in page


def test_figures_and_dates_are_written_as_french_has_them() -> None:
    with translation.override("fr"):
        assert whole_day(date(2026, 5, 1)) == "1er mai 2026"
        assert day(date(2026, 7, 14)) == "14 juil. 2026"
        assert numeral(1234.5, ",.1f") == "1\N{NARROW NO-BREAK SPACE}234,5"
        assert str(phrase_count("{count} game", "{count} games", count=0)) == "0 partie"
    assert numeral(1234.5, ",.1f") == "1,234.5"
    assert whole_day(date(2026, 5, 1)) == "1 May 2026"


@pytest.mark.parametrize(
    "path", ["/ratings/", "/games/", "/clubs/", "/records/", "/accounts/login/"]
)
def test_every_page_outside_the_desk_is_in_the_language_of_its_reader(path: str) -> None:
    assert '<html lang="fr">' in _shown(Client(), path, FRENCH)
    assert '<html lang="en">' in _shown(Client(), path)


def test_a_page_that_is_not_there_says_so_in_the_language_of_its_reader() -> None:
    answer = Client().get("/nowhere/", headers=FRENCH)
    assert answer.status_code == 404
    assert "Page introuvable" in answer.content.decode()
