"""The looks themselves: a fault that a page has in one look alone is found and named."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.looks import EVERY_LOOK, look_at

PAGE = """<!doctype html><html lang="en"><title>One</title><style>
    :root {{ color-scheme: light dark }}
    {}
</style><main><h1>One</h1><p>Said <button>here</button></p></main></html>"""
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
    page.set_content(PAGE.format(style))
    with pytest.raises(AssertionError, match=f"(?s){said}"):
        look_at(page, EVERY_LOOK, "one")


def test_only_a_strict_look_asks_for_the_contrast_of_aaa(page: Page) -> None:
    page.set_content(PAGE.format("p { color: #666; background: #fff }"))
    look_at(page, EVERY_LOOK)
    with pytest.raises(AssertionError, match="AAA"):
        look_at(page, EVERY_LOOK, strict=True)
