"""The catalogues: what is extracted, and a translation from its first line to the page."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from environs import EnvValidationError

import start
from config import catalogues
from config.catalogues import (
    CatalogueError,
    add_language,
    compile_all,
    python_messages,
    script_messages,
    template_messages,
    unreadable_calls,
    write_templates,
)
from config.language import language
from core.phrases import phrase
from tests.processes import ROOT


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extracts a few messages only, which is a matter of milliseconds."""
    domains = {
        "django": (
            ("core/journal", "*.py", python_messages),
            ("templates", "404.html", template_messages),
        ),
        "djangojs": (("static/js", "draft.js", script_messages),),
    }
    monkeypatch.setattr(catalogues, "DOMAINS", domains)


def test_calls_in_python_are_extracted_with_their_plurals() -> None:
    source = """
phrase("No. {number} sits out, "
       "as it did", number=phrase("seven"))
phrase_count("{count} board", "{count} boards", count=2)
forms.gettext("Save")
phrase(computed)
"""
    assert sorted(map(str, python_messages(source))) == [
        "('{count} board', '{count} boards')",
        "No. {number} sits out, as it did",
        "Save",
        "seven",
    ]


def test_what_templates_translate_is_extracted() -> None:
    source = """{% include "x.html" with text=_("It's said (so)") only %}
<p>{% translate 'Look "here"' %}</p>
{% blocktranslate trimmed count n=boards|length with name=event.name %}
  {{ name }} has {{ n }} board.
{% plural %}
  {{ name }} has {{ n }} boards.
{% endblocktranslate %}"""
    assert list(template_messages(source)) == [
        "It's said (so)",
        'Look "here"',
        ("%(name)s has %(n)s board.", "%(name)s has %(n)s boards."),
    ]


def test_what_scripts_say_is_extracted() -> None:
    source = """
box.textContent = gettext("Sign in"); other("No");
tell(say("Board {board} " + "waits.", { board }));
tell(sayCount("{count} line", "{count} lines", lines.length, { where: "here" }));
"""
    assert list(script_messages(source)) == [
        "Sign in",
        "Board {board} waits.",
        ("{count} line", "{count} lines"),
    ]


def test_everything_that_pages_say_is_extracted(tmp_path: Path) -> None:
    django, scripts = write_templates(tmp_path)
    assert 'msgid "Players of division %(division)s"' in django.read_text()
    assert scripts.read_text().startswith("# Translations template for Wallchart.")


def test_a_language_is_added_translated_compiled_and_shown(
    few: None, settings: Any, tmp_path: Path
) -> None:
    django, _ = add_language("fr", tmp_path)
    text = django.read_text()
    said = 'msgid "Give a reason."\nmsgstr ""'
    assert said in text
    django.write_text(text.replace(said, 'msgid "Give a reason."\nmsgstr "Donnez une raison."'))
    assert [path.name for path in compile_all(tmp_path)] == ["django.mo", "djangojs.mo"]
    assert compile_all(tmp_path) == [], "nothing was edited since"
    settings.LOCALE_PATHS = [str(tmp_path)]
    reason = phrase("Give a reason.")
    with translation.override("fr"):
        assert str(reason) == "Donnez une raison."
    assert str(reason) == "Give a reason."


def test_what_was_translated_stays_when_the_messages_are_brought_up_to_date(
    few: None, tmp_path: Path
) -> None:
    django, _ = add_language("fr", tmp_path)
    said = 'msgid "Give a reason."\nmsgstr "Donnez une raison."'
    old = 'msgid "No longer said."\nmsgstr "Jadis."\n'
    text = django.read_text().replace('msgid "Give a reason."\nmsgstr ""', said)
    django.write_text(f"{text}\n{old}")
    add_language("fr", tmp_path)
    assert said in django.read_text()
    assert '#~ msgid "No longer said."' in django.read_text()


def test_a_catalogue_that_cannot_be_read_leaves_what_was_made_of_it(
    few: None, tmp_path: Path
) -> None:
    django, _ = add_language("fr", tmp_path)
    compile_all(tmp_path)
    made = django.with_suffix(".mo")
    before = made.read_bytes()
    os.utime(made, (0, 0))
    django.write_bytes(django.read_bytes() + b'msgid "a"\nmsgstr "\xff"\n')
    with pytest.raises(ValueError, match="utf-8"):
        compile_all(tmp_path)
    assert made.read_bytes() == before
    assert made.stat().st_mtime == 0, "it is tried again at the next start"


