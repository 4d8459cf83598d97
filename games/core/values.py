"""What the values of this package have in common."""

from msgspec import Struct


class FrozenStruct(Struct, frozen=True, gc=False):
    """Fields that never change, so that no value can hold itself, by whatever way.

    The garbage collector need not look for that: a server has a hundred thousand of them, and
    each of its looks at them holds everybody up.
    """
