"""What only the editor of a sheet or a script needs is not sent to its readers; all else is."""

from __future__ import annotations

import re

import pytest

from core.web.pared import pared
from tests.contracts import styles
from tests.processes import ROOT

SHEET = """
/* What it is: "for", * and all. */
@media screen {
  a > b,
  a :is(i, /* or */ u):hover {
    content: "/* no */ {a;  b}";
    font: 1em/calc(1 + 2) 'a,"b"';
  }
}
"""
SENT_SHEET = """\
@media screen{a > b,a :is(i,u):hover{content: "/* no */ {a;  b}";font: 1em/calc(1 + 2) 'a,"b"';}}"""
SCRIPT = """// Why.
/**
 * How.
 */
const a = "// no"; // kept
  /* one */

  return
    a;
"""


@pytest.mark.parametrize(
    ("name", "text", "sent"),
    [
        (
            "css/a.css",
            SHEET,
            SENT_SHEET,
        ),
        ("js/a.js", SCRIPT, 'const a = "// no"; // kept\nreturn\na;\n'),
        ("js/a.js", "a = `\n  // b`;\n", "a = `\n  // b`;\n"),
        ("js/a.js", "/* a\n*/ b();\n", "/* a\n*/ b();\n"),
        ("js/a.js", "/* a */ b(); /* c */\n", "/* a */ b(); /* c */\n"),
        ("js/a.js", "/*/ a\nb */\nc();\n", "c();\n"),
        ("js/a.js", "a = `${b.map(c => `\n  // d`)}`;\n", "a = `${b.map(c => `\n  // d`)}`;\n"),
    ],
)
def test_comments_and_spaces_go_and_what_is_meant_stays(name: str, text: str, sent: str) -> None:
    assert pared(name, text) == sent


def test_the_sheets_of_the_house_say_the_same_when_they_are_pared() -> None:
    for name, text in styles.sheets().items():
        short = pared(f"css/{name}.css", text)
        assert list(styles.rules(name, short)) == [
            rule._replace(
                around=tuple(at.replace(", ", ",") for at in rule.around),
                selector=rule.selector.replace(", ", ","),
                declared=tuple((what, said.replace(", ", ",")) for what, said in rule.declared),
            )
            for rule in styles.rules(name, text)
        ], name
        assert len(short) < 0.8 * len(text), name


def test_the_scripts_of_the_house_say_the_same_and_none_is_left_as_it_was() -> None:
    for path in (ROOT / "static" / "js").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        short = pared(f"js/{path.name}", text)
        assert _tokens(short) == _tokens(text), path.name
        assert len(short) < 0.95 * len(text), path.name


_TEXT = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
# A pattern follows what no value ends with; behind a value it would be a division.
_PATTERN = r"(?:(?<=[(,])|(?<=[=:?,] ))/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+/"
_TOKEN = re.compile(rf"{_TEXT}|{_PATTERN}|//[^\n]*|/\*.*?\*/|\w+|[^\w\s]|\n", re.DOTALL)


def _tokens(script: str) -> list[str]:
    """Return what a script says: texts as they are, words, signs, and where a line ends."""
    tokens = ["\n"]
    for one in _TOKEN.findall(script):
        if not one.startswith(("//", "/*")) and not one == tokens[-1] == "\n":
            tokens.append(one)
    return tokens
