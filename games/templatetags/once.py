"""Parts of pages that are the same for many, drawn once in each process.

What stands in such a block costs 2 ms or a fifth of a page to draw. Measured by processor time, on
a loaded machine with 100,000 moves, by taking the blocks out by hand: the new game's form 5.5 of
17 ms, the game page's words 2.1 of 14 to 21, the page's frame, in several blocks, 2.2 to 3.0.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

register = template.Library()

MOST_KEPT = 256  # drawings of one block; most blocks have one or two


class OnceNode(template.Node):
    """A block with the values that it may show, and its drawings by all that they depend on."""

    def __init__(self, nodelist: NodeList, given: Mapping[str, FilterExpression]) -> None:
        self.nodelist = nodelist
        self.given = given
        self.drawings: OrderedDict[Hashable, str] = OrderedDict()

    def render(self, context: Context) -> str:
        values = {name: value.resolve(context) for name, value in self.given.items()}
        key = (get_language(), get_current_timezone_name(), get_script_prefix(), typed(values))
        drawing = self.drawings.get(key)
        if drawing is None:
            drawing = self.nodelist.render(context.new(values))
            self._keep(key, drawing)
        return drawing

    def _keep(self, key: Hashable, drawing: str) -> None:
        """Keep *drawing*; let the oldest go. Threads may do it at once."""
        self.drawings[key] = drawing
        while len(self.drawings) > MOST_KEPT:
            self.drawings.popitem(last=False)


def typed(value: Any) -> Hashable:
    """A key for *value* that equals no other type's: True is not 1, nor is safe HTML its text."""
    if isinstance(value, Mapping):
        return tuple((name, typed(part)) for name, part in value.items())
    if isinstance(value, tuple):
        return (type(value), *map(typed, value))
    return (type(value), value)


@register.tag
def once(parser: Parser, token: Token) -> OnceNode:
    """Draw what stands between `{% once name=value … %}` and `{% endonce %}` once.

    It sees the named values, which must be hashable, and nothing else: no visitor, no token of a
    form, no message. So it is the same wherever these values are.
    """
    bits = token.split_contents()[1:]
    given = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError(f"once takes name=value, not {bits[0]!r}")
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist, given)
