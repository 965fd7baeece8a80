"""The judge: a verdict on eight words, in this process and over HTTP.

In process it is the reading of the play and the look-ups. Over HTTP it is the request that the
opponent's key sends: an installation that `start.py up` runs, several judges in the hall at once,
each ruling written into its journal before it is told. Half of the plays are acceptable; the time
of both kinds is told. Run with `python -m bench judge`.
"""

from __future__ import annotations

import http.client
import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import urlencode

from bench.ground import MACHINE, fresh_database, installation

PORT = 8121
STATIONS, RULINGS = 100, 10
JUDGES_AT_ONCE = (1, 4)
PLAY = 8
PIN = "2468"
IN_PROCESS = 20_000


def main() -> None:
    """Prints the time in process, and over HTTP for one judge at a time and for several."""
    fresh_database()
    plays = _plays()
    print(f"A verdict on {PLAY} words, the casual list, {MACHINE}\n")
    _in_process(plays)
    print(f"\n{'over HTTP':<22}{'rulings':>9}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}{'aim p99':>9}")
    for at_once in JUDGES_AT_ONCE:
        # A station rules so often a minute and no more: there are new ones for each line.
        keys = _open_stations(f"hall-{at_once}")
        with installation(PORT):
            _over_http(keys, plays, at_once)


def _plays() -> list[tuple[bool, list[str]]]:
    """Returns plays, every other one with a word that is none somewhere in it."""
    from lexicon.casual import casual_text

    dice, words = Random(6), casual_text().decode("ascii").split()
    known, plays = frozenset(words), []
    for number in range(STATIONS * RULINGS):
        play, good = dice.sample(words, PLAY), number % 2 == 0
        if not good:
            play[dice.randrange(PLAY)] = _no_word(dice, known)
        plays.append((good, play))
    return plays


def _no_word(dice: Random, known: frozenset[str]) -> str:
    while (nonsense := "".join(dice.choices("AEIOURSTLN", k=7))) in known:
        pass
    return nonsense


def _in_process(plays: list[tuple[bool, list[str]]]) -> None:
    from lexicon.casual import casual_list
    from lexicon.selectors.installed import words_of
    from lexicon.words.judging import play_of, ruled

    files = words_of(casual_list().sha256)
    texts = [(good, "\n".join(play)) for good, play in plays]
    times: dict[bool, list[float]] = {True: [], False: []}
    for number in range(IN_PROCESS):
        good, text = texts[number % len(texts)]
        started = perf_counter()
        verdict = ruled(play_of(files.tile_set, text), files)
        times[good].append(perf_counter() - started)
        assert verdict is good, text
    for good, name in ((True, "acceptable"), (False, "unacceptable")):
        print(f"in process, {name:<16}{median(times[good]) * 1e6:>8.0f} us (aim 1000)")


def _open_stations(prefix: str) -> list[str]:
    from django.contrib.auth.hashers import make_password

    from core.actors import CONSOLE
    from core.journal.execute import execute
    from lexicon.casual import casual_list
    from lexicon.commands.judge import OpenJudge

    pin_hash, keys = make_password(PIN), [f"{prefix}-{number}" for number in range(STATIONS)]
    for key in keys:
        command = OpenJudge(station=key, name=key, pin_hash=pin_hash, lexicon=casual_list().code)
        execute(command, actor=CONSOLE)
    return keys


def _over_http(keys: list[str], plays: list[tuple[bool, list[str]]], at_once: int) -> None:
    """Has every station rule on its plays, so many at once, and prints how long it took."""
    shares = [plays[number :: len(keys)] for number in range(len(keys))]
    with ThreadPoolExecutor(at_once) as pool:
        # Hashing PINs takes both cores: everybody has joined before the first play.
        judges = list(pool.map(_Judge, keys))
        told = [one for some in pool.map(_Judge.rule, judges, shares) for one in some]
    for name, chosen in (
        (f"{at_once} at once", told),
        ("  acceptable", [one for one in told if one[0]]),
        ("  unacceptable", [one for one in told if not one[0]]),
    ):
        times = sorted(seconds * 1e3 for _, seconds in chosen)
        p99 = quantiles(times, n=100, method="inclusive")[98]
        print(
            f"{name:<22}{len(times):>9}{median(times):>9.1f}{p99:>9.1f}{times[-1]:>9.1f}{20:>9}",
            flush=True,
        )


class _Judge:
    """A device that was made a judge."""

    def __init__(self, key: str) -> None:
        self._connection = http.client.HTTPConnection("localhost", PORT, timeout=30)
        self._cookies: dict[str, str] = {}
        page = self._send("GET", "/judge/")
        self._csrf = _found(page, "csrfmiddlewaretoken")
        self._send("POST", "/judge/", station=key, pin=PIN)
        self._csrf = _found(self._send("GET", "/judge/"), "csrfmiddlewaretoken")

    def rule(self, plays: list[tuple[bool, list[str]]]) -> list[tuple[bool, float]]:
        """Returns of each play whether it is good, and the seconds until the verdict was there."""
        told = []
        # The server does not keep a connection on which nobody says anything.
        self._connection.close()
        for good, play in plays:
            page = self._send("POST", "/judge/rule/", step="show", words="\n".join(play))
            sent = {name: _found(page, name) for name in ("shown", "token")}
            started = perf_counter()
            verdict = self._send("POST", "/judge/rule/", step="rule", words="\n".join(play), **sent)
            told.append((good, perf_counter() - started))
            assert ("UNACCEPTABLE" not in verdict) is good, verdict
            assert "ACCEPTABLE" in verdict, verdict
        return told

    def _send(self, method: str, path: str, **fields: str) -> str:
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self._cookies.items())}
        body = None
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(fields | {"csrfmiddlewaretoken": self._csrf})
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.read().decode()


def _found(page: str, name: str) -> str:
    """Returns the value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None, page
    return found[1]


if __name__ == "__main__":
    main()
