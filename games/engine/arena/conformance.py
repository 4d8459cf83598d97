"""The engine's own players against every line of play, and judges of what positions are worth.

    play_every_line(player, TIC_TAC_TOE, is_first=True).never_loses

The player is asked once for each position and held to its answer. So a seed and time enough give
the same lines again. A player that chooses between equal moves by chance is tried with the choices
of that seed only; other seeds may be tried.

A position may be lost whatever one plays. With a judge the lines also show every *slip*: a move
after which the position is worth less to the player than before.
"""

from __future__ import annotations

from collections.abc import Callable

from games.core.rules import Position, Ruleset
from games.engine.arena.lines import MAX_QUESTIONS, LinesOfPlay
from games.engine.arena.walk import Judge, Walk
from games.engine.budget import Limits
from games.engine.player import Player
from games.engine.search.table import table
from games.engine.search.value import Proven

JUDGES_NODES = 20_000  # positions that a judge looks at for one answer
MAX_CELLS_BY_TABLE = 9  # all positions of such boards are known in hundredths of a second


def play_every_line(
    player: Player,
    ruleset: Ruleset,
    *,
    is_first: bool,
    limits: Limits | None = None,
    judge: Judge | None = None,
    most_positions: int = MAX_QUESTIONS,
    watch: Callable[[int], None] = lambda positions: None,
) -> LinesOfPlay:
    """Return all lines against *player* from the empty board; the player moves first or second.

    *watch* is told after each answer in how many positions the player has moved. Raises
    WalkTooLong once there are more than *most_positions*, and GameError as the player does.
    """
    limits = limits or Limits(seed=0)
    walk = Walk.begin(
        ruleset, is_first=is_first, share_asked_twice=0, most_questions=most_positions
    )
    while questions := walk.questions():
        for question in questions:
            walk.answer(question.id, player(walk.position(question.moves), limits), judge)
            watch(walk.state.asked)
    return walk.lines


def judge_of(
    ruleset: Ruleset,
    seconds: float = float("inf"),
    proofs: dict[Position, Proven] | None = None,
) -> Judge:
    """Return a judge who knows the worth of positions: of small boards from a table.

    On other boards it answers what a search of JUDGES_NODES proves, and writes that into *proofs*;
    None where nothing is proven, and always from *seconds* after this call on.
    """
    if ruleset.cells <= MAX_CELLS_BY_TABLE:
        return _judge_by_table(ruleset)
    from games.engine.search.proof import solve  # these load the compiler, which tables do without
    from games.engine.search.prover import Prover

    # One for all questions: what it learns from one helps with the next.
    prover = Prover(ruleset)
    clock = Limits().clock
    end = clock() + seconds

    def judge(position: Position) -> int | None:
        left = end - clock()
        if left <= 0:
            return None
        proof = solve(position, Limits(seconds=left, nodes=JUDGES_NODES), prover)
        if proof.value is None:
            return None
        if proofs is not None:
            proofs[position] = Proven(proof.value, proof.plies)
        return int(proof.value)

    return judge


def _judge_by_table(ruleset: Ruleset) -> Judge:
    def judge(position: Position) -> int:
        worth = table(ruleset)[position.own, position.opposing]
        return (worth > 0) - (worth < 0)

    return judge
