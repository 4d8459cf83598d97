"""Positions drawn as text, and positions made by chance."""

from random import Random

from games.core.rules import Position, Ruleset


def board(*rows, k):
    """The position of a drawing: the side to move as x, the other as o."""
    text = "".join(rows)
    masks = {mark: sum(1 << i for i, sign in enumerate(text) if sign == mark) for mark in "xo"}
    return Position(Ruleset(len(rows[0]), len(rows), k), own=masks["x"], opposing=masks["o"])


def spot(position, row, column):
    return row * position.ruleset.m + column


def random_ruleset(random: Random, largest=19) -> Ruleset:
    m, n = random.randint(3, largest), random.randint(3, largest)
    return Ruleset(m, n, random.randint(3, max(m, n)))


def random_position(random: Random, ruleset: Ruleset) -> Position:
    """An unfinished position after a random number of random moves."""
    position = Position(ruleset)
    for _ in range(random.randrange(ruleset.cells)):
        following = position.play(random.choice(position.legal_moves()))
        if following.is_over:
            break
        position = following
    return position
