"""What scripts say: in English by themselves, and in another language by the page's catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from config import catalogues
from config.catalogues import add_language, compile_all, script_messages
from tests.browser.conftest import visit

SCRIPTS = {"djangojs": (("static/js", "entry*.js", script_messages),)}

pytestmark = pytest.mark.django_db(transaction=True)

SAID = """import("/static/js/words.js").then(({ gettext, say, sayCount }) => [
    gettext("Drop it"),
    say("There is no board {board}.", { board: "$&" }),
    sayCount("Not entered: {count} line", "Not entered: {count} lines", 1),
    sayCount("Not entered: {count} line", "Not entered: {count} lines", 3),
])"""
IN_GERMAN = {
    'msgid "Drop it"\nmsgstr ""': 'msgid "Drop it"\nmsgstr "Verwerfen"',
    'msgid "There is no board {board}."\nmsgstr ""': (
        'msgid "There is no board {board}."\nmsgstr "Brett {board} fehlt."'
    ),
    'lines"\nmsgstr[0] ""\nmsgstr[1] ""': (
        'lines"\nmsgstr[0] "Offen: {count} Zeile"\nmsgstr[1] "Offen: {count} Zeilen"'
    ),
}


def test_scripts_speak_english_and_the_language_of_the_catalogue(
    page: Page,
    live_server: Any,
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogues, "DOMAINS", SCRIPTS)
    (scripts,) = add_language("de", tmp_path)
    text = scripts.read_text()
    for empty, translated in IN_GERMAN.items():
        assert empty in text
        text = text.replace(empty, translated, 1)
    scripts.write_text(text)
    compile_all(tmp_path)
    settings.LOCALE_PATHS = [tmp_path]
    visit(page, f"{live_server.url}/accounts/login/")
    assert page.evaluate(SAID) == [
        "Drop it",
        "There is no board $&.",
        "Not entered: 1 line",
        "Not entered: 3 lines",
    ]
    page.add_script_tag(url="/script-words/de.js")
    assert page.evaluate(SAID) == [
        "Verwerfen",
        "Brett $& fehlt.",
        "Offen: 1 Zeile",
        "Offen: 3 Zeilen",
    ]
