"""What the values of this package have in common."""

from msgspec import Struct


class FrozenStruct(Struct, frozen=True, gc=False):
    """Fields that never change, so that no value can contain itself, however indirectly.

    So the garbage collector leaves them out: a server holds a hundred thousand such values, and
    every pass over them would hold everybody up.
    """
