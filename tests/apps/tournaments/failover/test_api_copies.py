"""Copies of an event over the API: its director takes the journal and the tsh files along."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from core.journal.stream_file import replay
from core.roles.table import Permission
from people.commands import AddPlayer
from tests.apps.api.asking import Program, of
from tests.apps.tournaments.desk_events import SLUG, entries_of, four_played, give
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.formats.tsh import read_tsh

pytestmark = pytest.mark.django_db

JOURNAL, TSH = f"events/{SLUG}/journal.jsonl", f"events/{SLUG}/tsh.zip"


def _bytes(answer: Any) -> bytes:
    return b"".join(answer.streaming_content)


def _tsh_files(program: Program, query: str = "") -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(_bytes(program.get(TSH + query)))) as opened:
        return {one.partition("/")[2]: opened.read(one) for one in opened.namelist()}


def test_only_those_who_direct_an_event_take_copies_of_it() -> None:
    four_played()
    for path in (JOURNAL, TSH):
        assert Program().get(path).status_code == 401
        assert of("otto").get(path).status_code == 403
        assert of("dora", scope=[Permission.VIEW]).get(path).status_code == 403
        answer = of("dora").get(path)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "no-store")
        assert answer["Content-Disposition"].startswith('attachment; filename="spring')


def test_the_journal_comes_whole_and_as_it_is_replayed() -> None:
    four_played()
    lines = _bytes(of("dora").get(JOURNAL)).splitlines()
    assert len(lines) == 1 + len(entries_of())
    with pytest.raises(Exception, match="already exists"):
        replay(lines)


def test_the_tsh_files_can_be_read_again_and_have_public_names_where_asked() -> None:
    four_played()
    program = of("dora")
    for query, name in (("", "spring-tsh.zip"), ("?public=true", "spring-tsh-public.zip")):
        answer = program.get(TSH + query)
        assert name in answer["Content-Disposition"]
        files = _tsh_files(program, query)
        assert len(read_tsh(files).content.divisions[0].entries) == 4
    assert program.get(f"{TSH}?public=perhaps").status_code == 400


def test_whole_numbers_of_the_register_are_for_an_operator_whose_token_says_so() -> None:
    four_played()
    give(AddPlayer(key="ann", given_name="Ann", association_number="AA012345"))
    give(ChangeEntry(event=SLUG, division="A", entry=1, player="ann"))
    limited = (
        of("dora"),
        of("boss", operator=True, event=SLUG),
        of("boss", operator=True, scope=[Permission.DIRECT]),
    )
    for program in limited:
        assert not any(b"AA012345" in text for text in _tsh_files(program).values())
    assert any(b"AA012345" in text for text in _tsh_files(of("boss", operator=True)).values())
