"""Why an answer to a lesson's question is right or wrong, as the searches found it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.notation import parse_cell
from games.core.rules import Cell
from games.engine.analysis.shapes import Shape
from games.learn.lessons import searches
from games.learn.lessons.questions import SHAPES as SHAPE_KINDS
from games.learn.lessons.questions import LessonQuestion, completing_cells, nodes_by_first


def _by_move(question: LessonQuestion, answer: str) -> str:
    """Return how the game goes on after the answer, a move, if both play their best."""
    cell = parse_cell(question.place.ruleset, answer)
    worth = question.worth_text(searches.worth_of(question.position, (cell,)))
    line = _line(question, (cell,))
    if len(line) == 1:
        return _("%(move)s: %(worth)s.") % {"move": question.moves_text(line), "worth": worth}
    told = {"line": question.moves_text(line), "worth": worth}
    return _("Both playing their best, it goes on %(line)s: %(worth)s.") % told


def _line(question: LessonQuestion, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the best moves of both after *path*, to the end."""
    position = question.position
    for cell in path:
        position = position.play(cell)
    while (best := searches.best_move(position)) is not None:
        path, position = (*path, best), position.play(best)
    return path


def _by_line(question: LessonQuestion, answer: str) -> str:
    """Return how the game goes on after the question's moves, if both play their best."""
    worth = searches.worth_of(question.position, question.cells)
    told = {"line": question.moves_text(_line(question, question.cells))}
    told["worth"] = question.worth_text(worth)
    return _("Both playing their best, it goes on %(line)s: %(worth)s.") % told


def _by_search(question: LessonQuestion, answer: str) -> str:
    worth = question.worth_text(searches.root_worth(question.position))
    looked = intcomma(searches.counts(question.position, "alpha_beta_with_table").nodes)
    return _("A search of %(n)s positions says: %(worth)s.") % {"n": looked, "worth": worth}


def _by_proof_file(question: LessonQuestion, answer: str) -> str:
    """Return that X wins by a stored proof, which answers the last move, O's reply."""
    *before, reply = question.place.moves
    proof = searches.proof_of(question.place.ruleset, question.place.moves)
    if proof is None:
        return ""
    told = _(
        "That is proved on this site: after %(moves)s, X wins against %(n)s of O’s %(all)s answers,"
        " and %(reply)s is one of them."
    )
    sides = ("X", "O", "X")
    moves = zip(sides, before, strict=True)
    return told % {
        "moves": ", ".join(f"{side} {question.name(cell)}" for side, cell in moves),
        "n": intcomma(len(proof.replies)),
        "all": intcomma(proof.position.free.bit_count()),
        "reply": question.name(reply),
    }


def _by_cut(question: LessonQuestion, answer: str) -> str:
    position, path = question.position, question.cells
    cut = searches.cut_at(position, path)
    if cut is None:
        return ""
    names = {
        "move": question.moves_text(path),
        "reply": question.name(cut.cell),
        "limit": question.worth_text(cut.limit),
        "worth": question.worth_text(cut.worth),
        "own": question.side(0),
        "other": question.side(1),
        "name": answer,
    }
    because = _(
        "After %(other)s %(reply)s it is %(worth)s, and %(own)s has as much already (%(limit)s)."
        " Whatever the rest is worth, nothing changes."
    )
    cell = parse_cell(question.place.ruleset, answer)
    if cell in cut.skipped:
        return because % names
    if cell == cut.cell:
        return _("%(name)s is the reply that settles it: it has to be looked at.") % names
    value = question.worth_text(searches.worth_of(position, (*path, cell)))
    told = _("%(name)s is looked at: %(value)s. %(other)s has to look further.")
    return told % {**names, "value": value}


def _by_first(question: LessonQuestion, answer: str) -> str:
    nodes = nodes_by_first(question)
    told = _("With %(name)s first it looks at %(n)s positions, with the worst at %(most)s.")
    return told % {
        "name": answer,
        "n": intcomma(nodes[parse_cell(question.place.ruleset, answer)]),
        "most": intcomma(max(nodes.values())),
    }


