"""What the values of this package have in common."""

from msgspec import Struct


class FrozenStruct(Struct, frozen=True, gc=False):
    """A struct whose fields never change, so that it cannot contain itself, even indirectly.

    The garbage collector can therefore skip such values. A server holds a hundred thousand of
    them, and a pass over all would hold everybody up.
    """
