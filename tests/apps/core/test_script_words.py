"""What scripts say in another language than English."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from config import catalogues
from config.catalogues import add_language, compile_all, script_messages

SCRIPTS = {"djangojs": (("static/js", "entry*.js", script_messages),)}

pytestmark = pytest.mark.django_db

ADDRESS = "/script-words/de.js"


@pytest.fixture
def german(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue of German in which one message of scripts is translated."""
    monkeypatch.setattr(catalogues, "DOMAINS", SCRIPTS)
    add_language("de", tmp_path)
    path = tmp_path / "de" / "LC_MESSAGES" / "djangojs.po"
    before = 'msgid "Drop it"\nmsgstr ""'
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, 'msgid "Drop it"\nmsgstr "Verwerfen"'))
    compile_all(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    return tmp_path


def test_everybody_may_load_what_scripts_say_and_keep_it(client: Client, german: Path) -> None:
    answer = client.get(ADDRESS)
    assert answer.status_code == 200
    assert "javascript" in answer["Content-Type"]
    assert '"Drop it": "Verwerfen"' in answer.content.decode()
    assert "Not entered" not in answer.content.decode(), "what nobody translated is not sent"
    assert answer["Cache-Control"] == "public, no-cache"
    again = client.get(ADDRESS, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    zipped = client.get(ADDRESS, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(zipped.content) == answer.content
    assert "Cookie" not in answer.get("Vary", "")


def test_the_language_of_the_address_counts_and_not_that_of_the_request(
    client: Client, german: Path
) -> None:
    with translation.override("fr"):
        assert "Verwerfen" in client.get(ADDRESS).content.decode()


def test_a_language_that_there_is_not_has_no_messages(client: Client) -> None:
    assert client.get("/script-words/qq.js").status_code == 404


@pytest.mark.parametrize("language", ["de", "en-gb"])
def test_a_page_in_another_language_says_so_and_loads_them(
    client: Client, settings: Settings, language: str
) -> None:
    settings.LANGUAGE_CODE = language
    page = client.get("/accounts/login/").content.decode()
    assert f'<html lang="{language}">' in page
    assert f'<script src="/script-words/{language}.js"></script>' in page


def test_a_page_in_english_loads_no_messages(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert '<html lang="en">' in page
    assert "script-words" not in page
