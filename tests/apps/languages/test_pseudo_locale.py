"""Every page in a language made from English: no text on it that was not extracted.

Pages of readers are shown in one in which what has no French is plain English, so that they show
what is missing there too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from core.web.languages import COOKIE
from lexicon.words.editions import editions
from tests.apps.tournaments.desk_events import account
from tests.apps.tournaments.results.entry_lines import ROUND_1, typed
from tests.browser.one_of_everything import INVENTED, Made, named_routes, one_of_everything
from tests.browser.test_every_page import BESIDES, NO_PAGE
from tests.pseudo_locale import AS_FRENCH, plain_texts, pseudo, pseudo_spoken

NAMES = [
    "Wallchart",
    "CoCo",
    "Collins",
    "Glicko",
    "Elo",
    "Aupair",
    "Fontes",
    "Django",
    "Windows",
    "Latin",
    "Esc",
    "Alt",
    "Enter",
    "Tab",
    "Ctrl",
    "Shift",
    "tsh",
    "Common",
    "English",
    "words",
    "size",
    "testserver",
    "boss",
    "console",
    "robot",
    "zz",
]
"""Names that are the same in every language: of programs, lists, people, keys."""
LINES = (
    "3",
    "3 400",
    "9 1 2",
    "3 90 300",
    "3 423 389 1",
    "b9 1 2",
    "1 390 389",
    "u",
    "zz",
    "?",
    "f 9",
    "3 -5 1",
)
"""Lines that are refused, doubted, or done."""
FOR_DEVELOPERS = {
    "support": "shows tables, with the names that their fields have in the code",
    "styleguide": "shows components to whoever builds pages",
}
"""Pages that are in English whatever the language, by the names of their addresses."""
WITHOUT_NAMES = {"auth", "axes", "contenttypes", "core", "sessions"}
"""Apps whose rows name tables, commands and addresses in common words, such as "add"."""


def _data() -> set[str]:
    """Returns every word in the rows of the test and in the names of lists, which are stored."""
    families = " ".join(edition.family.name for edition in editions())
    words = {word.casefold() for word in (*NAMES, *INVENTED, *families.split())}
    for model in apps.get_models():
        if model._meta.app_label in WITHOUT_NAMES:
            continue
        fields = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField) and not field.choices
        ]
        for row in model._base_manager.values_list(*fields) if fields else ():
            found = re.findall(r"[A-Za-z’']+", " ".join(text or "" for text in row))
            words |= {word.casefold() for word in found}
    return words


@pytest.mark.django_db(transaction=True)
def test_no_page_has_text_that_was_not_extracted_and_none_of_readers_that_has_no_french(
    settings: Any, tmp_path: Path
) -> None:
    settings.BACKUPS_DIR, settings.UPKEEP_DIR = tmp_path / "backups", tmp_path / "run"
    settings.UPKEEP_DIR.mkdir()
    with pseudo_spoken(settings):
        wrong = _not_extracted()
    told = (f"{text[:120]!r} on {address.partition('?')[0]}" for text, address in wrong.items())
    assert not wrong, "\n".join(told)


def _not_extracted() -> dict[str, str]:
    """Returns texts in plain letters, and of each an address that shows it."""
    boss = account("boss", operator=True)
    made = one_of_everything(boss)
    client = Client()
    client.force_login(boss)
    client.cookies[COOKIE] = AS_FRENCH
    data = _data()
    wrong: dict[str, str] = {}
    looked_at = set()
    for address, answer in _answers(client, made):
        if answer["Content-Type"].startswith("text/html"):
            looked_at.add(answer.status_code)
            page = b"".join(answer) if answer.streaming else answer.content
            for text in plain_texts(page.decode(), lambda word: word.casefold() in data):
                wrong.setdefault(re.sub(r"\d+[A-O]?", "0", text), address)
    assert looked_at >= {200, 422}, "pages, and what they refuse"
    return wrong


def _answers(client: Client, made: Made) -> Iterator[tuple[str, Any]]:
    """Yields every page, what each says to a form with nothing in it, and answers of the line."""
    for address in (*_addresses(made), *_besides()):
        yield address, client.get(address)
    for address in _addresses(made):
        yield f"{address} (sent empty)", client.post(address)
    for line in LINES:
        yield f"{ROUND_1} ({line})", typed(client, line)


def _addresses(made: Any) -> Iterator[str]:
    for name, route, pattern in named_routes():
        if name not in {*NO_PAGE, *FOR_DEVELOPERS}:
            yield made.address(name, route, tuple(pattern.pattern.converters))


def _besides() -> Iterator[str]:
    return (address for address in BESIDES if "/support/" not in address)


def test_a_pseudo_message_keeps_its_parameters_and_tags() -> None:
    assert pseudo("No. {number} has <b>no</b> board") == "Ñóó. {number} ĥááš <b>ñóó</b> ƀóóářđđ"
