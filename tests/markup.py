"""The markup of a page, read as strictly as the standard reads it."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
FORBIDDEN = {"style", "iframe", "object", "embed", "base"}


class Markup(HTMLParser):
    """A page taken apart: its links, its words, and what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.ids: Counter[str] = Counter()
        self.labels: list[str] = []
        self.faults: list[str] = []
        self.words: list[str] = []
        self.tags: Counter[str] = Counter()
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]
        self.faults += [f"id {name} twice" for name, times in self.ids.items() if times > 1]
        self.faults += [f"no id {name}" for name in self.labels if name not in self.ids]
        if self.tags["table"] != self.tags["caption"]:
            self.faults.append("a table without a caption")

    @property
    def text(self) -> str:
        """The words of the page, runs of white space as one space."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags[tag] += 1
        if len(given) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        self._judge(tag, given)
        if "id" in given:
            self.ids[given["id"]] += 1
        self.labels += given.get("aria-labelledby", "").split()
        self.links += [given[name] for name in ("href", "src") if name in given]
        if tag not in VOID:
            self._open.append(tag)

    def _judge(self, tag: str, given: dict[str, str]) -> None:
        if tag in FORBIDDEN or (
            # Data for a script is no script: the policy of the site lets it stand.
            tag == "script" and not given.get("src") and given.get("type") != "application/json"
        ):
            self.faults.append(f"<{tag}> inside the page")
        self.faults += [
            f"{name} on <{tag}>" for name in given if name == "style" or name.startswith("on")
        ]
        self.faults += [
            f"<{tag}> asks another host: {given[name]}"
            for name in ("href", "src", "action")
            if given.get(name, "").startswith(("http:", "https:", "//"))
            # It tells programs the address of the page itself, and no browser asks it.
            and given.get("rel") != "canonical"
        ]
        if tag == "th" and "scope" not in given:
            self.faults.append("a <th> without scope")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes <{self._open[-1] if self._open else 'nothing'}>")
        else:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)
