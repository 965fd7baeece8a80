"""Whether a page is open to all and stays within its window, in every width and scheme asked for.

A page is opened once and looked at in one look after another: style sheets follow the window and
the scheme, and building an event or opening a page anew costs more than the look itself.

In a usual run one width is seen in one scheme, the other in the other, and axe measures the
contrast of one of each that are painted alike; a deep one looks at all of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.depth import EXPLORES

HEIGHT = 800
# What passed, and what axe could not tell, is neither gathered nor sent.
_ASKED = {"resultTypes": ["violations"], "reporter": "no-passes"}
_BY_COLOUR = ("color-contrast", "color-contrast-enhanced", "link-in-text-block")
_STRICT = ("color-contrast-enhanced", "target-size")
# Contrast takes three quarters of axe's time, and a board has 225 squares of five kinds.
_MEASURE_ONE_OF_EACH = """axe.configure({rules:
    ["color-contrast", "color-contrast-enhanced"].map(id => ({id, selector: ":not([data-alike])"}))
});"""
# All that axe decides contrast by: colours and what is behind them, the size of the type, whether
# it can be seen or is disabled, and whether it is a single letter, of which axe does not judge.
_MARK_ALIKE = """() => {
    const chains = new Map([[null, ""]]);
    const chain = e => {
        if (!chains.has(e)) {
            const s = getComputedStyle(e);
            chains.set(e, [
                chain(e.parentElement), e.localName, e.className, e.getAttribute("aria-disabled"),
                s.color, s.fontSize, s.fontWeight, s.textShadow, s.opacity, s.visibility, s.display,
                s.backgroundColor, s.backgroundImage, s.position, s.overflow,
            ].join());
        }
        return chains.get(e);
    };
    const said = e => [...e.childNodes].map(n => n.nodeType === 3 ? n.data.trim() : "").join("");
    const seen = new Set();
    for (const e of document.body.querySelectorAll("*")) {
        const usable = !(e.control ?? e).disabled;
        const kind = [chain(e), Math.min(said(e).length, 2), e.type, usable, e.checkVisibility()];
        e.toggleAttribute("data-alike", seen.has(kind.join()));
        seen.add(kind.join());
    }
}"""


class Look(NamedTuple):
    """A width of the window in pixels, and a scheme of colours."""

    width: int
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.width} px, {self.scheme}"


WIDE_AND_LIGHT, WIDE_AND_DARK = Look(1440, "light"), Look(1440, "dark")
NARROW_AND_LIGHT, NARROW_AND_DARK = Look(360, "light"), Look(360, "dark")
EVERY_LOOK = (
    (WIDE_AND_LIGHT, WIDE_AND_DARK, NARROW_AND_LIGHT, NARROW_AND_DARK)
    if EXPLORES
    else (NARROW_AND_LIGHT, WIDE_AND_DARK)
)
"""Every width and every scheme; each with each only where a run is deep."""


def look_at(page: Page, looks: Iterable[Look], where: str = "", *, strict: bool = False) -> None:
    """Check that axe finds nothing on a page in any look, and that nothing runs out of the window.

    Looks of one width follow each other, those of the window as it is first: after the first of
    them axe is asked only for the rules that colours decide. `where` says in a failure what the
    page is, if its address does not; `strict` asks for more contrast (AAA) and for targets that a
    finger hits.
    """
    width = 0
    for look in sorted(looks, key=lambda look: look.width != width_of(page)):
        show_as(page, look)
        fault = f"{where or page.url} ({look})"
        found = _axe(page, strict=strict, colours_only=look.width == width)
        assert found.violations_count == 0, f"{fault}: {found.generate_report()}"
        if look.width != width:
            assert wide(page) <= look.width, f"{fault} is {wide(page)} pixels wide"
        width = look.width


def look_in_both_languages(page: Page, address: str, looks: Iterable[Look] = EVERY_LOOK) -> None:
    """Open a page and look at it: in English in the wide looks, and in French in the narrow ones.

    French takes more room, and a phone has least. The page stays open in French.
    """
    looks = list(looks)
    for language, width in (("en", WIDE_AND_LIGHT.width), ("fr", NARROW_AND_LIGHT.width)):
        page.set_extra_http_headers({"Accept-Language": language})
        page.goto(address)
        assert page.evaluate("document.documentElement.lang") == language, address
        open_folds(page)
        look_at(page, [look for look in looks if look.width == width], f"{address} in {language}")


def width_of(page: Page) -> int:
    """Return how many pixels wide the window of a page is."""
    return page.viewport_size["width"] if page.viewport_size else 0


def axe_finds_nothing(page: Page, where: str = "") -> None:
    """Check that axe finds nothing on a page as it stands."""
    found = _axe(page)
    assert found.violations_count == 0, f"{where or page.url}: {found.generate_report()}"


def stays_within(page: Page, widths: Iterable[int], where: str = "") -> None:
    """Check that nothing runs out of the window of a page in any of these widths."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        assert wide(page) <= width, f"{where or page.url} ({width} px) is {wide(page)} pixels wide"


def open_folds(page: Page) -> None:
    """Open everything on a page that can be folded away."""
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")


def show_as(page: Page, look: Look) -> None:
    """Give the window of a page a width and a scheme."""
    page.set_viewport_size({"width": look.width, "height": HEIGHT})
    page.emulate_media(color_scheme=look.scheme)


def wide(page: Page) -> int:
    """Return how many pixels wide a page is with everything on it."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def _axe(page: Page, *, strict: bool = False, colours_only: bool = False) -> AxeResults:
    """Return the results of axe for a page as it stands."""
    if not page.evaluate("'axe' in window"):
        # Whatever this page goes to next has it from the start: sending it costs most.
        script = AXE_SCRIPT if EXPLORES else AXE_SCRIPT + _MEASURE_ONE_OF_EACH
        page.add_init_script(script)
        page.evaluate(script)
    if not EXPLORES:
        page.evaluate(_MARK_ALIKE)
    rules = {name: {"enabled": strict} for name in _STRICT}
    asked: dict[str, Any] = _ASKED | {"rules": rules}
    if colours_only:
        names = [name for name in _BY_COLOUR if strict or name not in _STRICT]
        asked = _ASKED | {"runOnly": names}
    return AxeResults(page.evaluate("asked => axe.run(asked)", asked))
