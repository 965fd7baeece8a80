"""What is asked of a night that `bench_nights` measures; imported once Django is set up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from random import Random
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from bench.ground import MACHINE
from clubs.models import KeptLedgerRow, Season
from clubs.nights.commands.playing import NightGame, PlayTonight
from clubs.records.jobs.folding import fold_event, read_event
from clubs.records.jobs.kept_book import forget_book, uncollected
from clubs.seasons.commands.seasons import OpenSeason
from clubs.seasons.queries.computed import computed
from core.background import drain, follow_in_thread, held
from core.models import StoredPage
from people.commands import AddPlayer
from people.models import Player
from tests.builders.club_years import BEGINS, PlannedNight, Scale
from tests.builders.clubs import found
from tests.builders.events import give
from tests.builders.lived_money import LivedMoney
from tests.builders.lived_years import LivedYears
from tests.builders.money import say_fees
from tests.builders.nights import an_open_night
from tournaments.models import Board

CLUB, SEASON = "hill", "now"
PEOPLE, TAPS = 60, 20
BACKEND = "django.contrib.auth.backends.ModelBackend"
Asked = Callable[[], object]


def measure(weeks: int) -> None:
    """Has a club live so many weeks, and prints what a night of 60 people costs then."""
    began = perf_counter()
    scale = Scale(
        members=PEOPLE + TAPS, weeks=weeks, fewest=12, most=30, games_each=4, events=weeks // 13
    )
    with held():
        _lived(scale)
    day = BEGINS + timedelta(weeks=weeks)
    print(f"A night of {PEOPLE} people, {MACHINE}; {weeks} nights before it,", end=" ")
    print(f"{Board.objects.count()} games, {KeptLedgerRow.objects.count()} rows of the ledger;")
    print(f"made in {perf_counter() - began:.0f} s\n", flush=True)
    _warm_up()
    print(f"{'':<44}{'waits':>8}{'longest':>9}{'processor':>11}{'in all':>8}")
    print(f"{'':<44}{'ms':>8}{'ms':>9}{'ms':>11}{'ms':>8}")
    follow_in_thread()
    for name, asked in _night(day):
        _row(name, asked)


def _lived(scale: Scale) -> None:
    """Has a club live through its years, with its money, and folds its book from nothing."""
    found(CLUB)
    say_fees(CLUB)
    for number in range(1, scale.members + 1):
        give(AddPlayer(key=f"m{number:02}", given_name=f"M{number:02}", club=CLUB))
    last = BEGINS + timedelta(weeks=scale.weeks)
    begins_on = max(BEGINS, last - timedelta(weeks=40))
    ends_on = last + timedelta(weeks=12)
    give(OpenSeason(club=CLUB, season=SEASON, name="Now", begins_on=begins_on, ends_on=ends_on))
    life, money = LivedYears(CLUB, scale), LivedMoney(CLUB, Random("money"))
    for what in life.calendar():
        for slug in life.live(what):
            fold_event(read_event(slug))
        if isinstance(what, PlannedNight):
            money.night(what)


def _warm_up() -> None:
    """Leaves memory as the web server has it once it has loaded the program."""
    gc.collect()
    gc.freeze()


def _night(day: date) -> Iterator[tuple[str, Iterable[Asked]]]:
    """Yields what is done on the night, in order: a name, and how often it is asked."""
    keys = [f"m{number:02}" for number in range(1, PEOPLE + TAPS + 1)]
    night = an_open_night(CLUB, day, here=keys[:PEOPLE])
    client = _signed_in()
    page = reverse("desk-night", kwargs={"club": CLUB, "day": f"{day}"})

    def get(address: str, **query: str) -> Asked:
        return lambda: _ok(client.get(address, query))

    def send(act: str, **values: Any) -> Asked:
        return lambda: _done(client.post(f"{page}{act}/", values, headers=_SCRIPT))

    yield "the page of the night", [get(page)] * 9
    yield "its part that changes", [get(page, part="state")] * 9
    by_record = [get(page, part="state", by="record", odd="sits_out")] * 5
    longest = [get(page, part="state", by="longest_not_met", odd="sits_out")] * 5
    yield f"games for {PEOPLE} proposed, by record", by_record
    yield f"games for {PEOPLE} proposed, longest not met", longest
    waves: list[tuple[int, int, int]] = []
    for number in range(3):
        waves = _begun(night, number)
        results = [
            send("result", wave=w, one=a, two=b, score_one=400 + a, score_two=380 - b)
            for w, a, b in waves
        ]
        yield f"a result, game {number + 1} of each", results
    yield f"games for {PEOPLE} proposed, after three", longest
    yield "the page of the night, after three", [get(page)] * 9
    yield "somebody arrives: one tap", [send("arrive", players=key) for key in keys[PEOPLE:]]
    yield "the dues of one at the till", _payments(client, keys[:TAPS], day)
    season = reverse("season", kwargs={"club": CLUB, "season": SEASON})
    yield "the table of the season, computed", [_table] * 5
    yield "its page, made cold", [_cold(get(season))] * 5
    yield "the night folded into the kept book", [lambda: _folded(night)]
    yield "the same, one result corrected", _corrected(send, night, waves)
    yield "the same, to a worker that has just begun", [lambda: _folded_cold(night)]


def _begun(night: str, turn: int) -> list[tuple[int, int, int]]:
    """Begins a game for everybody, and returns wave and players of each."""
    half = PEOPLE // 2
    pairs = [(one, half + 1 + (one + turn) % half) for one in range(1, half + 1)]
    games = tuple(NightGame(one=one, two=two) for one, two in pairs)
    answer = give(PlayTonight(event=night, games=games)).answer["games"]
    return [(wave, one, two) for (wave, _, _), (one, two) in zip(answer, pairs, strict=True)]


def _payments(client: Client, keys: list[str], day: date) -> list[Asked]:
    address = reverse("desk-club-dues", kwargs={"club": CLUB})
    numbers = Player.objects.filter(key__in=keys).values_list("pk", flat=True)
    sent = {"paid": "6.00", "into": "cash", "day": f"{day}"}

    def paid(number: int) -> Asked:
        return lambda: _moved(client.post(f"{address}?player={number}", sent))

    return [paid(number) for number in numbers]


def _corrected(
    send: Callable[..., Asked], night: str, waves: list[tuple[int, int, int]]
) -> Iterator[Asked]:
    for added, (wave, one, two) in enumerate(waves[:5], 1):
        game = {"wave": wave, "one": one, "two": two}
        send("correct", **game, score_one=600 + added, score_two=200, why="Misread")()
        drain()
        yield lambda: _folded(night)


def _table() -> object:
    return computed(Season.objects.select_related("club").get(key=SEASON))


def _folded(night: str) -> object:
    with uncollected():
        return fold_event(read_event(night))


def _folded_cold(night: str) -> object:
    forget_book()
    return _folded(night)


def _cold(asked: Asked) -> Asked:
    def made() -> object:
        StoredPage.objects.all().delete()
        return asked()

    return made


def _row(name: str, asked: Iterable[Asked]) -> None:
    """Does what is asked, one after the other, and prints what that took."""
    waits, own, in_all = [], [], []
    for one in asked:
        began, processor, everything = perf_counter(), thread_time(), process_time()
        one()
        waits.append((perf_counter() - began) * 1000)
        own.append((thread_time() - processor) * 1000)
        drain()
        in_all.append((process_time() - everything) * 1000)
    figures = f"{median(waits):>8.0f}{max(waits):>9.0f}{median(own):>11.0f}{median(in_all):>8.0f}"
    print(f"{name:<44}{figures}", flush=True)


_SCRIPT = {"accept": "application/json"}


def _signed_in() -> Client:
    client = Client(headers={"host": "localhost"})
    owner = User.objects.create_superuser("olga", password="a long password")
    client.force_login(owner, backend=BACKEND)
    return client


def _ok(answer: Any) -> None:
    assert answer.status_code == 200, answer.status_code


def _done(answer: Any) -> None:
    assert answer.json()["kind"] == "done", answer.json()


def _moved(answer: Any) -> None:
    assert answer.status_code == 302, answer.content
