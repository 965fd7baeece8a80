"""The looks themselves: a fault that a page has in one look alone is found and named."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.cut_off import cut_off
from tests.browser.looks import EVERY_LOOK, NARROW_AND_LIGHT, look_at

PAGE = """<!doctype html><html lang="en"><title>One</title><style>
    :root {{ color-scheme: light dark }}
    {}
</style><main><h1>One</h1><p>Said <button>here</button></p>{}</main></html>"""
SAID = "<b class='faint'>said</b>"
FAINT = "p { color: #888; background: #999 }"


@pytest.mark.parametrize(
    ("style", "said"),
    [
        ("@media (prefers-color-scheme: dark) {" + FAINT + "}", r"one \(1440 px, dark\).*contrast"),
        ("@media (width < 600px) {" + FAINT + "}", r"one \(360 px, light\).*contrast"),
        ("@media (width < 600px) { p { width: 500px } }", r"one \(360 px, light\) is 5\d\d pixels"),
    ],
)
def test_a_fault_of_one_look_is_found_and_told_with_its_look(
    page: Page, style: str, said: str
) -> None:
    page.set_content(PAGE.format(style, ""))
    with pytest.raises(AssertionError, match=f"(?s){said}"):
        look_at(page, EVERY_LOOK, "one")


@pytest.mark.parametrize(
    "told_apart",
    [
        SAID,
        "<b style='color: #888'>said</b>",
        "<p style='background: #444'><b>said</b></p>",
        "<b><span class='faint'>said</span></b>",
        "<b class='letter'>s</b><b class='letter'>said</b>",
        "<button disabled class='faint'>said</button><button class='faint'>said</button>",
        f"<b hidden class='faint'>said</b>{SAID}",
        f"<b class='faint'></b>{SAID}",
        f"<details>{SAID}</details><details open>{SAID}</details>",
    ],
)
def test_what_is_too_faint_is_found_among_many_that_are_alike(page: Page, told_apart: str) -> None:
    style = "b { color: #000 } .faint, .letter { color: #888; background: #999 }"
    page.set_content(PAGE.format("p { background: #999 }" + style, "<p><b>said</b></p>" * 9))
    look_at(page, [NARROW_AND_LIGHT])
    page.evaluate(
        "more => document.querySelector('main').insertAdjacentHTML('beforeend', more)", told_apart
    )
    with pytest.raises(AssertionError, match="contrast"):
        look_at(page, [NARROW_AND_LIGHT])


def test_only_a_strict_look_asks_for_the_contrast_of_aaa(page: Page) -> None:
    page.set_content(PAGE.format("p { color: #666; background: #fff }", ""))
    look_at(page, EVERY_LOOK)
    with pytest.raises(AssertionError, match="AAA"):
        look_at(page, EVERY_LOOK, strict=True)


CUT = '<p class=""> Unbreakably (800 px)'


@pytest.mark.parametrize(
    ("styled", "told"),
    [
        ("width: 4rem", '<p class=""> Unbreakably (800 px)'),
        ("height: 1rem; line-height: 3rem; overflow: hidden", '<p class=""> Unbreakably (800 px)'),
        ("width: 60rem", "the page is 968 pixels wide (800 px)"),
        ("width: 4rem; overflow-x: auto", ""),
        ("width: 1px; height: 1px; overflow: hidden; position: absolute", ""),
    ],
)
def test_text_that_does_not_fit_is_found_unless_it_scrolls(
    page: Page, styled: str, told: str
) -> None:
    page.set_content(f"<body style='margin: 8px'><p style='{styled}'>Unbreakably</p>")
    assert cut_off(page, 800) == ([told] if told else [])
