from collections import Counter

from games.core.rules import TIC_TAC_TOE, Position
from games.engine import Limits
from games.engine.random_player import choose


def test_every_free_cell_is_chosen_about_equally_often():
    position = Position.after(TIC_TAC_TOE, [4, 0])
    counts = Counter(choose(position, Limits(seed=seed)) for seed in range(700))
    assert set(counts) == set(position.legal_moves())
    assert min(counts.values()) > 60
