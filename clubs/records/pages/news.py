"""The page of what has happened in the book lately, and its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clubs.records.book.news import NewsKind
from clubs.records.pages.addresses import NEWS
from clubs.records.pages.book import family_name, records_frame, render, scope_name
from clubs.records.pages.cards import CardLine, Link, Telling
from clubs.records.queries.news import StoredNews, latest_news
from clubs.records.wording.categories import slot_name, value_words
from core.phrases import phrase
from core.web.site import Site
from core.wording import day

AT_MOST = 30
FORMER = 3
"""Of those who held a record before, so many are named."""
KINDS = {
    NewsKind.NEW_RECORD: phrase("New record"),
    NewsKind.EQUALLED: phrase("Record equalled"),
    NewsKind.GIVEN_BACK: phrase("Given back by a correction"),
    NewsKind.CORRECTED: phrase("Corrected"),
    NewsKind.ENTERED: phrase("Among the first five"),
    NewsKind.PERSONAL_BEST: phrase("Personal best"),
}


class NewsLine(NamedTuple):
    """One piece of news in words: `before` is what stood there, `why` the reason of a correction.

    `others` is how many more stood there.
    """

    kind: str
    is_record: bool
    name: str
    where: str
    line: CardLine
    before: list[tuple[str, list[Link]]]
    others: int
    on: str
    why: str


def news_page(site: Site) -> str:
    """Returns the page of the last news of all lists."""
    lines = news_lines(latest_news(at_most=AT_MOST), site)
    frame = records_frame(site, phrase("What was broken lately"), NEWS)
    return render("news", {**frame, "lines": lines})


def news_lines(news: Sequence[StoredNews], site: Site) -> list[NewsLine]:
    """Returns news in words and links, in their order: for pages, papers and mails."""
    telling = Telling((h for one in news for h in (one.holding, *one.before[:FORMER])), site)
    return [_line(one, telling) for one in news]


def _line(one: StoredNews, telling: Telling) -> NewsLine:
    category = one.slot.category
    where = ", ".join(dict.fromkeys(scope_name(section.scope) for section in one.sections))
    family = one.sections[0].family
    return NewsLine(
        kind=KINDS[one.kind],
        is_record=one.kind in (NewsKind.NEW_RECORD, NewsKind.EQUALLED),
        name=slot_name(one.slot),
        where=f"{where} · {family_name(family)}" if family else where,
        line=telling.line(category, one.place, one.holding),
        before=[
            (
                value_words(category, former.value_in(category)),
                [telling.person(key) for key in former.holders],
            )
            for former in one.before[:FORMER]
        ],
        others=max(0, len(one.before) - FORMER),
        on=day(one.at),
        why=one.reason,
    )