def _by_proof(question: LessonQuestion, answer: str) -> str:
    cell = question.cells[0] if question.cells else parse_cell(question.place.ruleset, answer)
    replies = searches.replies_that_last(question.position, cell)
    names = ", ".join(question.name(reply) for reply in replies)
    move = question.moves_text((cell,))
    if not replies:
        return _("After %(move)s every reply loses at once: the proof number is 0.") % {
            "move": move
        }
    return _("After %(move)s these replies are still to be refuted: %(names)s.") % {
        "move": move,
        "names": names,
    }


def _by_lines(question: LessonQuestion, answer: str) -> str:
    right = question.right[0].text
    ruleset = question.place.ruleset
    return _("Of the %(all)s lines of this board, %(n)s go through %(name)s.") % {
        "all": len(ruleset.lines),
        "n": right,
        "name": question.path[-1],
    }


def _by_threats(question: LessonQuestion, answer: str) -> str:
    names = ", ".join(question.name(cell) for cell in completing_cells(question))
    if not names:
        return _("Nowhere: no line lacks just one mark.")
    return _("It could complete a line at %(names)s.") % {"names": names}


def _by_table(question: LessonQuestion, answer: str) -> str:
    chosen = question.judge(answer)
    if chosen is None:
        return ""
    if chosen.is_right:
        return _("The same marks were there before, made in another order: the table knows them.")
    return _("These marks have not been on the board together before.")


def _by_numbers(question: LessonQuestion, answer: str) -> str:
    right = question.right[0]
    if int(answer) == int(right.value):
        return _("The search counts %(n)s.") % {"n": right.text}
    return _("It is fewer.") if int(answer) > int(right.value) else _("It is more.")


SHAPES: Mapping[Shape, Promise] = {
    Shape.OPEN_THREE: gettext_lazy("%(cell)s makes an open three."),
    Shape.FOUR: gettext_lazy("%(cell)s makes a four."),
    Shape.OPEN_FOUR: gettext_lazy("%(cell)s makes an open four."),
    Shape.TWO_FOURS: gettext_lazy("%(cell)s makes two fours."),
    Shape.FOUR_AND_THREE: gettext_lazy("%(cell)s makes a four and a three."),
    Shape.TWO_THREES: gettext_lazy("%(cell)s makes two threes."),
}


def _by_shape(question: LessonQuestion, answer: str) -> str:
    cell = parse_cell(question.place.ruleset, answer)
    shape = searches.shapes_of(question.position)[cell]
    if shape is None:
        return _("%(cell)s makes nothing that has to be answered.") % {"cell": answer}
    return str(SHAPES[shape]) % {"cell": answer}


def _by_threats_after(question: LessonQuestion, answer: str) -> str:
    """Return how the other side wins by threats after the answer, or that no win is found."""
    cell = parse_cell(question.place.ruleset, answer)
    lost = searches.lost_by_force(question.position)
    if cell not in lost:
        return _("%(cell)s holds, as far as the computer can tell.") % {"cell": answer}
    names = " ".join(question.name(each) for each in lost[cell])
    told = {"cell": answer, "other": question.side(1), "line": names}
    return _("After %(cell)s %(other)s wins: %(line)s.") % told


REASONS: Mapping[str, Callable[[LessonQuestion, str], str]] = {
    **dict.fromkeys(("finish", "hold", "best"), _by_move),
    "who_after": _by_line,
    "who": _by_search,
    "who_proved": _by_proof_file,
    "skipped": _by_cut,
    "first": _by_first,
    **dict.fromkeys(("proof", "smallest"), _by_proof),
    "lines": _by_lines,
    "threats": _by_threats,
    "remembered": _by_table,
    **dict.fromkeys(SHAPE_KINDS, _by_shape),
    "stop": _by_threats_after,
}


def reason(question: LessonQuestion, answer: str) -> str:
    """Return why *answer* is right or wrong."""
    return REASONS.get(question.kind, _by_numbers)(question, answer)
