"""A browser without scripts: forms with their tokens, sent to a server process as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http.client import HTTPConnection
from urllib.parse import urlencode

from tests.serving import ServerProcess

TOKEN = "0123456789abcdef" * 2  # any will do that stands in the cookie and in the form
PATIENCE = 120  # seconds: a writer waits 20 for those of its process, and 20 for another program


class Browser:
    """Keeps its cookies. *peer* is the address that a proxy would say it has."""

    def __init__(self, site: ServerProcess, *, session: str = "", peer: str = "") -> None:
        self.site = site
        self.peer = peer
        self.cookies = {"csrftoken": TOKEN} | ({"sessionid": session} if session else {})

    def post(self, path: str, **fields: str) -> Answer:
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
        return self._ask("POST", path, body)

    def get(self, path: str) -> Answer:
        return self._ask("GET", path)

    def sign_in(self, name: str, password: str) -> Answer:
        return self.post("/accounts/login/", login=name, password=password)

    def _ask(self, method: str, path: str, body: str | None = None) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, self._headers())
            response = connection.getresponse()
            text = response.read().decode()
            for value in response.headers.get_all("Set-Cookie", ()):
                name, _, content = value.split(";")[0].partition("=")
                if name != "csrftoken":
                    self.cookies[name] = content
            return Answer(response.status, response.headers.get("Location", ""), text)
        finally:
            connection.close()

    def _headers(self) -> Mapping[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {
            "Cookie": cookies,
            "Origin": self.site.url,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return headers | ({"X-Forwarded-For": self.peer} if self.peer else {})


class Answer:
    """What came back; `text` without what is different in every answer."""

    def __init__(self, status: int, location: str, text: str) -> None:
        self.status = status
        self.location = location
        self.text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
