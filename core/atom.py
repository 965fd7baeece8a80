"""News that other programs follow, as RFC 4287 (Atom) writes it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
NAMESPACE = "http://www.w3.org/2005/Atom"
_NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A piece of news. `ident`, an IRI, names it for good; `updated` knows its zone.

    `url` is where to read on, whole or from the root of the site.
    """

    ident: str
    title: str
    updated: datetime
    url: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """News of one thing: `url` is its page, `own_url` where the feed itself is to be had.

    `updated` is when the thing began to have a feed: the feed is as new as its newest entry.
    """

    ident: str
    title: str
    about: str
    updated: datetime
    url: str
    own_url: str
    language: str
    entries: Sequence[FeedEntry]


def feed_text(feed: Feed) -> str:
    """Returns a feed as an Atom document; letters that no XML may hold are left out."""
    root = Element("feed", {"xmlns": NAMESPACE, "xml:lang": feed.language})
    newest = max((entry.updated for entry in feed.entries), default=feed.updated)
    _add(root, "id", feed.ident)
    _add(root, "title", feed.title)
    if feed.about:
        _add(root, "subtitle", feed.about)
    _add(root, "updated", _moment(max(newest, feed.updated)))
    _add(SubElement(root, "author"), "name", "Wallchart")
    SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": feed.url})
    SubElement(root, "link", {"rel": "self", "href": feed.own_url})
    for entry in feed.entries:
        _add_entry(root, entry)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _add_entry(root: Element, entry: FeedEntry) -> None:
    added = SubElement(root, "entry")
    _add(added, "id", entry.ident)
    _add(added, "title", entry.title)
    _add(added, "updated", _moment(entry.updated))
    SubElement(added, "link", {"rel": "alternate", "type": "text/html", "href": entry.url})
    _add(added, "summary", entry.text or entry.title)


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = _NOT_IN_XML.sub("", str(text))


def _moment(at: datetime) -> str:
    """Returns a moment as RFC 3339 has it, in UTC."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
