"""The style guide shows every component, its colours can be read, and what is vendored is known."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.pages import source_at

BASE = Path(settings.BASE_DIR)
TOKENS = (BASE / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
ON_PAPER = ("text", "muted", "link", "focus")
READ_TOGETHER = [
    *((colour, ground) for colour in ON_PAPER for ground in ("paper", "surface", "hover")),
    *((colour, "sunken") for colour in ("text", "muted")),
    *((kind, f"{kind}-ground") for kind in ("win", "loss", "tie", "note")),
    *((kind, "surface") for kind in ("win", "loss", "tie", "note")),
    ("accent-text", "accent"),
    ("head-text", "head"),
    ("head-muted", "head"),
    ("tile-text", "tile"),
    *(("board-text", ground) for ground in ("board", "times-word-2", "times-letter-2")),
    *(("times-text", f"times-{what}-{times}") for what in ("word", "letter") for times in (3, 4)),
    *(("played-text", ground) for ground in ("played", "last-play")),
    *(("blank-text", ground) for ground in ("played", "last-play", "ghost")),
]


def test_everybody_may_read_the_style_guide_and_nobody_may_write_there(client: Client) -> None:
    assert client.get("/styleguide/").status_code == 200
    assert client.post("/styleguide/").status_code == 405


def test_every_component_is_on_the_style_guide() -> None:
    source = (BASE / "templates" / "styleguide.html").read_text(encoding="utf-8")
    components = {path.name for path in (BASE / "templates" / "components").iterdir()}
    assert components == set(re.findall(r'include "components/([^"]+)"', source))


def test_the_style_guide_has_no_style_or_script_within_it(client: Client) -> None:
    page = source_at(client, "/styleguide/")
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=", page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("colour", "ground"), READ_TOGETHER)
def test_text_keeps_a_contrast_of_four_and_a_half_to_one(
    scheme: str, colour: str, ground: str
) -> None:
    light, dark = (_colours(part) for part in TOKENS.split("@media (prefers-color-scheme: dark)"))
    known = light if scheme == "light" else light | dark
    assert _contrast(known[colour], known[ground]) >= 4.5


def test_what_is_vendored_is_what_was_written_down() -> None:
    folder = BASE / "static" / "vendor"
    lines = (folder / "SHA256SUMS.txt").read_text(encoding="utf-8").splitlines()
    written = {name: digest for digest, name in (line.split() for line in lines)}
    found = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.js")
    }
    assert found == written
    assert (folder / "htmx-LICENSE.txt").is_file()


def _colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", css))


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2.2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
