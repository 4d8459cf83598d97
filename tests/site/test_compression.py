"""Pages are sent compressed to browsers that take it, and no secret shows in how long they are."""

import gzip
import json
import zlib

import pytest

from games.people.profiles import export_views

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


@pytest.mark.django_db(transaction=True)
async def test_what_is_made_while_it_is_sent_is_one_member(async_client, alice, monkeypatch):
    """Browsers leave out all after the first."""
    monkeypatch.setattr(export_views, "PIECE", 10)
    await async_client.aforce_login(alice)
    answer = await async_client.get("/me/export/", headers=ZIPPED)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    unzip = zlib.decompressobj(wbits=31)
    text = unzip.decompress(b"".join([piece async for piece in answer.streaming_content]))
    assert (unzip.eof, unzip.unused_data) == (True, b"")
    assert json.loads(text)["account"]["name"] == alice.username
