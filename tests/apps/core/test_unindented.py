"""What indents a template for its editor is not sent to its readers."""

from __future__ import annotations

from pathlib import Path

from django.template import Engine
from django.template.loader import render_to_string

from core.web.unindented import tight


def test_a_template_is_sent_without_its_indentation_and_keeps_its_lines(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(
        "<ul>\n  {% if 1 %}\n\t  <li>a  b</li>\n\n  {% endif %}\n</ul>\n"
    )
    engine = Engine(dirs=[str(tmp_path)], loaders=["core.web.unindented.Loader"])
    template = engine.get_template("one.html")
    assert template.source == "<ul>\n{% if 1 %}\n<li>a  b</li>\n\n{% endif %}\n</ul>\n"


def test_a_row_has_no_line_breaks_but_those_that_show() -> None:
    row = '<tr>\n\n<td class="a">\n\n</td>\n<th>\n<b>1</b>\n\n<i>2\n\n3</i>\n</th></tr>\n'
    assert tight(row) == '<tr><td class="a"></td><th><b>1</b>\n<i>2\n3</i></th></tr>'


def test_no_line_of_a_component_begins_with_a_space() -> None:
    tabs = [("Standings", "/standings/", True), ("Pairings", None, False)]
    page = render_to_string("components/_tabs.html", {"label": "Pages", "tabs": tabs})
    assert '<a href="/standings/" aria-current="page">Standings</a>' in page
    assert "\n " not in page
