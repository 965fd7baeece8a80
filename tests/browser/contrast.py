"""Whether what is pressed can be read and seen, in every state that a browser can bring it into."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import CDPSession, Page

PRESSED = "button, .button, summary, .tabs a, .rounds a, .offers a, .site-nav a, .brand"
# As they follow each other: looked at, pointed at, come to by key, pressed by either.
STATES: tuple[tuple[str, ...], ...] = (
    (),
    ("hover",),
    ("focus", "focus-visible"),
    ("hover", "active"),
    ("hover", "active", "focus", "focus-visible"),
)
_MEASURED = """selector => {
    const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const known = new Map();
    const painted = colour => {
        paint.clearRect(0, 0, 1, 1);
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    // A page has few colours, and each is asked for by everything that lies on it.
    const rgba = colour => {
        if (!known.has(colour)) known.set(colour, painted(colour));
        return known.get(colour);
    };
    const over = ([r, g, b, a], ground) =>
        [...[r, g, b].map((one, at) => one * a + ground[at] * (1 - a)), 1];
    const faded = ([r, g, b, a], by) => [r, g, b, a * by];
    const opacity = e => e ? getComputedStyle(e).opacity * opacity(e.parentElement) : 1;
    const ground = e => {
        if (!e) return rgba("Canvas");
        const own = faded(rgba(getComputedStyle(e).backgroundColor), opacity(e));
        return own[3] === 1 ? own : over(own, ground(e.parentElement));
    };
    const light = colour => {
        const [r, g, b] = colour.map(p => p / 255)
            .map(p => p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const found = [];
    let change = "";
    const check = (e, what, colour, under, least) => {
        const shown = over(colour, under);
        const ratio = contrast(shown, under);
        if (ratio >= least) return;
        const said = `${e.innerText.trim()} [${e.className}] in [${e.parentElement.className}]`;
        const [a, b] = [shown, under].map(one => one.slice(0, 3).map(Math.round));
        found.push(`${change}${what} of ${said}: ${a} on ${b} is ${ratio.toFixed(2)} to 1`);
    };
    // What scripts and htmx do to a button that must not be pressed, or whose answer is awaited.
    const changes = {
        "": () => null,
        "disabled, ": e => e.matches("button")
            ? e.disabled = true : e.setAttribute("aria-disabled", "true"),
        "busy, ": e => {
            e.setAttribute("aria-busy", "true");
            for (const one of [e, e.closest("form")]) one?.classList.add("htmx-request");
        },
    };
    const wrote = e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const measure = e => {
        const style = getComputedStyle(e);
        const behind = ground(e.parentElement);
        for (const part of [e, ...e.querySelectorAll("*")].filter(wrote)) {
            if (!part.checkVisibility() || part.closest(".visually-hidden")) continue;
            const colour = faded(rgba(getComputedStyle(part).color), opacity(part));
            check(part, "text", colour, ground(part), 4.5);
        }
        if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth))
            check(e, "focus ring", rgba(style.outlineColor), behind, 3);
        else if (e.matches(":focus-visible")) found.push(`no focus ring: ${e.innerText}`);
        const inactive = e.disabled || e.getAttribute("aria-disabled") === "true";
        if (!e.matches("button, .button") || inactive) return;
        // A button is told from what is around it by its ground or by its edge.
        if (contrast(ground(e), behind) < 3)
            check(e, "edge", rgba(style.borderTopColor), behind, 3);
    };
    for (const e of document.querySelectorAll(selector)) {
        if (!e.checkVisibility()) continue;
        const kinds = Object.entries(changes).slice(0, e.matches("button, .button") ? 3 : 1);
        for (const [name, make] of kinds) {
            const before = e.cloneNode();
            const form = e.closest("form")?.className;
            make(e);
            change = name;
            measure(e);
            for (const held of ["class", "disabled", "aria-disabled", "aria-busy"])
                before.hasAttribute(held)
                    ? e.setAttribute(held, before.getAttribute(held)) : e.removeAttribute(held);
            if (form !== undefined) e.closest("form").className = form;
        }
    }
    return found;
}"""


def faint(page: Page) -> list[str]:
    """Returns the things to press on a page that cannot be read or seen, with their state.

    Text has to keep 4.5 to 1 against what is really behind it, a ring of focus and the edge of a
    button that can be pressed 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11).
    """
    with _pointed(page) as point:
        return [
            f"{'+'.join(state) or 'at rest'}: {fault}"
            for state in STATES
            if point(state) is None
            for fault in page.evaluate(_MEASURED, PRESSED)
        ]


@contextmanager
def _pointed(page: Page) -> Iterator[Any]:
    """Yield each state, with everything that is pressed in it, as no mouse could at once."""
    devtools: CDPSession = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": PRESSED})["nodeIds"]

    def point(state: tuple[str, ...]) -> None:
        for node in nodes:
            devtools.send(
                "CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": list(state)}
            )

    yield point
    devtools.detach()
