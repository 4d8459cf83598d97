"""What Hypothesis draws for the core's tests: rulesets, positions, clocks."""

from hypothesis import strategies as st

from games.core.clock import DAY, SECOND, UNLIMITED, TimeControl
from games.core.rules import Position, Ruleset

sides = st.integers(3, 19)


@st.composite
def rulesets(draw, largest=19):
    m, n = draw(st.integers(3, largest)), draw(st.integers(3, largest))
    return Ruleset(m, n, draw(st.integers(3, max(m, n))))


@st.composite
def games(draw, largest=6, rulesets=rulesets):
    """A ruleset with legal moves from its empty board, ended or not."""
    ruleset = draw(rulesets(largest))
    order = draw(st.permutations(range(ruleset.cells)))
    moves, position = [], Position(ruleset)
    for cell in order[: draw(st.integers(0, ruleset.cells))]:
        if position.is_over:
            break
        moves.append(cell)
        position = position.play(cell)
    return ruleset, tuple(moves)


budgets = st.builds(
    lambda initial, increment: TimeControl(initial * SECOND, increment * SECOND),
    st.integers(1, 3 * 60 * 60),
    st.integers(0, 180),
)
days = st.builds(lambda number: TimeControl(per_move_ms=number * DAY), st.integers(1, 14))
controls = st.one_of(st.just(UNLIMITED), budgets, days)
