"""Text that does not fit on a page: cut off, run out of its box, or wider than the window."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.looks import HEIGHT

# Text may run on in what scrolls by itself, and in what is for screen readers alone. A box that
# hides what does not fit cuts it off, unless nothing in it is text.
_CUT_OFF = """() => {
    const scrolls = e => {
        for (; e; e = e.parentElement) {
            const s = getComputedStyle(e);
            if (["auto", "scroll"].includes(s.overflowX) || s.clipPath !== "none") return true;
            if (s.position === "absolute" && e.clientWidth <= 1) return true;
        }
        return false;
    };
    const found = [];
    for (const e of document.body.querySelectorAll("*")) {
        const text = [...e.childNodes].find(n => n.nodeType === 3 && n.data.trim());
        if (!text || !e.checkVisibility({visibilityProperty: true}) || e.closest("svg")) continue;
        const s = getComputedStyle(e);
        if (s.display === "inline") continue;
        const over = e.scrollWidth - e.clientWidth;
        const box = e.clientWidth > 0 && over > 1;
        const low = s.overflowY === "hidden" && e.scrollHeight - e.clientHeight > 2;
        if ((box || low) && !scrolls(e))
            found.push(`<${e.localName} class="${e.className}"> ${text.data.trim().slice(0, 60)}`);
    }
    return [found, document.documentElement.scrollWidth];
}"""


def cut_off(page: Page, width: int) -> list[str]:
    """Returns the parts of a page that do not fit a window of this width."""
    page.set_viewport_size({"width": width, "height": HEIGHT})
    texts, wideness = page.evaluate(_CUT_OFF)
    found = [f"{text} ({width} px)" for text in texts]
    if wideness > width:
        found.append(f"the page is {wideness} pixels wide ({width} px)")
    return found
