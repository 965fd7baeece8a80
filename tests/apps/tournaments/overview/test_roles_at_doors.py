"""Who may open and send to every address, walked with every role and compared with the table."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from clubs.models import ClubHome
from core.journal.guard import writing
from core.models import Job, JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import ALLOWED, OF_EVENTS, Permission, Role
from core.roles.table import OF_CLUBS as ROLES_OF_CLUBS
from core.web.view_access import needs_of
from tests.apps.tournaments.desk_events import SLUG, give, new_event, signed_in
from tests.apps.tournaments.overview.door_ground import (
    ALL,
    CLUB,
    OF_CLUBS,
    OF_JUDGES,
    OF_THE_OPERATOR,
    address,
    everything,
    faults_of,
    may_be_kept,
)
from tests.builders.clubs import found
from tests.depth import EXPLORES, share
from tests.desk_addresses import DESK
from tournaments.event.commands.appointing import AppointDirector

pytestmark = pytest.mark.django_db

OPEN_TO_ALL = {
    *("home", "event", "scorecard", "rating-steps", "player", "player-choose", "player-heads"),
    *("player-events", "player-events-page"),
    *("latest-pairings", "latest-pairings-names", "pairings", "pairings-names"),
    "division",
    *("latest-results", "results", "latest-standings", "standings", "wallchart", "ratings"),
    "wallchart-all",
    *("wall-index", "wall", "round-wall"),
    *("screen", "division-screen", "screen-code", "tourney-js"),
    *("event-feed", "events-calendar", "division-table", "event-calendar", "timetable-csv"),
    *("overlay", "overlay-as", "overlay-of", "overlay-of-as"),
    *("slot", "slot-as"),
    *("event-picture", "division-picture", "player-picture", "game-picture"),
    *("profile-picture", "heads-picture", "portrait"),
    *("club-picture", "rating-list-picture", "records-picture"),
    *("robots", "sitemap", "manifest"),
    *("event-reports", "event-report-list", "reports", "round-reports", "report-list"),
    "find-player",
    *("event-statistics", "statistics"),
    *("contention", "clock", "prizes", "rating-lists", "rating-list", "rating-list-csv"),
    "rating-inspection",
    *("records", "records-news", "records-all", "records-all-clean", "records-tournaments"),
    *("records-tournaments-clean", "records-club", "records-club-family", "records-club-clean"),
    *("player-records", "records-event", "records-event-clean"),
    *("records-csv", "records-clean-csv", "games-csv"),
    *("night-report", "night-report-paper", "stop-reports"),
    *("rating-moves", "rating-moves-last", "games", "games-best", "player-games", "games-count"),
    *(
        "game",
        "game-embed",
        "game-gcg",
        "about-words",
        "styleguide",
        "script-words",
        "choose-language",
    ),
    *("clubs", "club", "club-calendar", "season", "season-poster", "season-csv", "search"),
    *("league", "league-match", "points-year", "trophy"),
    *("healthz", "readyz", "login", "logout"),
    *("api-openapi", "api-docs", "api-file", "api-redoc"),
    # They ask for a secret of their own: an invitation, the link of an entry, a PIN.
    *("join", "join-by-link", "take-up", "judge", "judge-rule", "judge-leave"),
    *("phone", "phone-claim", "phone-confirm", "phone-object", "go", "go-to-event"),
    *("phone-photo", "phone-photo-take-back", "phone-portrait", "phone-portrait-hide"),
    *("tablet", "tablet-board", "tablet-first", "tablet-too"),
    *("hand-in", "hand-in-game", "hand-in-confirm", "hand-in-refuse", "hand-in-take-back"),
    # Whether words are shown to everybody is a setting, which these pages read themselves.
    *("words", "words-search", "words-look-up", "words-word"),
}
NOT_AT_DESK = {
    **dict.fromkeys(("own-account", "second-step", "sign-out-everywhere"), Permission.SIGNED_IN),
    "own-tokens": Permission.SIGNED_IN,
    "metrics": Permission.OPERATE,
}
ASK_THEMSELVES = {
    "api": "each operation names its permission, and has a matrix of its own",
    "api-root": "as the operations of the API",
    "follow": "only a spare with the key of this installation is answered",
}
SIGNED_IN = {Permission.PUBLIC, Permission.SIGNED_IN}
STAFF = SIGNED_IN | {Permission.USE_DESK, Permission.MAKE_EVENTS, Permission.ADD_PLAYERS}
ELSEWHERE, MEMBER, OF_STAFF, OPERATOR, NOBODY = "elsewhere", "member", "staff", "operator", ""
ROLES = list(map(str, Role))
ASKERS = [*ROLES, ELSEWHERE, MEMBER, OF_STAFF, OPERATOR, NOBODY]
OTHERS_SEE_AS_MUCH = (Role.OWNER, Role.DATA_ENTRY, Role.DESK, Role.VIEWER)
CRAWLING = [*(Role if EXPLORES else OTHERS_SEE_AS_MUCH), OF_STAFF]
"""Who follows every link: each role opens hundreds of pages, so a usual run does it as four."""
JOBS = {"desk-job": Permission.VIEW, "desk-stop-job": Permission.DIRECT}
JOBS["desk-accept-pairing"] = Permission.DIRECT
MOST_PAGES = 400
RESTORE = f"/desk/{SLUG}/restore/"
"""It has its name in common with a page of the installation."""


@pytest.fixture(autouse=True)
def _event() -> None:
    everything()


def client_of(asker: str) -> Client:
    """Returns a client of somebody who is only this, in the event or somewhere else."""
    if asker == NOBODY:
        return Client()
    client = signed_in("pat", staff=asker == OF_STAFF, operator=asker == OPERATOR)
    if asker == Role.OWNER:
        give(AppointDirector(event=SLUG, director="pat"))
        with writing():
            ClubHome.objects.update(owner="pat")
    elif asker in set(map(str, Role)):
        _give_role(SLUG, CLUB, Role(asker))
    elif asker == ELSEWHERE:
        new_event("autumn", director="pat")
        found("vale")
        for role in Role:
            if role is not Role.OWNER:
                _give_role("autumn", "vale", role)
    return client


def _give_role(event: str, club: str, role: Role) -> None:
    if role in OF_EVENTS:
        give(GiveRole(journal=f"event:{event}", account="pat", role=role))
    if role in ROLES_OF_CLUBS:
        give(GiveRole(journal=f"club:{club}", account="pat", role=role))


def rights_of(asker: str, offered: frozenset[Role] = OF_EVENTS) -> set[Permission]:
    """Returns what somebody may do in the event and in the installation, by the table alone.

    `offered` are the roles that are given there: another place than an event has others.
    """
    if asker == OPERATOR:
        return set(Permission)
    if asker == OF_STAFF:
        return STAFF
    if asker in (NOBODY, MEMBER):
        return {Permission.PUBLIC} if asker == NOBODY else SIGNED_IN
    here = asker != ELSEWHERE and Role(asker) in offered
    held = set(ALLOWED[Role(asker)]) if here else set()
    return SIGNED_IN | {Permission.USE_DESK} | held


def may_come(asker: str, name: str, needed: Permission) -> bool:
    """Returns whether the table lets somebody come to an address that needs this."""
    if name in OF_JUDGES:
        # The judge there belongs to no event: it is the staff's.
        return asker in (OF_STAFF, OPERATOR)
    offered = ROLES_OF_CLUBS if name in OF_CLUBS else OF_EVENTS
    return JOBS.get(name, needed) in rights_of(asker, offered)


def needed_at(at: str) -> tuple[Permission, Permission]:
    """Returns what it takes to open an address, and to send to it."""
    needs = needs_of(resolve(at.partition("?")[0]).func)
    assert needs is not None, at
    return needs


def _patterns(resolver: Any) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _patterns(pattern)
        else:
            yield pattern


def test_every_address_names_a_permission_and_none_is_open_to_all_that_is_not_listed() -> None:
    needed = {str(one.name): needs_of(one.callback) for one in _patterns(get_resolver())}
    assert {name for name, needs in needed.items() if needs is None} == ASK_THEMSELVES.keys()
    opened = {name for name, needs in needed.items() if needs and Permission.PUBLIC in needs}
    assert opened == OPEN_TO_ALL
    at_desk = {str(pattern.name) for pattern in DESK} | {"support"}
    others = needed.keys() - at_desk - OPEN_TO_ALL - ASK_THEMSELVES.keys()
    assert {name: needed[name] for name in others} == {
        name: (permission, permission) for name, permission in NOT_AT_DESK.items()
    }


def asked_by_others(asker: str, doors: list[tuple[str, str]]) -> set[str]:
    """Returns the addresses from which other roles are turned away in a usual run.

    Whoever lacks a permission in an event, a club or the installation is refused at a third of the
    addresses that need it there; who may read or send comes to all of them.
    """
    if asker not in ROLES:
        return set()
    shut = defaultdict(list)
    for name, at in doors:
        needs = needed_at(at)
        if not any(may_come(asker, name, needed) for needed in needs):
            where = (name in OF_CLUBS, name in OF_JUDGES, name in OF_THE_OPERATOR)
            shut[(*needs, *where, JOBS.get(name))].append(at)
    place = ROLES.index(asker)
    return {at for kind in shut.values() for at in kind if at not in share(kind, place)}


@pytest.mark.parametrize("asker", ASKERS)
def test_each_address_of_the_desk_lets_in_whom_the_table_says_and_no_link_leads_to_a_refusal(
    asker: str,
) -> None:
    client, wrong = client_of(asker), []
    read = Pages(client)
    before = JournalEntry.objects.count(), Job.objects.count()
    doors = [*((name, address(name)) for name in ALL), ("desk-restore", RESTORE)]
    left_out = asked_by_others(asker, doors)
    for name, at in doors:
        if at in left_out:
            continue
        to_read, to_write = needed_at(at)
        if (answer := read.answer(at)).status_code != 405:
            wrong += _offence(f"GET {name}", answer, may=may_come(asker, name, to_read))
            wrong += faults_of(name, answer) if asker == OPERATOR else []
            wrong += [f"GET {name} may be kept"] if asker == NOBODY and may_be_kept(answer) else []
        if not may_come(asker, name, to_write):
            answer = client.post(at)
            wrong += _offence(f"POST {name}", answer, may=answer.status_code == 405)
            wrong += [f"POST {name} may be kept"] if asker == NOBODY and may_be_kept(answer) else []
    assert wrong == []
    if asker in CRAWLING:
        _follow_every_link(asker, read)
    assert (JournalEntry.objects.count(), Job.objects.count()) == before


class Pages:
    """What somebody was answered: each address is asked for once."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._kept: dict[str, Any] = {}

    def answer(self, at: str) -> Any:
        """Returns the answer to a read."""
        if at not in self._kept:
            self._kept[at] = self._client.get(at)
        return self._kept[at]


