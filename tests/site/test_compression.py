"""Pages are sent compressed to browsers that take it, and no secret shows in how long they are."""

import gzip
import json

import pytest

ZIPPED = {"accept-encoding": "gzip"}


@pytest.mark.django_db
def test_a_page_is_sent_compressed(client):
    answer = client.get("/", headers=ZIPPED)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert gzip.decompress(answer.content).rstrip().endswith(b"</html>")
    assert len(answer.content) < len(client.get("/").content) / 3


@pytest.mark.django_db
def test_a_browser_that_takes_no_compression_gets_none(client):
    answer = client.get("/")
    assert "Content-Encoding" not in answer.headers
    assert answer.content.rstrip().endswith(b"</html>")


@pytest.mark.django_db
def test_the_length_says_little_about_the_page(client):
    """BREACH compares lengths: here the same page has another one each time."""
    lengths = {len(client.get("/", headers=ZIPPED).content) for _ in range(20)}
    assert len(lengths) > 5


@pytest.mark.django_db
def test_the_file_of_everything_is_whole(client, alice):
    client.force_login(alice)
    answer = client.get("/me/export/", headers=ZIPPED)
    assert answer.headers["Content-Encoding"] == "gzip"
    sent = b"".join(answer) if answer.streaming else answer.content
    assert json.loads(gzip.decompress(sent))["account"]["name"] == alice.username