def _french(folder: Path, text: str) -> Path:
    """Return the path of a French catalogue that says this."""
    path = folder / "fr" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("translated", "told"),
    [
        ("Le n° {nummer}.", "{nummer} is no parameter of this message"),
        ("Le n° {number.real}.", "{number.real} is no parameter of this message"),
        ("Le n° {number", "Le n° {number is no parameter of this message"),
    ],
)
def test_a_translation_that_cannot_be_filled_in_is_told_and_stays_english(
    translated: str, told: str, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _french(tmp_path, f'msgid "No. {{number}} sits out."\nmsgstr "{translated}"\n')
    compile_all(tmp_path)
    assert f"django.po:1: {told}. It stays English." in capsys.readouterr().err
    settings.LOCALE_PATHS = [str(tmp_path)]
    with translation.override("fr"):
        assert str(phrase("No. {number} sits out.", number=7)) == "No. 7 sits out."


@pytest.mark.parametrize(
    "text",
    [
        'msgid "Look"\nmgstr "Voir"\n',
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1;\\n"\n',
    ],
)
def test_a_catalogue_that_cannot_be_used_is_named_and_what_was_made_stays(
    text: str, tmp_path: Path
) -> None:
    path = _french(tmp_path, 'msgid "Look"\nmsgstr "Voir"\n')
    (made,) = compile_all(tmp_path)
    before = made.read_bytes()
    path.write_text(text)
    later = made.stat().st_mtime + 5
    os.utime(path, (later, later))
    with pytest.raises(CatalogueError, match=r"django\.po cannot be"):
        compile_all(tmp_path)
    assert made.read_bytes() == before


def test_a_message_that_is_said_again_has_its_translation_again(
    few: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    django, _ = add_language("fr", tmp_path)
    said = 'msgid "Give a reason."\nmsgstr "Donnez une raison."'
    django.write_text(django.read_text().replace('msgid "Give a reason."\nmsgstr ""', said))
    with monkeypatch.context() as another:
        another.setattr(catalogues, "DOMAINS", {"django": (), "djangojs": ()})
        add_language("fr", tmp_path)
    assert '#~ msgid "Give a reason."' in django.read_text()
    add_language("fr", tmp_path)
    assert said in django.read_text()
    assert "#~" not in django.read_text()


COMPUTED = {
    "core/phrases.py": "its own functions",
    "lexicon/words/tiles.py": "the names of a table, which is read too",
}
"""Modules that make a phrase of what is not written out there."""


def test_every_phrase_is_written_out_where_it_is_said() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in catalogues.ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        if str(path.relative_to(ROOT)) not in COMPUTED
        for line in unreadable_calls(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("said", ["NAME", 'f"{x}"', '"a" if x else "b"', '"a" + x'])
def test_a_phrase_that_nobody_can_read_is_found(said: str) -> None:
    assert list(unreadable_calls(f"\nphrase({said})")) == [2]


def test_french_has_its_narrow_spaces_however_they_were_typed(
    settings: Any, tmp_path: Path
) -> None:
    _french(tmp_path, 'msgid "Is it {what}?"\nmsgstr "Est-ce « {what} »\u00a0?"\n')
    compile_all(tmp_path)
    settings.LOCALE_PATHS = [str(tmp_path)]
    with translation.override("fr"):
        said = str(phrase("Is it {what}?", what="12:30"))
    assert said == "Est-ce «\u202f12:30\u202f»\u202f?"


def test_what_is_no_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert catalogues.main(["add", "nowhere"]) == 2
    assert "There is no language 'nowhere'." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wish", "edited", "steps"),
    [
        ("setup", False, ["extract"]),
        ("setup", True, ["extract", "compile"]),
        ("up", True, ["compile"]),
        ("up", False, []),
    ],
)
def test_a_start_compiles_what_was_edited_and_setup_extracts(
    few: None,
    wish: str,
    edited: bool,
    steps: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    add_language("fr", tmp_path)
    if not edited:
        compile_all(tmp_path)
    done: list[str] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        done.append(command[-1])
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(start, "LOCALE", tmp_path)
    monkeypatch.setattr(subprocess, "run", run)
    assert start.bring_catalogues_up(wish) == 0
    assert done == steps


@pytest.mark.django_db
def test_a_page_is_in_the_language_of_the_installation(
    few: None, settings: Any, tmp_path: Path
) -> None:
    django, _ = add_language("fr", tmp_path)
    text = django.read_text()
    django.write_text(
        text.replace('msgid "All events"\nmsgstr ""', 'msgid "All events"\nmsgstr "Tous"')
    )
    compile_all(tmp_path)
    settings.LOCALE_PATHS = [str(tmp_path)]
    settings.LANGUAGE_CODE = "fr"
    assert "Tous" in Client().get("/nowhere/").content.decode()


def test_a_language_is_one_that_there_are_catalogues_of(tmp_path: Path) -> None:
    (tmp_path / "gd_GB" / "LC_MESSAGES").mkdir(parents=True)
    chosen = [language(said, tmp_path) for said in ("en", "fr", "pt_BR", "zh-hans", "gd-gb")]
    assert chosen == ["en", "fr", "pt-br", "zh-hans", "gd-gb"]


@pytest.mark.parametrize("said", ["klingon", "fr-zz", "", "..", "../locale"])
def test_a_language_that_there_is_not_is_refused_in_a_sentence(said: str, tmp_path: Path) -> None:
    with pytest.raises(EnvValidationError, match=r"WALLCHART_LANGUAGE.*there is no language"):
        language(said, tmp_path)
