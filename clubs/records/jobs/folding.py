"""Events folded into the stored book of records: their facts, the lists, and the news of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs.models import BookPart, BookPlayer, BookRecording, BookState
from clubs.records.book.facts import GameFact
from clubs.records.book.news import BookView, news_between
from clubs.records.book.scopes import (
    TOURNAMENTS,
    ScopeKind,
    Section,
    club_of,
    club_scope,
    sections_of,
)
from clubs.records.jobs.kept_book import KeptBook, PartKey, book_at_hand, forget_book
from clubs.records.jobs.lists import write_lists
from clubs.records.jobs.marking import mark_divisions
from clubs.records.jobs.telling import entries_since, settle_news, write_news
from clubs.records.queries.game_facts import DivisionFacts, facts_of_event
from clubs.records.queries.stored_book import facts_to_text, mark_of_facts
from core.models import Stream
from tournaments.kernel.queries.rights import event_scope
from tournaments.models import Tournament


@dataclass(slots=True)
class EventRead:
    """An event as it was read: the last entry of its journal before that, facts by division."""

    slug: str
    seq: int
    divisions: list[DivisionFacts] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Folded:
    """What folding came to: games that differ, places that were written, news that were told."""

    games: int = 0
    places: int = 0
    news: int = 0


def read_event(slug: str) -> EventRead:
    """Returns the facts of an event as it is now, none where it is gone or a rehearsal.

    Commands that come while it is read ask for it once more.
    """
    seq = Stream.objects.filter(key=event_scope(slug)).values_list("seq", flat=True).first() or 0
    event = Tournament.objects.filter(slug=slug, rehearsal=False).first()
    return EventRead(slug, seq, facts_of_event(event) if event is not None else [])


def fold_event(read: EventRead) -> Folded:
    """Folds an event into the stored book, and tells what that did to the lists.

    The version rises where nothing else changes too: a name may have.
    To be called by who holds the book. All of it is stored, or nothing.
    """
    kept = book_at_hand()
    parts = _parts(read, kept)
    touched = _touched(kept, parts)
    if not touched:
        store_recordings(read)
        raise_version()
        return Folded()
    sections, bests = _looked_at(touched)
    entries = entries_since(read.slug, _last_folded(read.slug), read.seq)
    before = _view(kept, sections, bests)
    try:
        for part, games in parts.items():
            kept.put(part, mark_of_facts(facts_to_text(games)), games)
        after = _view(kept, sections, bests)
        news = news_between(before, after)
        with transaction.atomic():
            places = _store(kept, read, parts, sections)
            settle_news(read.slug, kept.book)
            told = write_news(entries, news, before)
    except BaseException:
        forget_book()
        raise
    return Folded(len(touched), places, told)


def store_parts(read: EventRead, parts: Mapping[PartKey, Sequence[GameFact]]) -> int:
    """Writes the parts of an event that differ from what is stored; returns how many did."""
    stored = {row.division: row for row in BookPart.objects.filter(event=read.slug)}
    written = 0
    for (_, division), games in parts.items():
        text = facts_to_text(games)
        row, mark = stored.pop(division, None), mark_of_facts(text)
        if row is not None and (row.mark == mark or not games):
            if not games:
                row.delete()
                written += 1
            continue
        if games:
            _write_part(row or BookPart(event=read.slug, division=division), read, games, text)
            written += 1
    for row in stored.values():
        row.delete()
        written += 1
    return written


def raise_version() -> None:
    """Raises the version that everything made from the book is made for."""
    state, _ = BookState.objects.get_or_create(pk=1)
    BookState.objects.filter(pk=state.pk).update(version=F("version") + 1, told_at=timezone.now())


def _parts(read: EventRead, kept: KeptBook) -> dict[PartKey, Sequence[GameFact]]:
    """Returns the parts of an event as they are now; those that are gone have no games."""
    gone: dict[PartKey, Sequence[GameFact]] = {
        part: () for part in kept.marks if part[0] == read.slug
    }
    return {**gone, **{(read.slug, one.division): one.games for one in read.divisions}}


def _touched(kept: KeptBook, parts: Mapping[PartKey, Sequence[GameFact]]) -> list[GameFact]:
    """Returns the games that come, go or change, as they were and as they are."""
    touched: list[GameFact] = []
    for part, games in parts.items():
        before, now = kept.games_of(part), {game.key: game for game in games}
        for key in {**before, **now}:
            was, becomes = before.get(key), now.get(key)
            if was != becomes:
                touched.extend(game for game in (was, becomes) if game is not None)
    return touched


def _looked_at(touched: Iterable[GameFact]) -> tuple[list[Section], list[tuple[Section, str]]]:
    """Returns the sections of many events that games can change, and whose bests to compare.

    A best is told once: at the club for a night, else among the tournaments.
    """
    sections: set[Section] = set()
    bests: set[tuple[Section, str]] = set()
    for game in touched:
        sections.update(one for one in sections_of(game) if one.scope.kind is not ScopeKind.EVENT)
        club = club_of(game.event)
        if game.event.is_night and not club:
            continue
        home = Section(club_scope(club) if club else TOURNAMENTS, game.family)
        bests.update((home, side.player) for side in game.sides)
    return sorted(sections), sorted(bests)


def _view(
    kept: KeptBook, sections: Iterable[Section], bests: Iterable[tuple[Section, str]]
) -> BookView:
    return BookView(
        {section: kept.book.lists(section) for section in sections},
        {(section, one): kept.book.personal_bests(one, section) for section, one in bests},
    )


def _store(
    kept: KeptBook,
    read: EventRead,
    parts: Mapping[PartKey, Sequence[GameFact]],
    sections: Iterable[Section],
) -> int:
    store_parts(read, parts)
    store_recordings(read)
    written = write_lists(kept.book, sections)
    mark_divisions(written.events | {read.slug})
    raise_version()
    return written.rows


def _last_folded(slug: str) -> int:
    rows = BookPart.objects.filter(event=slug).order_by("-seq")
    return rows.values_list("seq", flat=True).first() or 0


def _write_part(row: BookPart, read: EventRead, games: Sequence[GameFact], text: str) -> None:
    row.mark, row.facts = mark_of_facts(text), text
    row.seq, row.games = read.seq, len(games)
    row.save()
    now = {side.player for game in games for side in game.sides}
    known = set(row.players.values_list("player", flat=True))
    BookPlayer.objects.filter(part=row, player__in=known - now).delete()
    new = [BookPlayer(part=row, player=player) for player in sorted(now - known)]
    BookPlayer.objects.bulk_create(new)


def store_recordings(read: EventRead) -> None:
    """Stores what records were found to say, so that none is replayed for nothing."""
    for division in read.divisions:
        for one in division.recordings:
            if not one.is_known:
                BookRecording.objects.update_or_create(
                    game=one.game, defaults={"mark": one.mark, "sides": one.sides_as_text}
                )
