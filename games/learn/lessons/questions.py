"""The questions of lessons: a position and what is asked of it. The searches give the answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.notation import cell_name, parse_cell
from games.core.rules import Cell, Mark, Position
from games.engine.search.events import WorthSource
from games.engine.search.glance import passed, winning_cells
from games.engine.search.worth import CERTAIN, Worth
from games.learn.lessons import searches
from games.learn.positions.addresses import PositionAddress, parse_place
from games.text.wording import span

METHODS = ("minimax", "alpha_beta", "alpha_beta_with_table")


@dataclass(frozen=True, slots=True)
class LessonChoice:
    """An answer that one can give."""

    value: str
    text: str
    is_right: bool


@dataclass(frozen=True)
class LessonQuestion:
    """A question of one *kind* about a position, or about the moves of a *path* from there.

    *method* is the search that is asked about. *options* are the lines of moves to choose from.
    """

    kind: str
    board: str
    moves: str
    path: tuple[str, ...] = ()
    method: str = ""
    options: tuple[str, ...] = ()

    @cached_property
    def place(self) -> PositionAddress:
        return parse_place(self.board, self.moves)

    @property
    def position(self) -> Position:
        return self.place.position

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The moves of the path."""
        return tuple(parse_cell(self.place.ruleset, name) for name in self.path)

    @property
    def shown_moves(self) -> tuple[Cell, ...]:
        """The moves on the board that is shown."""
        return (*self.place.moves, *self.cells)

    @property
    def text(self) -> str:
        """What is asked."""
        values = {
            "own": self.side(0),
            "other": self.side(1),
            "mover": self.side(len(self.cells)),
            "moves": self.moves_text(self.cells),
            "cell": self.path[-1] if self.path else "",
        }
        return str(TEXTS[self.kind]) % values

    @property
    def choices(self) -> tuple[LessonChoice, ...]:
        """The answers that one can give, not kept since they are in the visitor's language."""
        return tuple(CHOICES[self.kind](self))

    @property
    def is_on_board(self) -> bool:
        """Whether one answers by choosing a cell."""
        return self.kind in ON_BOARD

    def judge(self, answer: str) -> LessonChoice | None:
        """Return the choice called *answer*; None if there is none."""
        return next((choice for choice in self.choices if choice.value == answer), None)

    @property
    def right(self) -> tuple[LessonChoice, ...]:
        return tuple(choice for choice in self.choices if choice.is_right)

    # ---- words ----

    def side(self, moves: int) -> str:
        """Return the side that moves when *moves* moves have followed the position."""
        return Mark.X.at(self.position.ply + moves).upper()

    def name(self, cell: Cell) -> str:
        return cell_name(self.place.ruleset, cell)

    def moves_text(self, cells: tuple[Cell, ...]) -> str:
        """Return, for example, "X b2, O b1"."""
        return ", ".join(
            f"{self.side(index)} {self.name(cell)}" for index, cell in enumerate(cells)
        )

    def worth_text(self, worth: Worth) -> str:
        """Return, for example, "X wins in 2 moves", counted from the question's position."""
        if not worth:
            return _("a draw")
        winner = self.side(0 if worth > 0 else 1)
        plies = self.position.free.bit_count() + 1 - round(abs(worth))
        return _("%(name)s wins %(span)s") % {"name": winner, "span": span(plies)}


TEXTS: Mapping[str, Promise] = {
    "finish": gettext_lazy("Where does %(own)s complete a line?"),
    "hold": gettext_lazy("Where must %(own)s mark so as not to lose?"),
    "lines": gettext_lazy("How many lines go through %(cell)s?"),
    "best": gettext_lazy("Which is the best move for %(own)s?"),
    "threats": gettext_lazy("After %(moves)s: in how many cells could it complete a line next?"),
    "who": gettext_lazy("Who wins if both play their best?"),
    "who_proved": gettext_lazy("Who wins if both play their best?"),
    "who_after": gettext_lazy("%(moves)s: who wins if both play their best from there?"),
    "skipped": gettext_lazy("Which reply will alpha-beta skip?"),
    "count": gettext_lazy("How many positions does it look at?"),
    "first": gettext_lazy(
        "Which move should alpha-beta try first, to look at the fewest positions?"
    ),
    "remembered": gettext_lazy("Which of these leads to a position that is in the table already?"),
    "different": gettext_lazy("How many of them are different positions?"),
    "proof": gettext_lazy("What is the proof number of %(moves)s?"),
    "smallest": gettext_lazy("Which move of %(own)s has the smallest proof number?"),
    "open_three": gettext_lazy("Where does %(own)s make an open three?"),
    "four": gettext_lazy("Where does %(own)s make a four?"),
    "open_four": gettext_lazy("Where does %(own)s make an open four?"),
    "two_fours": gettext_lazy("Where does %(own)s make two fours?"),
    "four_and_three": gettext_lazy("Where does %(own)s make a four and a three?"),
    "two_threes": gettext_lazy("Where does %(own)s make two threes?"),
    "stop": gettext_lazy("Where can %(own)s stop %(other)s?"),
}
SHAPES = frozenset({"open_three", "four", "open_four", "two_fours", "four_and_three", "two_threes"})
ON_BOARD = SHAPES | {"finish", "hold", "best", "skipped", "first", "smallest", "stop"}


# ---- the choices ------------------------------------------------------------------------------


def _of_cells(
    is_right: Callable[[LessonQuestion], set[Cell]],
) -> Callable[[LessonQuestion], list[LessonChoice]]:
    def choices(question: LessonQuestion) -> list[LessonChoice]:
        right = is_right(question)
        free = Position.after(question.place.ruleset, question.shown_moves).legal_moves()
        return [
            LessonChoice(question.name(cell), question.name(cell), cell in right) for cell in free
        ]

    return choices


