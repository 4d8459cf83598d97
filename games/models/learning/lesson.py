"""Which questions of the lessons people have answered."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class LessonAnswer(models.Model):
    """A *question*, numbered from 1, of the *lesson* that *user* has answered rightly."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lesson_answers"
    )
    lesson = models.SlugField(max_length=30)
    question = models.PositiveSmallIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "lesson", "question"), name="lesson_answer_is_kept_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.lesson} {self.question}"
