"""Tab pressed until it comes to something, as a person without a mouse has to.

Every Tab is pressed; but the page is asked once how many stops lie before what is looked for, and
only from there on after each key whether it is there. Where the page is wrong about that, for what
stops Tab is for the browser to say, it is asked after each key.
"""

from __future__ import annotations

from playwright.sync_api import Page

IS_CALLED = """(at, text) => {
    const said = at.matches("input[type=checkbox]") ? `${at.name} ${at.value}`
        : at.matches("input, select") ? at.name
        : at.matches("a, button, summary") ? at.innerText : "";
    return said.trim().split(/\\s+/).join(" ").includes(text);
}"""
"""A link or button that says this, or a field of this name, and of this value if it is ticked."""
IS_READ_OUT = """(at, text) => {
    const said = at.matches("a, button, summary") ? at.ariaLabel || at.innerText : "";
    return said.trim().split(/\\s+/).join(" ").includes(text);
}"""
"""A link or button that says this to a screen reader."""
HAS_ID = "(at, id) => at.id === id"
HAS_NAME = "(at, name) => at.name === name"

_STOPS = """a[href], area[href], button, input, select, textarea, summary, [tabindex]"""
_BEFORE = """([stops, text]) => {
    const isIt = IS_IT;
    if (document.querySelector("dialog:modal, iframe")) return 0;
    const at = document.activeElement;
    const isFirst = e => e.type !== "radio" || e === at || e.checked
        || !document.querySelector(`input[type=radio][name="${CSS.escape(e.name)}"]:checked`);
    const all = [...document.querySelectorAll(stops)].filter(e =>
        e.tabIndex >= 0 && !e.matches(":disabled, [type=hidden], [inert] *") && isFirst(e)
        && e.checkVisibility({visibilityProperty: true}));
    const from = all.indexOf(at) + 1;
    const next = all.slice(from).findIndex(e => isIt(e, text));
    return Math.max(next, 0);
}"""


def is_in_focus(page: Page, is_it: str, text: str) -> bool:
    """Return whether what has the focus is what is looked for."""
    return bool(page.evaluate(f"text => ({is_it})(document.activeElement, text)", text))


def tab_until(page: Page, is_it: str, text: str, *, most: int) -> None:
    """Press Tab, once at least and `most` times at most, until it comes to what is looked for."""
    before = min(int(page.evaluate(_BEFORE.replace("IS_IT", is_it), [_STOPS, text])), most)
    for _ in range(before):
        page.keyboard.press("Tab")
    # What was told wrong is behind us, and comes again once Tab has been through the page.
    for _ in range(most - before if before else most):
        page.keyboard.press("Tab")
        if is_in_focus(page, is_it, text):
            return
    raise AssertionError(f"Tab never comes to {text!r} on {page.url}")
