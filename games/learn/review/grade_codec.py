"""Grades as they are stored: `grades_json` writes what `parse_grades` reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.analysis.grades import Evaluation, Grades
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade
from games.engine.analysis.shapes import Shape
from games.engine.search.value import Value

STORED_EVALUATIONS = "standings"  # the key in every row: evaluations were called so at first


def grades_json(grades: Grades) -> dict[str, Any]:
    """Return *grades* as a value for JSON."""
    return {
        "moves": [_move_json(move) for move in grades.moves],
        STORED_EVALUATIONS: [_evaluation_json(evaluation) for evaluation in grades.evaluations],
        "accuracy": list(grades.accuracy),
    }


def parse_grades(data: Mapping[str, Any]) -> Grades:
    """Read what `grades_json` writes.

    Raises KeyError, TypeError or ValueError where a part is missing, or a name or a value is
    unknown. Cells and other numbers are not checked.
    """
    first, second = data["accuracy"]
    return Grades(
        tuple(_move(ply, move) for ply, move in enumerate(data["moves"])),
        tuple(_evaluation(evaluation) for evaluation in data[STORED_EVALUATIONS]),
        (first, second),
    )


def _move_json(move: MoveGrade) -> dict[str, Any]:
    return {
        "cell": move.cell,
        "label": move.label.value,
        "reason": move.reason.code.value,
        "numbers": dict(move.reason.numbers),
        "value": _number(move.value),
        "best": list(move.best),
        "makes": move.makes,
        "stops": move.stops,
        "threat": move.threat,
        "answers": [[reply, *line] for reply, line in move.answers.items()],
    }


def _move(ply: int, data: Mapping[str, Any]) -> MoveGrade:
    return MoveGrade(
        ply,
        data["cell"],
        Label(data["label"]),
        LabelReason(Code(data["reason"]), dict(data["numbers"])),
        _value(data["value"]),
        tuple(data["best"]),
        _shape(data.get("makes")),
        _shape(data.get("stops")),
        _shape(data.get("threat")),
        {reply: tuple(line) for reply, *line in data.get("answers", ())},
    )


def _evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "value": _number(evaluation.value),
        "plies": evaluation.plies,
        "within": evaluation.within,
        "estimate": round(evaluation.estimate, 3),
        "looks_best": evaluation.looks_best,
        "line": list(evaluation.line),
    }


def _evaluation(data: Mapping[str, Any]) -> Evaluation:
    value = _value(data["value"])
    return Evaluation(
        value,
        data["plies"],
        data["within"],
        data["estimate"],
        data["looks_best"],
        tuple(data.get("line", ())),  # rows of early versions have none, nor shapes
    )


def _shape(name: str | None) -> Shape | None:
    return None if name is None else Shape(name)


def _number(value: Value | None) -> int | None:
    return None if value is None else int(value)


def _value(number: int | None) -> Value | None:
    return None if number is None else Value(number)
