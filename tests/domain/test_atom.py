"""A feed is what RFC 4287 asks for, whatever is in its texts."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from defusedxml.ElementTree import fromstring
from hypothesis import given
from hypothesis import strategies as st

from core.atom import NAMESPACE, Feed, FeedEntry, feed_text

BEGAN = datetime(2026, 5, 1, 9, tzinfo=ZoneInfo("Europe/Paris"))


def a_feed(*titles: str) -> Feed:
    """Returns a feed with news of these titles, each an hour after the one before."""
    entries = [
        FeedEntry(f"urn:x:{n}", title, BEGAN.replace(hour=10 + n), f"/{n}/?a=1&b=2")
        for n, title in enumerate(titles)
    ]
    return Feed("urn:x:feed", titles[0], "", BEGAN, "/", "/feed.atom", "en", entries)


def readable(text: str) -> str:
    """Returns what a reader of XML gets of a text: no letters that XML may not hold."""
    kept = (one for one in text if one in "\t\n\r" or (one >= " " and one not in "\ufffe\uffff"))
    return "".join(kept).replace("\r\n", "\n").replace("\r", "\n")


@given(st.text(max_size=80))
def test_any_title_is_read_back_without_the_letters_that_xml_may_not_hold(title: str) -> None:
    found = fromstring(feed_text(a_feed(title)).encode())
    names = {"a": NAMESPACE}
    assert [one.text or "" for one in found.iterfind(".//a:title", names)] == [readable(title)] * 2
    assert found.find("a:entry/a:link", names).get("href") == "/0/?a=1&b=2"


def test_a_feed_is_as_new_as_its_newest_entry_and_says_moments_in_utc() -> None:
    text = feed_text(a_feed("one", "two"))
    assert "<updated>2026-05-01T09:00:00Z</updated>" in text.partition("<entry>")[0]
    empty = Feed("urn:x:feed", "None", "", BEGAN, "/", "/feed.atom", "en", ())
    assert "<updated>2026-05-01T07:00:00Z</updated>" in feed_text(empty)
