"""What is said about a puzzle and the moves made in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.core.notation import cell_name
from games.core.rules import Cell, Position
from games.core.symmetry import image, symmetries
from games.engine.analysis.shapes import Shape
from games.engine.search.glance import blocking_cells, passed, winning_cells
from games.learn.review.words import cells_text
from games.models import Puzzle, PuzzleAttempt
from games.text.wording import board_text, moves_to_win

Theme = Puzzle.Theme
State = PuzzleAttempt.State


@dataclass(frozen=True, slots=True)
class VerdictText:
    """A verdict: its kind ("", "right" or "wrong"), a headline, and why."""

    kind: str
    title: str
    text: str


def title_of(puzzle: Puzzle, *, has_begun: bool = False) -> str:
    """Return the task, without a hint at the answer.

    With *has_begun* it names no number of moves, since that depends on the moves made.
    """
    mark = puzzle.to_move.upper()
    if puzzle.plies is None and puzzle.is_by_threats:
        return _("%(mark)s to play and stop the threat") % {"mark": mark}
    if puzzle.plies is None:
        return _("%(mark)s to play and hold the draw") % {"mark": mark}
    words = {"mark": mark, "moves": moves_to_win(puzzle.plies)}
    if has_begun:
        return _("%(mark)s to play and win") % words
    if puzzle.is_by_threats:
        return _("%(mark)s to play and win by threats in %(moves)d") % words
    return _("%(mark)s to play and win in %(moves)d") % words


def counting_of(puzzle: Puzzle) -> str:
    """Return how the moves in the puzzle's title are counted; empty if it names no number."""
    if puzzle.plies is None:
        return ""
    words = {"moves": moves_to_win(puzzle.plies), "mark": puzzle.to_move.upper()}
    return _("“In %(moves)d” counts %(mark)s’s own moves.") % words


