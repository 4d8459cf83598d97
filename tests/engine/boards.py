"""Positions for the tests of the engine."""

from random import Random

from games.core.rules import TIC_TAC_TOE, Position, Ruleset


def after(*cells, ruleset=TIC_TAC_TOE):
    return Position.after(ruleset, cells)


def unfinished(*, seed=1, number=50, ruleset=TIC_TAC_TOE):
    """Positions of random games; every game is left at a random ply, before its end."""
    random = Random(seed)
    found = []
    while len(found) < number:
        position = Position(ruleset)
        for _ in range(random.randrange(ruleset.cells)):
            child = position.play(random.choice(position.legal_moves()))
            if child.is_over:
                break
            position = child
        found.append(position)
    return found


def large():
    """A position of 15×15 with five in a row, some moves after its beginning."""
    ruleset = Ruleset(15, 15, 5)
    return Position.after(ruleset, (112, 113, 97, 127, 98))
