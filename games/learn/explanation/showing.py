"""An explanation as its page shows it: the tree after a step, what is said of it, and ways on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.notation import cell_name
from games.core.rules import Cell, Position
from games.engine.explanation.predictions import (
    PredictedAnswer,
    Prediction,
    PredictionQuestion,
    next_stop,
    prediction_of,
)
from games.engine.explanation.scene import Scene, scene_at
from games.engine.explanation.story import STORIES, Node, Story
from games.learn.explanation.drawing import NARROW, WIDE, TreePicture, draw
from games.learn.explanation.film import Film, film_of
from games.learn.explanation.gauge import Gauge, gauge_of
from games.learn.explanation.pseudo_code import CodeLine, code_at
from games.learn.explanation.services import Explanation
from games.learn.explanation.telling import Telling
from games.learn.explanation.words import METHOD_HINTS, METHOD_NAMES, Teller, number_text
from tictactoe_site.common.numbers import parse_number

USUAL = "alpha_beta"
BAR = 1000  # the width of the longest bar, in units of its picture
MIN_BAR = 6
YES_AND_NO: Mapping[PredictionQuestion, tuple[Promise, Promise]] = {
    PredictionQuestion.BETTER: (gettext_lazy("Better"), gettext_lazy("No better")),
    PredictionQuestion.CUT: (gettext_lazy("It skips them"), gettext_lazy("It looks at the next")),
}


@dataclass(frozen=True, slots=True)
class ExplanationAddress:
    """What the address of a page asks for: a method, a step, and an answer to a prediction.

    While the visitor *predicts*, the page asks before steps what comes next. Without a *step* it
    shows the first then, and the last otherwise. *fixed* are the other parts of the address.
    """

    method: str = USUAL
    step: int | None = None
    predicts: bool = False
    answer: str = ""
    fixed: tuple[tuple[str, str], ...] = ()

    @property
    def address(self) -> str:
        """The query of a page's address."""
        query = QueryDict(mutable=True)
        query.update(dict(self.fixed))
        if self.method != USUAL:
            query["method"] = self.method
        if self.predicts:
            query["predict"] = "1"
        if self.step is not None:
            query["step"] = str(self.step)
        if self.answer:
            query["answer"] = self.answer
        return f"?{query.urlencode()}"


def asking_of(query: QueryDict, **fixed: str) -> ExplanationAddress:
    """Return what the address with *query* asks for; ignore what makes no sense."""
    method, step = query.get("method", ""), query.get("step", "")
    return ExplanationAddress(
        method if method in STORIES else USUAL,
        parse_number(step),
        query.get("predict") == "1",
        query.get("answer", ""),
        tuple((name, text) for name, text in fixed.items() if text),
    )


