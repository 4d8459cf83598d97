"""Nobody escapes who walks a proof, whatever they answer; what is broken is not walked."""

from dataclasses import replace
from itertools import pairwise
from math import inf
from random import Random

import pytest

from games.core.notation import cell_name
from games.core.rules import Position, Ruleset
from games.core.symmetry import image, symmetries
from games.engine.budget import Limits
from games.engine.openings import first_proofs
from games.engine.openings.first_cells import FirstCell
from games.engine.players import perfect, proving
from games.engine.players.rules import PLAIN_ORDER
from games.engine.players.rules import choose as follow_rules
from games.engine.proving import finding, reading, stored
from games.engine.proving.first_moves import first_answers
from games.engine.proving.lengths import ProofLengths
from games.engine.proving.proof_files import QuietMove, header_text, parse_proof, reply_text
from games.engine.proving.reading import BrokenProof
from games.engine.proving.walk import OpenReply, begin
from games.engine.search.value import Proven, Value
from tests.engine.proving.proofs import BOARD, proof_of

STORED = Ruleset(15, 15, 5)
UNLIMITED = Limits(seconds=inf)


@pytest.fixture(scope="module")
def files():
    return {answer: proof_of(BOARD, answer) for answer in first_answers(BOARD)}


def marked(position):
    return [cell for cell in range(BOARD.cells) if cell not in position.legal_moves()]


def greedy(turn, position, random):
    """A reply that is answered, as long as there is one; else any."""
    answered = list(turn.marks()[0])
    return random.choice(answered or position.legal_moves())


def by_rules(turn, position, random):
    return follow_rules(position, Limits(seed=random.getrandbits(32)), order=PLAIN_ORDER)


def anywhere(turn, position, random):
    return random.choice(position.legal_moves())


def beside(turn, position, random):
    """A reply that the proof does not answer, if there is one: it loses to what is threatened."""
    answered = set(turn.marks()[0])
    others = [cell for cell in position.legal_moves() if cell not in answered]
    return random.choice(others or position.legal_moves())


def walked(file, defend, random):
    """Return the turns of a game to its end."""
    turns = [begin(file)]
    while not turns[-1].is_over:
        turn = turns[-1]
        position = Position.after(file.ruleset, turn.moves)
        assert not position.is_over
        turns.append(turn.after(defend(turn, position, random)))
    assert Position.after(file.ruleset, turns[-1].moves).is_won
    assert len(turns[-1].moves) % 2 == 1
    return turns


@pytest.mark.parametrize("defend", [anywhere, greedy, by_rules, beside])
def test_no_defender_escapes(files, defend):
    random = Random(7)
    for file in files.values():
        for _ in range(8):
            walked(file, defend, random)


def test_no_more_marks_are_needed_than_is_said(files):
    random = Random(8)
    for file in files.values():
        for defend in (anywhere, greedy):
            turns = walked(file, defend, random)
            for number, (turn, after) in enumerate(pairwise(turns)):
                needed = len(turns) - 1 - number
                marks, elsewhere = turn.marks()
                most = marks.get(after.moves[len(turn.moves)], elsewhere)
                assert most is None or needed <= most
                assert turn.most_marks is None or needed <= turn.most_marks


def test_an_open_reply_is_refused(files):
    file = files[0]
    reply = min(begin(file).answered)
    replies = {cell: tokens for cell, tokens in file.replies.items() if cell != reply}
    turn = begin(type(file)(file.ruleset, file.moves, file.terms, replies))
    assert not turn.is_whole
    with pytest.raises(OpenReply):
        turn.after(reply)


def spoilt_lines(tokens):
    """Yield lines that can be read, but whose first move does not fit what follows it."""
    yield QuietMove(112, 1), *tokens  # where the first mark is
    if tokens[0]:
        cell, replies = tokens[0]
        yield QuietMove(cell, replies + 1), *tokens[1:], None
        yield (None,)


def test_a_spoilt_line_is_not_walked():
    file = stored.proofs_of(STORED)[0]
    quiet = [reply for reply, tokens in sorted(file.replies.items()) if tokens[0]]
    for reply in quiet[:5]:
        for spoilt in spoilt_lines(file.replies[reply]):
            turn = begin(replace(file, replies={**file.replies, reply: spoilt}))
            with pytest.raises(BrokenProof):
                turn.after(reply).marks()