def _offence(said: str, answer: Any, *, may: bool) -> list[str]:
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("login"))
    refused = answer.status_code == 403 or to_sign_in
    says_who = re.search(rb"(?i)\b(for|only|no part) ", answer.content)
    if answer.status_code == 403 and (not says_who or b"This is not allowed" in answer.content):
        return [f"{said} refuses without a sentence"]
    if may == (not refused):
        return []
    return [f"{said} answers {answer.status_code}, but the table says {may}"]


_LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"#]*|\?[^"#]*)')
_FORM = re.compile(r"<form\b[^>]*>")
_BUTTON = re.compile(r'\bformaction="(/[^"]*)"')
_ACTION = re.compile(r'\baction="([^"]*)"')


def _follow_every_link(asker: str, read: Pages) -> None:
    """Walks the desk by its links: whatever it shows somebody is there, and theirs to send."""
    rights = rights_of(asker, frozenset(Role))
    # A judge that belongs to no event is the staff's.
    sent = rights | (ALLOWED[Role.JUDGE] if asker == OF_STAFF else set())
    waiting, wrong = [reverse("desk")], []
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while waiting and len(seen) < MOST_PAGES:
        at = waiting.pop()
        page = read.answer(at)
        if page.status_code not in (200, 302, 304):
            wrong.append(f"{at} answers {page.status_code}")
        if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
            continue
        text = page.content.decode()
        for href in map(unescape, _LINK.findall(text)):
            link = href if href.startswith("/") else at.partition("?")[0] + href
            if _place(link) not in seen and link.startswith("/desk/"):
                seen.add(_place(link))
                waiting.append(link)
        wrong += [f"{at} has a form to {to}" for to in _sent_to(at, text) if not _takes(to, sent)]
    assert wrong == []
    names = {resolve(path).url_name for path, _ in seen}
    in_event = rights_of(asker)
    for permission, name in REACHED.items():
        assert (name in names) == (permission in in_event), name


REACHED = {
    Permission.VIEW: "desk-log",
    Permission.ENTER: "desk-enter",
    Permission.JUDGE: "desk-judges",
    Permission.ANNOTATE: "desk-record-game",
    Permission.CHECK_IN: "desk-add-entry",
    Permission.DIRECT: "desk-close-event",
    Permission.OWN: "desk-appoint-director",
    Permission.MAKE_EVENTS: "desk-new-event",
}
"""An address that whoever has a permission finds from the desk, and nobody else."""


def _place(link: str) -> tuple[str, tuple[str, ...]]:
    """Returns an address without the values of its query: one entry is as good as another."""
    path, _, query = link.partition("?")
    return path, tuple(sorted(part.partition("=")[0] for part in query.split("&")))


def _sent_to(at: str, text: str) -> Iterator[str]:
    for form in _FORM.findall(text):
        if 'method="post"' in form:
            action = _ACTION.search(form)
            to = unescape(action[1]) if action else at
            yield to if to.startswith("/") else at
    yield from map(unescape, _BUTTON.findall(text))


def _takes(to: str, rights: set[Permission]) -> bool:
    return needed_at(to)[1] in rights
