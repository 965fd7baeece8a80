"""The records of real events, held against a plain reading of their files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client

from clubs.records.book.book import Book
from clubs.records.book.categories import RecordCategory
from clubs.records.book.claims import ClaimStatus, read_claims
from clubs.records.book.facts import BookEvent, BookSide, FactEnding, GameFact
from clubs.records.book.places import first_places
from clubs.records.book.scopes import TOURNAMENTS, Section, event_scope
from tests.contract_calls import answer
from tournaments.formats.content import DivisionContent
from tournaments.formats.tsh import folder_files, read_tsh

FAMILY = "any"
CHECKED = {
    "high_game": max,
    "high_losing": max,
    "high_tie": max,
    "high_combined": max,
    "low_win": min,
    "low_combined": min,
    "largest_spread": max,
}


class Line(NamedTuple):
    """A player as a line of a tsh file has them: opponents and points by round."""

    opponents: list[int]
    points: list[int]


def facts_of(event: str, division: DivisionContent) -> Iterator[GameFact]:
    """Yields the games, byes and forfeits of a division as facts."""

    def fact(key: str, round_number: int, sides: tuple[BookSide, ...], **said: Any) -> GameFact:
        return GameFact(
            key=f"{event} {division.name} {key}",
            day=date(2026, 1, 1),
            order=round_number,
            event=BookEvent(event),
            family=FAMILY,
            division=division.name,
            sides=sides,
            **said,
        )

    for one in division.rounds:
        for board in one.boards:
            if board.has_result:
                seats = board.seats
                sides = tuple(BookSide(_player(event, division, s.entry), s.score) for s in seats)
                yield fact(f"{one.number} {seats[0].entry}", one.number, sides)
        for out in one.sit_outs:
            if out.spread:
                ending = FactEnding.BYE if out.spread > 0 else FactEnding.FORFEIT
                side = BookSide(_player(event, division, out.entry), out.spread)
                winner = 0 if out.spread > 0 else None
                key = f"{one.number} out {out.entry}"
                yield fact(key, one.number, (side,), ending=ending, winner=winner)


def _player(event: str, division: DivisionContent, number: int) -> str:
    return f"{event} {division.name} {number}"


def lines_of(text: str) -> list[Line]:
    """Returns the players of a tsh file, the first one first."""
    lines = []
    for line in text.splitlines():
        pieces = line.split(";")
        if line.startswith("#") or len(pieces) < 2:
            continue
        numbers: list[int] = []
        for word in reversed(pieces[0].split()):
            if not word.isdigit():
                break
            numbers.insert(0, int(word))
        lines.append(Line(numbers[1:], [int(word) for word in pieces[1].split()]))
    return lines


def plain_records(lines: list[Line]) -> dict[str, tuple[int, set[tuple[int, ...]]]]:
    """Returns by category the best value and who holds it, by number."""
    found: dict[str, list[tuple[int, tuple[int, ...]]]] = {name: [] for name in CHECKED}
    streaks: list[tuple[int, tuple[int, ...]]] = []
    for number, line in enumerate(lines, 1):
        streak = 0
        longest = 0
        for place, (opponent, own) in enumerate(zip(line.opponents, line.points, strict=False)):
            if not opponent or place >= len(lines[opponent - 1].points):
                continue
            other = lines[opponent - 1].points[place]
            both = tuple(sorted((number, opponent)))
            found["high_combined"].append((own + other, both))
            found["low_combined"].append((own + other, both))
            if own > other:
                found["high_game"].append((own, (number,)))
                found["low_win"].append((own, (number,)))
                found["largest_spread"].append((own - other, (number,)))
            elif own < other:
                found["high_losing"].append((own, (number,)))
            else:
                found["high_tie"].append((own, both))
            streak = streak + 1 if own > other else 0
            longest = max(longest, streak)
        if longest:
            streaks.append((longest, (number,)))
    best = {
        name: (value, {who for points, who in rows if points == value})
        for name, rows in found.items()
        if rows
        for value in (CHECKED[name](points for points, _ in rows),)
    }
    if streaks:
        top = max(streaks)[0]
        best["longest_streak"] = top, {who for points, who in streaks if points == top}
    return best


def test_the_records_of_every_division_are_those_that_its_file_gives(real_data: Path) -> None:
    folders = sorted(path.parent for path in real_data.glob("tsh/*/expected.json"))
    assert len(folders) > 10
    games: list[GameFact] = []
    compared = 0
    for folder in folders:
        for division in read_tsh(folder_files(folder)).content.divisions:
            games.extend(facts_of(folder.name, division))
    book = Book(games)
    for folder in folders:
        for division in read_tsh(folder_files(folder)).content.divisions:
            section = Section(event_scope(folder.name, division.name), FAMILY)
            ours = {}
            for name in (*CHECKED, "longest_streak"):
                top = [p for p in book.places(section, RecordCategory(name)) if p.place == 1]
                if top:
                    holders = [
                        tuple(sorted(int(h.rpartition(" ")[2]) for h in one.holding.holders))
                        for one in top
                    ]
                    ours[name] = top[0].holding.value_in(RecordCategory(name)), set(holders)
            file = folder / f"{division.name.lower()}.t"
            theirs = plain_records(lines_of(file.read_bytes().decode("latin-1")))
            assert ours == theirs, (folder.name, division.name)
            compared += len(theirs)
    assert compared > 100


@pytest.mark.django_db
def test_the_command_tells_the_records_that_the_files_give(real_data: Path) -> None:
    folders = sorted(path.parent for path in real_data.glob("tsh/*/expected.json"))
    compared = 0
    for folder in folders:
        answer("tsh_import", folder, "--slug", folder.name)
        told = answer("records", "--scope", f"event:{folder.name}")["records"]
        for division in read_tsh(folder_files(folder)).content.divisions:
            text = (folder / f"{division.name.lower()}.t").read_bytes().decode("latin-1")
            theirs = plain_records(lines_of(text))
            assert told_of(told, division.name) == theirs, (folder.name, division.name)
            compared += len(theirs)
    assert compared > 100


def told_of(records: list[dict[str, Any]], division: str) -> dict[str, Any]:
    """Returns what the command told of a division, by category, with all who share a record."""
    told: dict[str, Any] = {}
    for one in records:
        if one["division"] == division and one["category"] in {*CHECKED, "longest_streak"}:
            value, holders = told.setdefault(one["category"], (one["value"], set()))
            assert value == one["value"]
            holders.add(tuple(sorted(holder["number"] for holder in one["holders"])))
    return told


def test_the_records_of_all_tournaments_are_the_best_of_their_divisions(real_data: Path) -> None:
    games = [
        game
        for folder in sorted(path.parent for path in real_data.glob("tsh/*/expected.json"))
        for division in read_tsh(folder_files(folder)).content.divisions
        for game in facts_of(folder.name, division)
    ]
    assert len(games) > 1000
    book = Book(games)
    whole = book.lists(Section(TOURNAMENTS, FAMILY))
    parts = [book.lists(section) for section in book.sections() if section.scope.key]
    for slot, holdings in whole.items():
        if slot.category.value in CHECKED:
            of_parts = [holding for part in parts for holding in part.get(slot, ())]
            assert holdings == first_places(of_parts), slot


@pytest.mark.django_db
def test_historic_claims_are_loaded_and_shown_with_their_sources(
    real_data: Path, client: Client
) -> None:
    file = real_data.parent / "reference" / "records.json"
    if not file.is_file():
        pytest.skip(f"no historic claims in {file}")
    assert answer("load_records", file) == {"loaded": 47, "kept": 0}
    records = json.loads(file.read_text(encoding="utf-8"))["records"]
    page = unescape(client.get("/records/all/NWL/").text)
    shown = [one for one in records if one["source"] in page]
    assert len(shown) > 5


def test_historic_claims_are_all_read_and_most_have_a_list_to_stand_in(real_data: Path) -> None:
    file = real_data.parent / "reference" / "records.json"
    if not file.is_file():
        pytest.skip(f"no historic claims in {file}")
    claims = read_claims(json.loads(file.read_text(encoding="utf-8")))
    assert len(claims) == 47
    assert sum(claim.category is not None for claim in claims) == 38
    assert {claim.key for claim in claims if claim.status is ClaimStatus.DISPUTED} == {
        claim.key for claim in claims if claim.other_value or claim.key == "bos-nonbingo"
    }
