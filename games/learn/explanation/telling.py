"""What is said of each step of a search."""

from __future__ import annotations

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.rules import Cell
from games.engine.explanation.scene import Branch
from games.engine.explanation.steps import StepKind, StoryStep
from games.engine.explanation.story import Story
from games.engine.search.worth import UNBOUNDED, Worth
from games.learn.explanation.words import Teller


class Telling:
    """Words for the steps of the *story* that *method* made.

    *teller* has the words for worths and nodes. *own* is the name of the side to move at the root,
    *other* that of the other side.
    """

    def __init__(self, story: Story, method: str, teller: Teller, own: str, other: str) -> None:
        self.story, self.teller = story, teller
        self.own, self.other = own, other
        self.has_cuts = method.startswith("alpha_beta")

    # ---- for the picture ----

    @property
    def has_windows(self) -> bool:
        return self.has_cuts

    @property
    def skipped(self) -> str:
        return _("skipped")

    def worth_of(self, branch: Branch) -> str:
        """Return what is known of a first move or a reply."""
        return "" if branch.worth is None else self.teller.score(branch.worth, branch.bound)

    def window(self, low: Worth, high: Worth) -> str:
        return self.teller.window(low, high)

    # ---- the sentences ----

    def text(self, step: StoryStep) -> str:
        """Return a few sentences for one step."""
        match step.kind:
            case StepKind.STARTED:
                return self._start()
            case StepKind.TRIED:
                return self._try(step)
            case StepKind.CUT:
                return self._cut(step)
            case StepKind.DONE:
                return self._done(step)
            case StepKind.STOPPED:
                return _("It ran out of time before it finished.")
        return self._reply(step) if len(step.path) == 2 else self._move(step)

    def move(self, cell: Cell, *, by_own: bool = True) -> str:
        """Return, for example, "X c2"."""
        return f"{self.own if by_own else self.other} {self.teller.name(cell)}"

    def _start(self) -> str:
        names = {"own": self.own, "other": self.other}
        if self.has_cuts:
            return _("Nothing found for %(own)s yet: the window is wide open.") % names
        wants = _("%(own)s wants the highest score, %(other)s the lowest.") % names
        looks = _("Every move is looked at.")
        return f"{wants} {looks}"

    def _try(self, step: StoryStep) -> str:
        names = {"own": self.own, "name": self.teller.name(step.path[0])}
        tries = _("%(own)s tries %(name)s.") % names
        if not self.has_cuts or step.low == -UNBOUNDED:
            return tries
        limit = {"score": self.teller.score(step.low)}
        matters = _("It must be worth more than %(score)s to matter.") % limit
        return f"{tries} {matters}"

    def _reply(self, step: StoryStep) -> str:
        first, reply = step.path
        told = _("%(other)s answers %(name)s: %(worth)s.") % {
            "other": self.other,
            "name": self.teller.name(reply),
            "worth": self._worth(step),
        }
        if not step.is_better:
            no_better = _("No better for %(other)s than what it has.") % {"other": self.other}
            return f"{told} {no_better}"
        so = _("So %(move)s is worth %(score)s at most.") % {
            "move": self.move(first),
            "score": self.teller.score(step.worth or 0),
        }
        return f"{told} {so}"

    def _move(self, step: StoryStep) -> str:
        move = self.move(step.path[0])
        if not step.is_better:
            return _("%(move)s is no better than what %(own)s has.") % {
                "move": move,
                "own": self.own,
            }
        told = _("%(move)s is worth %(score)s: %(worth)s.") % {
            "move": move,
            "score": self.teller.score(step.worth or 0),
            "worth": self._worth(step),
        }
        best = _("That is the best for %(own)s so far.") % {"own": self.own}
        return f"{told} {best}"

    def _cut(self, step: StoryStep) -> str:
        """Return why the rest of the replies is skipped."""
        told = _("%(move)s can’t beat the %(score)s that %(own)s already has.") % {
            "move": self.move(step.path[0]),
            "score": self.teller.score(step.limit or 0),
            "own": self.own,
        }
        if len(step.skipped) == 1:
            name = self.teller.name(step.skipped[0])
            last = _("The last reply, %(name)s, is skipped.") % {"name": name}
            return f"{told} {last}"
        others = _("The other %(n)s replies are skipped.") % {"n": len(step.skipped)}
        return f"{told} {others}"

    def _done(self, step: StoryStep) -> str:
        counts = self.story.counts
        done = _("Done: %(worth)s.") % {"worth": self._worth(step)}
        if proof := self.teller.proof(()):
            deeper = _("By a deeper search: %s.") % proof
            done = f"{done} {deeper}"
        if not counts.is_complete:
            return done
        looked = ngettext(
            "%(n)s position looked at.", "%(n)s positions looked at.", counts.nodes
        ) % {"n": intcomma(counts.nodes)}
        if not counts.skipped:
            return f"{done} {looked}"
        skipped = ngettext("%(n)s move skipped.", "%(n)s moves skipped.", counts.skipped) % {
            "n": intcomma(counts.skipped)
        }
        return f"{done} {looked} {skipped}"

    def _worth(self, step: StoryStep) -> str:
        return self.teller.worth(step.worth or 0.0, step.bound)