def test_a_walk_searches_for_its_own_moves_alone(monkeypatch):
    """Not for those of the thousands of positions beside its path."""
    searches = []

    def noted(reader):
        searches.append(reader)
        return find_null(reader)

    find_null = reading._Reader.null
    monkeypatch.setattr(reading._Reader, "null", noted)
    reading.defence_after.cache_clear()
    sizes = {
        (len(tokens), answer, reply)
        for answer, file in stored.proofs_of(STORED).items()
        for reply, tokens in file.replies.items()
    }
    longest, answer, reply = max(sizes)
    turn = begin(stored.proofs_of(STORED)[answer]).after(reply)
    random = Random(13)
    while turn.marks()[0] and not turn.is_over:
        turn = turn.after(random.choice(list(turn.marks()[0])))
    assert longest > 50_000
    assert len(searches) <= 3 * len(turn.moves)


@pytest.fixture
def folder(files, tmp_path, monkeypatch):
    """Stored proofs of the small board."""
    for file in files.values():
        name = stored.name_of(BOARD, file.moves[1])
        lines = (reply_text(BOARD, *one) for one in file.replies.items())
        text = header_text(BOARD, file.moves, file.terms) + "".join(lines)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(stored, "FOLDER", tmp_path)
    stored.proofs_of.cache_clear()
    yield tmp_path
    stored.proofs_of.cache_clear()


def test_a_position_is_found_in_every_image(folder, files):
    random = Random(9)
    for file in files.values():
        turns = walked(file, greedy, random)
        for turn, after in pairwise(turns):
            reply = after.moves[len(turn.moves)]
            position = Position.after(BOARD, [*turn.moves, reply])
            seen = image(position, random.choice(symmetries(BOARD)))
            found = finding.find_turn(seen, UNLIMITED)
            assert found is not None
            assert seen.play(found.cell).is_won == after.is_over


def test_the_second_player_has_lost_after_every_move_of_a_proof(folder, files):
    random = Random(11)
    for file in files.values():
        for turn in walked(file, greedy, random)[:-1]:
            position = Position.after(BOARD, turn.moves)
            seen = image(position, random.choice(symmetries(BOARD)))
            assert finding.find_turn(seen, UNLIMITED) is None
            found = finding.find_lost_turn(seen, UNLIMITED)
            assert found is not None
            assert sorted(found.to_position[cell] for cell in found.moves) == marked(seen)


def test_the_empty_board_is_won_once_all_first_answers_are_proven(folder):
    empty = Position(BOARD)
    begun = empty.play(24)
    assert finding.find_turn(empty, UNLIMITED).cell == 24
    assert finding.find_lost_turn(begun, UNLIMITED).moves == (24,)
    assert finding.find_lost_turn(empty.play(25), UNLIMITED) is None
    values = {empty: Proven(Value.WIN), begun: Proven(Value.LOSS)}
    assert finding.values_of([begun, empty], UNLIMITED) == values
    next(folder.iterdir()).unlink()
    stored.proofs_of.cache_clear()
    assert finding.find_turn(empty, UNLIMITED) is None
    assert finding.find_lost_turn(begun, UNLIMITED) is None


def test_a_first_cell_is_won_once_all_answers_to_it_are_proven(folder, files, monkeypatch):
    monkeypatch.setattr(first_proofs, "MAX_CELLS", BOARD.cells - 1)
    assert first_proofs.prove_first_cell(BOARD, 24, UNLIMITED) == FirstCell(Proven(Value.WIN))
    lengths = {answer: ProofLengths(10, {0: 3, 1: 2}) for answer in files}
    monkeypatch.setattr(first_proofs, "lengths_of", lambda ruleset: lengths)
    found = first_proofs.prove_first_cell(BOARD, 24, UNLIMITED)
    # Marks of X: the first, one beside it, and three after O's reply. O has one less.
    assert found == FirstCell(Proven(Value.WIN, within=5 + 4), 10 * len(files))


def test_a_move_beside_the_proof_proves_nothing(folder, files):
    for file in files.values():
        for beside in set(Position.after(BOARD, file.moves[:2]).legal_moves()) - {file.moves[2]}:
            position = Position.after(BOARD, [*file.moves[:2], beside])
            found = finding.find_lost_turn(position, UNLIMITED)
            # Unless it is an image of the move of this proof, or of another one's.
            assert found is None or found.cell == beside


