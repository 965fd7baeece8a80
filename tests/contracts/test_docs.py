"""The documentation points only at what is there, and its examples print what it says."""

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.__main__ import benchmarks
from tests.processes import ROOT

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE_BLOCK = re.compile(r"^```.*?^```", flags=re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"```.*?```|`[^`]*`", flags=re.DOTALL)


def _pages(root: Path) -> list[Path]:
    folders = (root / name for name in ("bench", "docs"))
    return sorted([*root.glob("*.md"), *(page for one in folders for page in one.rglob("*.md"))])


def _anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, spelt as the usual viewers spell them."""
    text = _CODE_BLOCK.sub("", page.read_text(encoding="utf-8"))
    titles = re.findall(r"^#+ +(.+?)\s*$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(root: Path) -> Iterator[str]:
    """Yield the links between the pages of a tree that lead nowhere. Other sites are not asked."""
    for page in _pages(root):
        for link in _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            there = target.exists() and (not anchor or anchor in _anchors(target))
            if not there:
                yield f"{page.relative_to(root)}: {link}"


def test_no_link_of_the_documentation_leads_nowhere() -> None:
    assert _pages(ROOT)
    assert list(broken_links(ROOT)) == []


@pytest.mark.parametrize("link", ["missing.md", "#missing", "README.md#missing"])
def test_the_guard_of_links_sees_one_that_leads_nowhere(tmp_path: Path, link: str) -> None:
    page = tmp_path / "README.md"
    page.write_text("# One, two\n\n[here](#one-two) and `[not](code.md)`\n")
    assert list(broken_links(tmp_path)) == []
    page.write_text(f"{page.read_text()}[there]({link})\n")
    assert list(broken_links(tmp_path)) == [f"README.md: {link}"]


def test_every_decision_is_in_the_list_by_which_it_is_found() -> None:
    decisions = sorted(one.name for one in (ROOT / "docs" / "adr").glob("*.md"))
    listed = re.findall(r"^\* \[.*\]\(adr/(.*)\)$", _text(ROOT / "docs/architecture.md"), re.M)
    assert listed == decisions


def _text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def missing_files(root: Path, text: str) -> list[str]:
    """Return the files and folders that a text names from the root on and that are not there."""
    named = re.findall(r"`([\w-]+/[\w./-]*)`", text)
    rooted = {name for name in named if (root / name.partition("/")[0]).is_dir()}
    rooted -= {name for name in named if "FEATURE" in name}
    return sorted(name for name in rooted if not (root / name).exists())


def test_every_file_that_the_guide_for_developers_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    # var/ is made by running it.
    assert [name for name in missing_files(ROOT, text) if not name.startswith("var/")] == []


def test_a_file_that_is_named_and_not_there_is_found() -> None:
    said = "`tests/settings.py`, `tests/gone.py`, `nowhere/at_all.py`, `games/` and `make test`"
    assert missing_files(ROOT, said) == ["tests/gone.py"]


def _with_examples(root: Path) -> list[Path]:
    return [page for page in _pages(root) if ">>> " in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("written", _with_examples(ROOT), ids=lambda written: written.stem)
def test_the_examples_of_a_page_print_what_it_says(written: Path) -> None:
    ran = doctest.testfile(str(written), module_relative=False, encoding="utf-8")
    assert ran.attempted
    assert ran.failed == 0


def test_every_bench_is_told_of() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "bench/README.md").read_text(), flags=re.MULTILINE)
    assert rows == benchmarks()