@dataclass(frozen=True, slots=True)
class Method:
    """A method to choose, with a bar whose length shows how many positions it looks at."""

    name: str
    hint: str
    count: str
    bar: int
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A move, the line that ends with it, and all moves on the board after it."""

    name: str
    text: str
    line: str
    cells: tuple[Cell, ...]
    is_preferred: bool


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """An answer that one can give, and where that leads."""

    text: str
    address: str


@dataclass
class ShownExplanation:
    """An *explanation* that has stories, at the step that the address of the *page* names.

    *played* are all moves from the empty board; the last of them are the *line*.
    """

    explanation: Explanation
    page: ExplanationAddress
    teller: Teller
    own: str
    other: str
    line: tuple[Cell, ...]
    played: tuple[Cell, ...]
    story: Story = field(init=False)
    scene: Scene = field(init=False)
    telling: Telling = field(init=False)

    def __post_init__(self) -> None:
        self.story = self.explanation.stories[self.page.method]
        usual = 1 if self.page.predicts else len(self.story.steps)
        self.scene = scene_at(self.story, self.page.step or usual)
        self.telling = Telling(self.story, self.page.method, self.teller, self.own, self.other)

    @property
    def position(self) -> Position:
        return self.explanation.position

    @property
    def text(self) -> str:
        return self.telling.text(self.scene.step)

    @property
    def answer(self) -> str:
        """What is known of the position in the end."""
        return self.teller.node(self.story.root)

    @property
    def sure(self) -> str:
        """The score that the side to move is sure of; empty if there is none yet."""
        best = self.scene.best
        if best is None or best.worth is None:
            return ""
        return self.teller.score(best.worth)

    @property
    def pictures(self) -> list[tuple[str, TreePicture]]:
        """The tree for wide and for narrow pages."""
        return [
            (name, draw(self.scene, self.position.ruleset, self.telling, sizes))
            for name, sizes in (("wide", WIDE), ("narrow", NARROW))
        ]

    @property
    def code(self) -> list[CodeLine]:
        ends_early = self.story.horizon is not None
        return code_at(self.scene.step, self.page.method, self.own, ends_early=ends_early)

    @property
    def window(self) -> tuple[str, str] | None:
        """Alpha and beta, where the method has them."""
        if not self.telling.has_windows:
            return None
        return self.teller.score(self.scene.step.low), self.teller.score(self.scene.step.high)

    @property
    def gauge(self) -> Gauge | None:
        """The window as a picture, if no score is an estimate."""
        if not self.telling.has_windows or self.story.horizon is not None:
            return None
        return gauge_of(self.scene.step, self.position.free.bit_count())

    @property
    def moves(self) -> list[FirstMove]:
        """The first moves that were looked at, with what is known of them in the end."""
        looked_at = (node for node in self.story.root.children if not node.is_cut)
        return [self._first_move(node) for node in looked_at]

    def _first_move(self, node: Node) -> FirstMove:
        names = [cell_name(self.position.ruleset, cell) for cell in (*self.line, *node.path)]
        name, cells = self.telling.move(node.path[0]), (*self.played, *node.path)
        text = self.teller.node(node)
        return FirstMove(name, text, "-".join(names), cells, node.is_preferred)

    @property
    def film(self) -> Film | None:
        """The proof of a win by its best line, where there is one."""
        return film_of(self.explanation, self.telling, self.line, self.played)

    # ---- what it takes ----

    @property
    def methods(self) -> list[Method]:
        counts = self.explanation.counts
        most = max(counts[method].nodes for method in STORIES)
        return [
            Method(
                str(METHOD_NAMES[method]),
                str(METHOD_HINTS[method]),
                number_text(counts[method]),
                max(MIN_BAR, round(BAR * counts[method].nodes / most)),
                replace(self.page, method=method, step=None, answer="").address,
                method == self.page.method,
            )
            for method in STORIES
        ]

    # ---- the ways on ----

    def _at(self, step: int, answer: str = "") -> str:
        return replace(self.page, step=step, answer=answer).address

    @property
    def back(self) -> str:
        return "" if self.scene.number == 1 else self._at(self.scene.number - 1)

    @property
    def next(self) -> str:
        """The address one step on; while predicting, of the next step that asks something."""
        number = self.scene.number
        if number == self.scene.last:
            return ""
        if self.page.predicts and self.prediction is None:
            return self._at(next_stop(self.story, number))
        return self._at(number + 1)

    @property
    def start(self) -> str:
        return self._at(1)

    @property
    def steps(self) -> list[tuple[str, str, bool]]:
        """All steps: the address of each, what is said of it, and whether it is shown now."""
        return [
            (self._at(number), self.telling.text(step), number == self.scene.number)
            for number, step in enumerate(self.story.steps, start=1)
        ]

    # ---- predicting ----

    @property
    def predict_address(self) -> str:
        """The address of the page with predicting switched on, or off if it is on."""
        step = self.scene.number if self.page.predicts else 1
        return replace(self.page, predicts=not self.page.predicts, step=step, answer="").address

    @cached_property
    def prediction(self) -> Prediction | None:
        if not self.page.predicts:
            return None
        return prediction_of(self.story, self.scene.number)

    @property
    def question(self) -> str:
        """What is asked before the next step."""
        prediction = self.prediction
        if prediction is None:
            return ""
        is_by_own = len(prediction.path) == 1
        name = self.telling.move(prediction.path[-1], by_own=is_by_own)
        if prediction.question is PredictionQuestion.WHO:
            return _("Who wins after %(move)s, if both play their best?") % {"move": name}
        if prediction.question is PredictionQuestion.CUT:
            return _("Does it look at the next reply to %(move)s, or skip the rest?") % {
                "move": name
            }
        limit = self.teller.score(prediction.limit or 0.0)
        side = self.own if is_by_own else self.other
        return _("Is %(move)s better for %(side)s than the %(score)s it has?") % {
            "move": name,
            "side": side,
            "score": limit,
        }

    @property
    def choices(self) -> list[AnswerChoice]:
        prediction = self.prediction
        if prediction is None:
            return []
        after = self.scene.number + 1
        return [
            AnswerChoice(self._answer_text(prediction.question, one), self._at(after, one))
            for one in prediction.answers
        ]

    @property
    def is_right(self) -> bool | None:
        """Whether the prediction of this step was right; None if there was none."""
        if not (self.page.predicts and self.page.answer):
            return None
        prediction = prediction_of(self.story, self.scene.number - 1)
        if prediction is None or self.page.answer not in prediction.answers:
            return None
        return self.page.answer == prediction.answer

    def _answer_text(self, question: PredictionQuestion, answer: PredictedAnswer) -> str:
        if question is PredictionQuestion.WHO:
            if answer is PredictedAnswer.DRAW:
                return _("Draw")
            side = self.own if answer is PredictedAnswer.OWN else self.other
            return _("%(side)s wins") % {"side": side}
        yes, no = YES_AND_NO[question]
        return str(yes if answer is PredictedAnswer.YES else no)