def test_after_the_third_move_all_replies_have_to_be_answered(folder, files):
    for file in files.values():
        path = folder / stored.name_of(BOARD, file.moves[1])
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:-1]))
    stored.proofs_of.cache_clear()
    for file in stored.proofs_of(BOARD).values():
        if not begin(file).is_whole:
            for moves in (file.moves[:2], file.moves):
                assert finding.find_any_turn(Position.after(BOARD, moves), UNLIMITED) is None


def test_positions_of_a_game_are_won_and_lost_as_the_proof_has_it(folder, files):
    turns = walked(files[0], greedy, Random(12))
    positions = [Position.after(BOARD, turns[-1].moves[:ply]) for ply in range(2, 9)]
    values = {one: Proven(Value.LOSS if one.ply % 2 else Value.WIN) for one in positions}
    assert finding.values_of(positions[:-1], UNLIMITED) == values
    assert finding.values_of(positions, Limits(seconds=0)) == {}


def test_what_is_found_wins_against_any_defender(folder):
    random = Random(10)
    for _ in range(12):
        position = Position.after(BOARD, [24])
        while not position.is_over:
            if position.ply % 2 == 1:
                cell = random.choice(position.legal_moves())
            else:
                found = finding.find_turn(position, UNLIMITED)
                assert found is not None
                cell = found.cell
            position = position.play(cell)
        assert position.is_won
        assert position.ply % 2 == 1


def test_a_position_is_not_looked_for_without_time(folder, files):
    file = files[0]
    turn = begin(file)
    position = Position.after(BOARD, [*turn.moves, min(turn.answered)])
    assert finding.find_turn(position, Limits(seconds=0)) is None
    assert finding.find_turn(position, UNLIMITED) is not None


@pytest.mark.parametrize("way", symmetries(BOARD)[:3])
def test_a_game_that_follows_a_proof_goes_on_in_it_without_a_search(folder, files, way):
    start = begin(files[0])
    reply = min(start.answered)
    turn = start.after(reply)
    another = min(Position.after(BOARD, turn.moves).legal_moves())
    position = image(Position.after(BOARD, [*start.moves, reply]), way)
    following = image(Position.after(BOARD, [*turn.moves, another]), way)
    assert finding.find_turn(following, Limits(seconds=0)) is None
    assert finding.find_turn(position, UNLIMITED).cell == way[turn.moves[-1]]
    found = finding.find_turn(following, Limits(seconds=0))
    assert found.cell == way[turn.after(another).moves[-1]]


def test_perfect_plays_by_the_proof(folder, files, monkeypatch):
    monkeypatch.setattr(proving, "analyse", None)  # what it does where no proof has the position
    turn = begin(files[0])
    reply = min(turn.answered)
    position = Position.after(BOARD, [*turn.moves, reply])
    assert perfect.choose(position, UNLIMITED) == turn.after(reply).moves[-1]


def test_what_is_broken_is_left_out_and_logged(folder, caplog):
    first, second, third = sorted(folder.iterdir())[:3]
    first.write_text("no proof")
    second.write_text(third.read_text())
    stored.proofs_of.cache_clear()
    names = {cell_name(BOARD, answer) for answer in stored.proofs_of(BOARD)}
    assert len(names) == len(first_answers(BOARD)) - 2
    assert {record.file for record in caplog.records} == {first.name, second.name}
    assert {record.levelname for record in caplog.records} == {"ERROR"}


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("moves d4 a7 e5", "moves d4 a7 d4"),
        ("moves d4 a7 e5", "moves d4 a7 a7"),
        ("\ng7:", "\na7:"),
    ],
)
def test_marks_on_one_cell_are_no_proof(line, broken, folder):
    file = folder / stored.name_of(BOARD, 0)
    text = file.read_text()
    assert line in text
    file.write_text(text.replace(line, broken))
    stored.proofs_of.cache_clear()
    assert 0 not in stored.proofs_of(BOARD)


def test_the_stored_proofs_are_read():
    proofs = stored.proofs_of(STORED)
    assert set(proofs) <= set(first_answers(STORED))
    for answer, file in proofs.items():
        assert parse_proof(stored.text_of(STORED, answer)).replies == file.replies
    assert stored.proofs_of(Ruleset(3, 3, 3)) == {}


def test_a_stored_reply_is_walked_to_its_end():
    file = next(iter(stored.proofs_of(STORED).values()))
    random = Random(11)
    turn = begin(file).after(random.choice(sorted(file.replies)))
    while not turn.is_over:
        turn = turn.after(anywhere(turn, Position.after(STORED, turn.moves), random))
    assert Position.after(STORED, turn.moves).is_won