def _finishing(question: LessonQuestion) -> set[Cell]:
    nodes = searches.nodes_of(question.position, "minimax_with_table")
    return {
        path[0]
        for path, seen in nodes.items()
        if len(path) == 1 and seen.source is WorthSource.END and seen.worth > 0
    }


def _holding(question: LessonQuestion) -> set[Cell]:
    return {
        cell
        for cell, worth in searches.worths_of_moves(question.position).items()
        if worth > -CERTAIN
    }


def _best(question: LessonQuestion) -> set[Cell]:
    worths = searches.worths_of_moves(question.position)
    return {cell for cell, worth in worths.items() if worth == max(worths.values())}


def _skipped(question: LessonQuestion) -> set[Cell]:
    cut = searches.cut_at(question.position, question.cells)
    return set(cut.skipped) if cut else set()


def _first(question: LessonQuestion) -> set[Cell]:
    nodes = nodes_by_first(question)
    return {cell for cell, number in nodes.items() if number == min(nodes.values())}


def _smallest(question: LessonQuestion) -> set[Cell]:
    numbers = {cell: proof_number(question, cell) for cell in question.position.legal_moves()}
    return {cell for cell, number in numbers.items() if number == min(numbers.values())}


def _making(question: LessonQuestion) -> set[Cell]:
    shapes = searches.shapes_of(question.position)
    return {cell for cell, shape in shapes.items() if shape == question.kind}


def _stopping(question: LessonQuestion) -> set[Cell]:
    position = question.position
    return set(position.legal_moves()) - searches.lost_by_force(position).keys()


def nodes_by_first(question: LessonQuestion) -> dict[Cell, int]:
    position = question.position
    return {cell: searches.nodes_with_first(position, cell) for cell in position.legal_moves()}


def proof_number(question: LessonQuestion, cell: Cell) -> int:
    """Return how many replies to *cell* must still be refuted to prove that it wins."""
    return len(searches.replies_that_last(question.position, cell))


def _of_numbers(right: int, numbers: set[int]) -> list[LessonChoice]:
    return [
        LessonChoice(str(one), intcomma(one), one == right) for one in sorted({right, *numbers})
    ]


def _lines(question: LessonQuestion) -> list[LessonChoice]:
    through = question.place.ruleset.lines_through
    return _of_numbers(len(through[question.cells[-1]]), {len(lines) for lines in through})


def _threats(question: LessonQuestion) -> list[LessonChoice]:
    return _of_numbers(len(completing_cells(question)), {0, 1, 2, 3})


def completing_cells(question: LessonQuestion) -> list[Cell]:
    position = Position.after(question.place.ruleset, question.shown_moves)
    return winning_cells(passed(position))


def _who(question: LessonQuestion) -> list[LessonChoice]:
    return _winners(question, searches.root_worth(question.position))


def _who_proved(question: LessonQuestion) -> list[LessonChoice]:
    """Return the choices for a question that a stored proof answers; none without the proof."""
    proof = searches.proof_of(question.position.ruleset, question.place.moves)
    return [] if proof is None else _winners(question, CERTAIN)


def _who_after(question: LessonQuestion) -> list[LessonChoice]:
    return _winners(question, searches.worth_of(question.position, question.cells))


def _winners(question: LessonQuestion, worth: Worth) -> list[LessonChoice]:
    wins = _("%(side)s wins")
    own, other = question.side(0), question.side(1)
    return [
        LessonChoice(own.lower(), wins % {"side": own}, worth > 0),
        LessonChoice("draw", _("Draw"), worth == 0),
        LessonChoice(other.lower(), wins % {"side": other}, worth < 0),
    ]


def _counts(question: LessonQuestion) -> list[LessonChoice]:
    numbers = {method: searches.counts(question.position, method).nodes for method in METHODS}
    return _of_numbers(numbers[question.method], set(numbers.values()))


def _different(question: LessonQuestion) -> list[LessonChoice]:
    counts = searches.counts(question.position, "minimax_with_table")
    plain = searches.counts(question.position, "minimax")
    right = searches.different_positions(question.position)
    return _of_numbers(right, {counts.nodes, plain.nodes})


def _remembered(question: LessonQuestion) -> list[LessonChoice]:
    nodes = searches.nodes_of(question.position, question.method)
    choices = []
    for option in question.options:
        path = tuple(parse_cell(question.place.ruleset, name) for name in option.split("-"))
        is_known = nodes[path].source is WorthSource.TABLE
        choices.append(LessonChoice(option, question.moves_text(path), is_known))
    return choices


def _proof(question: LessonQuestion) -> list[LessonChoice]:
    right = proof_number(question, question.cells[0])
    return _of_numbers(right, {0, 1, 2, question.position.free.bit_count() - 1})


CHOICES: Mapping[str, Callable[[LessonQuestion], list[LessonChoice]]] = {
    "finish": _of_cells(_finishing),
    "hold": _of_cells(_holding),
    "lines": _lines,
    "best": _of_cells(_best),
    "threats": _threats,
    "who": _who,
    "who_proved": _who_proved,
    "who_after": _who_after,
    "skipped": _of_cells(_skipped),
    "count": _counts,
    "first": _of_cells(_first),
    "remembered": _remembered,
    "different": _different,
    "proof": _proof,
    "smallest": _of_cells(_smallest),
    **dict.fromkeys(SHAPES, _of_cells(_making)),
    "stop": _of_cells(_stopping),
}
