"""`python -m bench.pages.measure`: ask for every page of the database of DATABASE_URL.

Writes one line of JSON for each page.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.pages.asking import Answer, Queries, Watch
    from bench.pages.pages import Page

WARM_UP = 3
LEAST, SECONDS = 10, 2.0  # requests for a page at least; more until they have taken so long
CSRF = "a" * 32
OK = 200


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--only", default="")
    parser.add_argument("--plans", action="store_true")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # queries for sessions are made in the loop
    import django

    django.setup()
    asyncio.run(_measure(asked))


async def _measure(asked: argparse.Namespace) -> None:
    from bench.pages.asking import Watch
    from bench.pages.pages import ACTIVE, STAFF, USUAL, People, pages
    from tictactoe_site.server.application import site as application

    people = People()
    cookies = {who: session_cookie(people.called(who)) for who in (ACTIVE, USUAL, STAFF)}
    watch = Watch()
    watch.install()
    gc.collect()
    gc.freeze()  # as the server does once all is loaded
    for page in list(pages(people)):
        if asked.only in page.name:
            told = await _measure_page(application, page, cookies.get(page.who, ""), watch, asked)
            print(json.dumps(told), flush=True)


async def _measure_page(
    application: Any, page: Page, cookies: str, watch: Watch, asked: argparse.Namespace
) -> dict[str, Any]:
    from bench.pages.asking import Queries

    queries = Queries(wants_plan=asked.plans)
    await _times(application, page, cookies, WARM_UP, watch)
    await _times(application, page, cookies, 1, watch, queries)
    answers = await _times(application, page, cookies, asked.requests, watch)
    seconds = sorted(answer.seconds for answer in answers)
    return {
        "page": page.name,
        "who": page.who,
        "goal": page.goal,
        "small_goal": page.small_goal,
        "status": answers[-1].status,
        "size": answers[-1].size,
        "requests": len(answers),
        "median": median(seconds),
        "p99": seconds[int(len(seconds) * 0.99)],
        "first": median(answer.first for answer in answers),
        "cpu": median(answer.cpu for answer in answers),
        "queries": queries.count,
        "slowest": queries.slowest,
        "sql": queries.sql,
        "plan": queries.plan,
    }


async def _times(
    application: Any,
    page: Page,
    cookies: str,
    most: int,
    watch: Watch,
    queries: Queries | None = None,
) -> Sequence[Answer]:
    """Ask for *page*, *most* times at most, and count in *queries* what the database is asked."""
    from bench.pages.asking import ask

    answers: list[Answer] = []
    spent, path = 0.0, page.path
    while len(answers) < most and (len(answers) < LEAST or spent < SECONDS):
        taken = page.takes() if page.takes else None
        watch.queries = queries
        answer = await ask(application, path, cookies, post=page.post, headers=[*_posted(page)])
        if answer.status in (301, 302) and page.may_follow and not answers:
            path = answer.location
            answer = await ask(application, path, cookies)
        watch.queries = None
        if taken:
            if answer.location != taken.get_absolute_url():  # a refusal leads elsewhere
                raise SystemExit(f"{page.name} ({path}) leads to {answer.location}")
            taken.delete()
        elif answer.status != OK:
            raise SystemExit(f"{page.name} ({path}) answers {answer.status}")
        answers.append(answer)
        spent += answer.seconds
    return answers


def _posted(page: Page) -> Iterator[tuple[bytes, bytes]]:
    if page.post:
        yield b"x-csrftoken", CSRF.encode()


def session_cookie(user: Any) -> str:
    """Return the cookies of a browser in which *user* has signed in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    names = {settings.SESSION_COOKIE_NAME: session, settings.CSRF_COOKIE_NAME: CSRF}
    return "; ".join(f"{name}={value}" for name, value in names.items())


if __name__ == "__main__":
    main()
