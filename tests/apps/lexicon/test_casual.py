"""Everybody may read what the casual list is, and it judges where nothing was ever imported."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from core.actors import CONSOLE
from core.journal.errors import Refused
from core.journal.execute import execute
from lexicon import casual
from lexicon.casual import LABEL, casual_list, casual_words, notices
from lexicon.commands.lexica import AddLexicon
from lexicon.models import Lexicon
from lexicon.selectors import installed as selectors
from lexicon.selectors.installed import installed, installed_lexica, lexica_folder, words_of
from lexicon.words.files import FilesMissing
from tests.builders.lexica import imported_list, stored_words
from tests.markup import Markup
from tests.pages import source_at

pytestmark = pytest.mark.django_db

ABOUT = "/about/words/"


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """The folder of the lexica of a new installation."""
    settings.LEXICA_DIR = tmp_path / "lexica"
    return lexica_folder()


def test_the_page_is_for_everybody_and_writes_nothing(client: Client) -> None:
    assert client.get(ABOUT).status_code == 200
    assert client.post(ABOUT).status_code == 405


def test_the_page_says_casual_first_and_shows_every_notice(client: Client) -> None:
    page = Markup(source_at(client, ABOUT))
    assert page.faults == []
    seen = page.text
    said = " ".join(notices().ukacd.split())
    assert seen.index(LABEL) < seen.index("not valid for rated play") < seen.index(said)
    assert seen.index(said) < seen.index("Details")
    for notice in notices():
        assert " ".join(notice.split()) in seen
    assert f"{casual_list().words:,}" in seen
    assert casual_list().sha256 in seen


def test_the_page_is_stored_once(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first = client.get(ABOUT)
    with django_assert_num_queries(1):
        again = client.get(ABOUT)
    assert again.content == first.content
    assert client.get(ABOUT, headers={"if-none-match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("address", ["/", "/ratings/", ABOUT])
def test_the_foot_of_public_pages_leads_there(client: Client, address: str) -> None:
    page = source_at(client, address)
    assert f'<a href="{ABOUT}">' in page[page.index("<footer") :]


def test_a_new_installation_judges_without_a_row_or_a_worker(folder: Path) -> None:
    [only] = installed_lexica()
    assert (only.code, only.is_casual, only.tile_set) == ("SCOWL80", True, "en")
    assert installed("SCOWL80") == installed("scowl80") == only
    files = words_of(only.sha256)
    assert files.holds("QI")
    assert files.holds("CROSSWORD")
    assert not files.holds("QX")
    assert files.head.words == only.words
    assert files.head.by_length == only.by_length
    assert not Lexicon.objects.exists()


def test_nothing_is_unpacked_until_a_word_is_asked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack = Mock(side_effect=casual.casual_text)
    monkeypatch.setattr(casual, "casual_text", unpack)
    lexicon = installed_lexica()[-1]
    assert (unpack.call_count, folder.exists()) == (0, False)
    assert words_of(lexicon.sha256).holds("WORD")
    assert casual_words(folder).holds("WORD")
    assert unpack.call_count == 1


def test_it_comes_last_whatever_the_others_are_called() -> None:
    imported_list("ZULU", ["AB"])
    imported_list("ALPHA", ["AB", "BA"])
    assert [each.code for each in installed_lexica()] == ["ALPHA", "ZULU", "SCOWL80"]
    assert [each.is_casual for each in installed_lexica()] == [False, False, True]


@pytest.mark.parametrize("code", ["SCOWL80", "scowl80"])
@pytest.mark.parametrize("own", [True, False])
def test_no_import_gets_its_code(code: str, own: bool) -> None:
    head = words_of(casual_list().sha256).head if own else stored_words(["AB", "BA"]).head
    command = AddLexicon(
        lexicon=code,
        name="Ours",
        tile_set=head.tile_set,
        sha256=head.sha256,
        words=head.words,
        by_length=dict(head.by_length),
    )
    with pytest.raises(Refused, match="A lexicon SCOWL80 already exists"):
        execute(command, actor=CONSOLE)
    execute(dataclasses.replace(command, lexicon="OURS"), actor=CONSOLE)
    assert installed("OURS").is_casual is own


def test_the_list_before_an_upgrade_keeps_its_words_and_the_new_one_has_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = casual_list()
    assert words_of(before.sha256).holds("WORD")
    text = b"AB\nBA\n"
    after = dataclasses.replace(before, sha256="f" * 64, words=2, by_length={"2": 2})
    for module in (casual, selectors):
        monkeypatch.setattr(module, "casual_list", lambda: after)
    monkeypatch.setattr(casual, "casual_text", lambda: text)
    assert installed("SCOWL80").sha256 == after.sha256
    assert words_of(after.sha256).holds("BA")
    assert not words_of(after.sha256).holds("WORD")
    assert words_of(before.sha256).holds("WORD")
    assert casual.is_casual("SCOWL80", before.sha256)


def test_words_that_were_never_here_are_missing(folder: Path) -> None:
    with pytest.raises(FilesMissing):
        words_of("0" * 64)