def task_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return what is proven about the puzzle, in short, and what a solver should know beside it."""
    counting = counting_of(puzzle)
    if puzzle.plies is None and puzzle.is_by_threats:
        return _("Only one move stops the threat."), _("All others are proven to lose.")
    if puzzle.plies is None:
        if is_symmetric(puzzle.position):
            return _("Only one move holds the draw, not counting its mirror images."), counting
        return _("Only one move holds the draw."), counting
    if puzzle.is_by_threats and puzzle.is_only:
        any_win = _("Any move that wins is right.")
        return _("Only one threat is known to win."), f"{any_win} {counting}"
    if puzzle.is_by_threats:
        others = _("Nobody knows if some other moves win. Those don’t count.")
        return _("There is a win by threats."), f"{others} {counting}"
    if not puzzle.is_only:
        any_win = _("Any move that wins is right.")
        return _("There is a win."), f"{any_win} {counting}"
    if is_symmetric(puzzle.position):
        return _("Only one move wins, not counting its mirror images."), counting
    return _("Only one move wins."), counting


def is_symmetric(position: Position) -> bool:
    """Return whether *position*, turned or mirrored, is itself: then moves have mirror images."""
    return [image(position, way) for way in symmetries(position.ruleset)].count(position) > 1


def pasted_text(position: Position, title: str, day: date, url: str) -> str:
    """Return the puzzle of the *day* as plain text to paste, without the answer.

    It has *position* as it is shown, the *title*, which is the task, and the *url*.
    """
    ruleset = position.ruleset
    headline = _("Puzzle of the day, %(day)s") % {"day": date_format(day)}
    board = board_text(ruleset)
    rows = str(position).upper().replace(".", "·")
    return f"{headline}\n{title} ({board})\n{rows}\n{url}"


def count_of(puzzle: Puzzle) -> str:
    """Return the length of the answer: "Win in 2", "Draw" or "All other moves lose"."""
    if puzzle.plies is None and puzzle.is_by_threats:
        return _("All other moves lose")
    if puzzle.plies is None:
        return _("Draw")
    return _("Win in %(moves)d") % {"moves": moves_to_win(puzzle.plies)}


def verdict_of(attempt: PuzzleAttempt, moves: list[Cell], refutation: list[Cell]) -> VerdictText:
    """Return how *attempt* stands; its *moves* and *refutation* are given as they are shown."""
    teller = _Teller(attempt, moves, refutation)
    if attempt.state == State.SOLVED:
        return VerdictText("right", teller.praise(), teller.why())
    if attempt.state == State.WRONG:
        return VerdictText("wrong", teller.blame(), teller.answer())
    if attempt.state == State.GIVEN_UP:
        return VerdictText("", teller.solution(), teller.why())
    return VerdictText("", _("Right so far"), teller.reply())


def open_move(puzzle: Puzzle, name: str) -> VerdictText:
    """Return what is said of the move *name*, of which nothing is proven."""
    if puzzle.is_by_threats and puzzle.plies is not None:
        title = _("%(cell)s: no win by threats found") % {"cell": name}
        return VerdictText(
            "",
            title,
            _("It may still win. Try another move. This puzzle no longer counts for your rating."),
        )
    title = _("%(cell)s: not proven, try again") % {"cell": name}
    return VerdictText(
        "", title, _("Nobody knows if that wins. This puzzle no longer counts for your rating.")
    )


class _Teller:
    def __init__(self, attempt: PuzzleAttempt, moves: list[Cell], refutation: list[Cell]) -> None:
        puzzle = attempt.puzzle
        self._attempt, self._puzzle = attempt, puzzle
        self._moves, self._refutation = moves, refutation
        self._mark, self._other = puzzle.to_move.upper(), puzzle.to_move.other.upper()

    def praise(self) -> str:
        if self._puzzle.is_by_threats:
            is_win = self._puzzle.plies is not None
            return _("Right, that wins") if is_win else _("Right, that stops it")
        if self._puzzle.plies is None:
            return _("Right, that’s a draw")
        if self._attempt.is_fastest:
            return _("Right, and the fastest win")
        return _("Right, though not the fastest win")

    def solution(self) -> str:
        if not self._line:
            return _("The answer is not proven yet")
        return _("The answer: %(cell)s") % {"cell": self._name(self._line[0])}

    def blame(self) -> str:
        cell = self._name(self._moves[-1])
        if self._loses:
            return _("%(cell)s loses") % {"cell": cell}
        if self._puzzle.is_by_threats:
            return _("%(cell)s: no win by threats found") % {"cell": cell}
        return _("%(cell)s only draws") % {"cell": cell}

    def answer(self) -> str:
        words = {"mark": self._other}
        if not self._refutation and self._puzzle.is_by_threats:
            return _("All threats after it were tried.")
        if not self._refutation:
            return _("Now it’s a draw.")
        words["cell"] = self._name(self._refutation[0])
        if not self._loses and self._puzzle.is_by_threats:
            return _("%(mark)s %(cell)s stops all threats that were tried.") % words
        if not self._loses:
            return _("%(mark)s %(cell)s stops it. Now it’s a draw.") % words
        if len(self._refutation) == 1:
            return _("%(mark)s wins at once with %(cell)s.") % words
        sentence = _("%(mark)s wins with %(cell)s in %(moves)d moves.")
        return sentence % {**words, "moves": moves_to_win(len(self._refutation))}

    def reply(self) -> str:
        words = {"mark": self._other, "cell": self._name(self._moves[-1])}
        return _("%(mark)s answers %(cell)s. Go on.") % words

    def why(self) -> str:
        if not self._line:
            return ""
        words = {"cell": self._name(self._line[0]), "mark": self._mark, "other": self._other}
        threats = winning_cells(self._shown_after_first())
        if self._puzzle.plies is not None and len(threats) > 1:
            names = cells_text(tuple(threats), self._puzzle.ruleset)
            sentence = _("%(cell)s threatens to win at %(names)s. %(other)s can stop only one.")
            return sentence % {**words, "names": names}
        theme = self._theme()
        if theme is Theme.QUIET and is_symmetric(self._puzzle.position):
            return (
                _("Nothing threatened yet, but only %(cell)s and its mirror images hold.") % words
            )
        return REASONS[theme]() % words

    @property
    def _line(self) -> list[Cell]:
        return [*self._moves, *self._refutation]

    @property
    def _loses(self) -> bool:
        """Whether the refutation ends with a line of the other side."""
        return self._end().is_won

    def _end(self) -> Position:
        position = self._attempt.position
        for cell in self._attempt.refutation:
            position = position.play(cell)
        return position

    def _theme(self) -> Puzzle.Theme:
        """Return the puzzle's theme, or CHAIN, a win by force, if the line wins in another way."""
        theme = Theme(self._puzzle.theme)
        return theme if self._has(theme) else Theme.CHAIN

    def _has(self, theme: Puzzle.Theme) -> bool:
        """Return whether the line that was played is of the *theme*.

        It is no fork: `why` has told of two threats before it asks for the theme.
        """
        if theme is Theme.FOURS:
            return self._makes_fours()
        if theme in (Theme.FOUR_AND_THREE, Theme.TWO_THREES):
            from games.engine.analysis.shape_finder import made_by  # loads the compiler

            return made_by(self._shown(), self._line[0]) is Shape(theme.value)
        return theme is not Theme.FORK

    def _makes_fours(self) -> bool:
        """Return whether each move of the solver's side threatens a line, or completes it."""
        position = self._shown()
        for number, cell in enumerate(self._line):
            position = position.play(cell)
            if number % 2 == 0 and not (position.is_won or blocking_cells(position)):
                return False
        return True

    def _shown(self) -> Position:
        """Return the puzzle's position as it is shown."""
        return image(self._puzzle.position, self._attempt.transform.symmetry)

    def _shown_after_first(self) -> Position:
        """Return the position after the first move, as if the same side were to move again."""
        return passed(self._shown().play(self._line[0]))

    def _name(self, cell: Cell) -> str:
        return cell_name(self._puzzle.ruleset, cell)


REASONS = {
    Theme.FINISH: lambda: _("%(cell)s completes the line."),
    Theme.BLOCK: lambda: _("%(other)s threatened to complete a line there."),
    Theme.FORK: lambda: _("After %(cell)s there are two threats, and %(other)s can stop only one."),
    Theme.CHAIN: lambda: _("%(cell)s wins by force, whatever %(other)s replies."),
    Theme.QUIET: lambda: _("Nothing threatened yet, but after any other move %(other)s wins."),
    Theme.DEEP: lambda: _("%(cell)s wins by force, whatever %(other)s replies."),
    Theme.FOURS: lambda: _("%(cell)s wins by fours: to each there is only one reply."),
    Theme.FOUR_AND_THREE: lambda: _(
        "%(cell)s makes a four and an open three. %(other)s can stop only one."
    ),
    Theme.TWO_THREES: lambda: _("%(cell)s makes two open threes. %(other)s can stop only one."),
    Theme.STOP_THREE: lambda: _("%(other)s threatened to win in 2, and only %(cell)s stops that."),
    Theme.DEFENCE: lambda: _("After any other move %(other)s wins by threats."),
}
