"""/favicon.ico"""


def test_the_icon_is_where_browsers_look_for_it(client):
    response = client.get("/favicon.ico")
    assert response.status_code == 302
    assert response["Location"].endswith(".svg")
    assert "max-age" in response["Cache-Control"]
    assert client.post("/favicon.ico").status_code == 405
