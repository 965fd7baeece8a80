"""French is whole where pages are in the language of their reader."""

from __future__ import annotations

from collections.abc import Iterator

from babel.messages.catalog import Message

from config.catalogues import LOCALE, catalogue_faults, extracted, texts_of, translated

FRENCH = LOCALE / "fr" / "LC_MESSAGES"
SPOKEN = (
    "clubs/overview/pages/search.py",
    "core/names.py",
    "core/phrases.py",
    "core/web/refusals.py",
    "core/wording.py",
    "templates/400.html",
    "templates/403.html",
    "templates/404.html",
    "templates/500.html",
    "templates/503.html",
    "templates/_languages.html",
    "templates/_public.html",
    "templates/_site_links.html",
    "templates/base.html",
    "templates/being_made.html",
    "templates/clubs/overview/search.html",
    "templates/components/_search_all.html",
    "templates/tournaments/clock/_clock.html",
    "templates/tournaments/clock/hall.html",
    "templates/tournaments/contention/_",
    "templates/tournaments/contention/contention",
    "templates/tournaments/event_ratings/",
    "templates/tournaments/film/",
    "templates/tournaments/overlays/",
    "templates/tournaments/phones/_",
    "templates/tournaments/phones/events.html",
    "templates/tournaments/phones/go.html",
    "templates/tournaments/phones/phone.html",
    "templates/tournaments/phones/tablet",
    "templates/tournaments/public/",
    "templates/tournaments/prizes/public.html",
    "templates/tournaments/reports/",
    "templates/tournaments/screen/",
    "templates/tournaments/wall/",
    "tournaments/clock/pages/",
    "tournaments/contention/pages",
    "tournaments/event_ratings/pages/",
    "tournaments/failover/lifeboat/tables.py",
    "tournaments/film/pages",
    "tournaments/kernel/wording/clock.py",
    "tournaments/overlays/",
    "tournaments/phones/views/",
    "tournaments/public/pages/",
    "tournaments/readmodel/",
    "tournaments/reports/",
    "tournaments/screen/",
    "tournaments/sharing/",
    "tournaments/wall/",
)
"""What the files whose paths begin so say, everybody reads in French."""


def _untranslated() -> Iterator[tuple[str, Message]]:
    known = translated(FRENCH / "django.po")
    for message in extracted("django"):
        said_in = sorted(place for place, _ in message.locations if place.startswith(SPOKEN))
        if said_in and texts_of(message) not in known:
            yield said_in[0], message


def test_what_readers_see_is_in_french() -> None:
    missing = [f"{place}: {message.id!r}" for place, message in _untranslated()]
    assert not missing, (
        f"{len(missing)} messages have no French. Run `.venv/bin/python -m config.catalogues "
        f"update` and translate them in {(FRENCH / 'django.po').relative_to(LOCALE.parent)}:\n"
        + "\n".join(missing)
    )


def test_every_translation_has_the_parameters_and_tags_of_its_message() -> None:
    faults = [fault for path in sorted(LOCALE.glob("*/*/*.po")) for fault in catalogue_faults(path)]
    assert faults == []
