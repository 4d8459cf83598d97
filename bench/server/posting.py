"""The little HTTP that seating players at other servers needs."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.request import Request, urlopen


async def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Send *body* as JSON, and return the answer, which is JSON, too."""
    return await asyncio.to_thread(_post, url, body)


def _post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=30) as answer:
        told: dict[str, Any] = json.load(answer)
        return told
