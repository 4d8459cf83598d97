"""A link to a lesson, for pages about something that it teaches."""

from django import template

from games.learn.lessons.content import BY_SLUG, Lesson

register = template.Library()


@register.inclusion_tag("learn/lessons/_link.html")
def lesson_link(slug: str) -> dict[str, Lesson]:
    return {"lesson": BY_SLUG[slug]}
