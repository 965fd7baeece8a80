"""The statements of a module, without looking at what stands inside of each."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement of a tree, however deep, and the tree itself.

    Of a whole project that is an eleventh of the nodes that `ast.walk` looks at.
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            below = getattr(node, part, None)
            if isinstance(below, list):  # an expression with an `if` has one that is none
                waiting.extend(below)
