"""A tree that was searched, as lists."""

from django.template.loader import render_to_string

from games.models import Game


def node(path=(), *, children=(), **more):
    return {
        "id": "-".join(map(str, path)) or "root",
        "cells": [4, *path],
        "name": "",
        "mover": "",
        "text": "Draw",
        "is_preferred": False,
        "line": "",
        "children": list(children),
        "looked_at": len(children),
        "left_out": "",
        "number_left_out": 0,
        **({"name": "a3", "mover": "O", "line": "a3"} if path else {}),
        **more,
    }


def tree(root):
    game = Game(m=3, n=3, k=3)
    context = {"game": game, "node": root, "to_move": "O", "ply": 1}
    return render_to_string("explanation/_node.html", context)


def test_the_root_says_whose_turn_it_is():
    text = tree(node(is_preferred=True, text="at most <1>"))
    assert "<b>O to move</b>" in text
    assert "at most &lt;1&gt;" in text
    assert "preferred</span>" not in text
    assert "<ul>" not in text


def test_a_move_leads_to_its_position_and_shows_it():
    text = tree(node(children=[node([0], is_preferred=True)]))
    assert '<a href="?ply=1&amp;line=a3"><b>O a3</b></a>' in text
    assert '<li class="node node--preferred" data-node="0">' in text
    assert '<span class="node__note">preferred</span>' in text
    assert text.count("<svg") == 2
    assert text.count("thumb__wash") == 1


def test_replies_are_counted_and_folded_away_unless_preferred():
    reply = node([0, 1])
    many = {"left_out": "c3, c2", "number_left_out": 2}
    for is_preferred, opened in ((False, ""), (True, " open")):
        text = tree(node(children=[node([0], children=[reply], is_preferred=is_preferred, **many)]))
        summary = "<summary>1 reply searched, 2 skipped</summary>"
        assert f'<details class="replies"{opened}>{summary}' in text
        assert 'data-node="0-cut"' in text
        assert "<b>c3, c2</b>" in text
        assert text.count("<li") == text.count("</li>") == 4
