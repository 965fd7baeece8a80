"""Takes the pictures of docs/tour.md anew: `.venv/bin/python docs/images/make.py`.

It starts an installation in a folder of its own, waits for its demonstration, and looks at that
with Chromium. Look at what it made before you commit it.
"""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from shutil import which
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
EVENT = "/events/demonstration"
LARGEST = 120_000
"""No picture has more bytes."""
GAP, GROUND = 24, "#d8d5cb"
PATIENCE_S, SLIDES_S = 300, 120
WAITING = "SELECT 1 FROM core_job WHERE state IN ('queued', 'running') LIMIT 1"
GAME = "SELECT key FROM games_game ORDER BY id DESC LIMIT 1"
PLAYER = "SELECT id FROM people_player WHERE key = 'demonstration-1'"


class Shot(NamedTuple):
    """A picture: its pages side by side, and the size of the window that shows each.

    It is taken once what `awaits` selects is seen.
    """

    name: str
    pages: tuple[str, ...]
    width: int
    height: int
    scale: float = 1.0
    awaits: str = "main"


def shots(game: str, player: int) -> tuple[Shot, ...]:
    """Returns the pictures, with the keys of a recorded game and of a player."""
    phone = (f"{EVENT}/A/standings/", f"{EVENT}/A/player/1/", f"/players/{player}/")
    season = "/clubs/demonstration-club/seasons/this-season/"
    return (
        Shot("tour-event", (f"{EVENT}/",), 1200, 760),
        Shot("tour-phones", phone, 360, 720, 1.25),
        Shot("tour-wallchart", (f"{EVENT}/A/wallchart/",), 1200, 760),
        Shot("tour-screen", (f"{EVENT}/screen/",), 1920, 1080, 1 / 1.5, ":text('Standings')"),
        Shot("tour-game", (f"/games/{game}/",), 1200, 760),
        Shot("tour-season", (season,), 1200, 760),
    )


def main() -> int:
    """Makes all pictures; returns 1 where one is larger than it may be."""
    with tempfile.TemporaryDirectory(prefix="wallchart-tour-") as name, running(Path(name)) as port:
        database = Path(name) / "wallchart.sqlite3"
        until_all_is_made(database)
        wanted = shots(str(asked(database, GAME)), int(str(asked(database, PLAYER))))
        with sync_playwright() as playwright:
            chromium = which("chromium-headless-shell") or which("chromium")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            sizes = [taken(browser, f"http://localhost:{port}", shot) for shot in wanted]
    return int(max(sizes) > LARGEST)


def taken(browser: Browser, address: str, shot: Shot) -> int:
    """Takes a picture, writes it beside this program and returns how many bytes it has."""
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height}, device_scale_factor=shot.scale
    )
    page, parts = context.new_page(), []
    for path in shot.pages:
        page.goto(address + path, wait_until="networkidle")
        page.wait_for_selector(shot.awaits, timeout=SLIDES_S * 1000)
        parts.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
    context.close()
    file = HERE / f"{shot.name}.png"
    beside(parts).quantize(96, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    sys.stdout.write(f"{file.name:<24}{size:>8}\n")
    return size


def beside(parts: Sequence[Image.Image]) -> Image.Image:
    """Returns images of one size side by side; one alone is itself."""
    if len(parts) == 1:
        return parts[0]
    width, height = parts[0].size
    whole = (len(parts) * (width + GAP) + GAP, height + 2 * GAP)
    together = Image.new("RGB", whole, GROUND)
    for place, part in enumerate(parts):
        together.paste(part, (GAP + place * (width + GAP), GAP))
    return together


@contextmanager
def running(var: Path) -> Iterator[int]:
    """Runs a new installation in a folder until the block ends; yields its port."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    own = {"WALLCHART_VAR": str(var), "PORT": str(port), "DATABASE_URL": "", "DEMO": "1"}
    command = [sys.executable, "-m", "config.up", "--follow-parent"]
    with subprocess.Popen(
        command, env=os.environ | own, cwd=ROOT, stdout=subprocess.DEVNULL
    ) as process:
        try:
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def until_all_is_made(database: Path) -> None:
    """Waits until the demonstration is made, and every job that followed has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        time.sleep(1)
        if asked(database, GAME) is not None and asked(database, WAITING) is None:
            return
    raise TimeoutError("The demonstration was not made in time.")


def asked(database: Path, question: str) -> object:
    """Returns the first answer of a database; None where there is none, or no table yet."""
    if not database.exists():
        return None
    try:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            row = connection.execute(question).fetchone()
    except sqlite3.OperationalError:
        return None
    return row[0] if row else None


if __name__ == "__main__":
    sys.exit(main())
