"""Standings of real events: every rank, win, loss and spread after every complete round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from games.engine.rulesets import ruleset, with_overrides
from tournaments.formats.content import BoardContent, DivisionContent, SitOutContent
from tournaments.formats.tsh.folder import folder_files
from tournaments.formats.tsh.reading import read_tsh
from tournaments.standings.records import (
    Competitor,
    RoundOutcome,
    StandingsTerms,
    complete_rounds,
)
from tournaments.standings.table import standings_by_round


def outcomes_of(division: DivisionContent) -> Iterator[RoundOutcome]:
    for round_ in division.rounds:
        for board in round_.boards:
            yield from of_board(board, round_.number)
        for sit_out in round_.sit_outs:
            yield from of_sit_out(sit_out, round_.number)


def of_board(board: BoardContent, round_number: int) -> Iterator[RoundOutcome]:
    for own, other in (board.seats, board.seats[::-1]):
        if own.score is not None and other.score is not None:
            spread = own.score - other.score
            credit = 1 + (spread > 0) - (spread < 0)
            yield RoundOutcome(own.entry, round_number, credit, 2 - credit, spread, own.score)


def of_sit_out(sit_out: SitOutContent, round_number: int) -> Iterator[RoundOutcome]:
    award = sit_out.spread
    if award is not None:
        yield RoundOutcome(sit_out.entry, round_number, 2 * (award > 0), 2 * (award < 0), award)


def competitors_of(division: DivisionContent) -> list[Competitor]:
    return [
        Competitor(
            entry.number,
            entry.rating,
            away=() if entry.withdrawn_from is None else ((entry.withdrawn_from, None),),
        )
        for entry in division.entries
    ]


def test_every_row_of_every_complete_round_is_the_published_one(real_data: Path) -> None:
    rows = 0
    for folder in sorted(path.parent for path in real_data.glob("tsh/*/expected.json")):
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        content = read_tsh(folder_files(folder)).content
        assert {d.name for d in content.divisions} == set(expected["divisions"])
        for division in content.divisions:
            published = expected["divisions"][division.name]["standings"]
            field, outcomes = competitors_of(division), list(outcomes_of(division))
            complete = complete_rounds(field, outcomes)
            assert [p["round"] for p in published] == list(range(1, complete + 1))
            rules = with_overrides(ruleset(division.ruleset), division.overrides)
            ours = standings_by_round(
                field, outcomes, last_round=complete, terms=StandingsTerms.of(rules)
            )
            for table in published:
                found = [
                    [row.number, row.rank, row.half_wins / 2, row.half_losses / 2, row.spread]
                    for row in ours[table["round"]]
                    if not row.withdrawn
                ]
                stated = [
                    [n, rank, won, lost, spread] for n, rank, won, lost, _, spread in table["rows"]
                ]
                assert found == stated, (folder.name, division.name, table["round"])
                rows += len(found)
    assert rows
