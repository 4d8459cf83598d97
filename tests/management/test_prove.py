"""`manage.py prove` keeps what it proves and goes on; `verify_proof` replays it and refuses."""

import errno
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from games.core.rules import Ruleset
from games.engine.proving.lengths import ProofLengths, parse_lengths
from games.engine.proving.proof_files import SearchTerms, parse_proof
from games.management.commands import prove, verify_proof
from tests.engine.proving.proofs import proof_of
from tests.management.calling import refusal, run

BOARD = (7, 7, 4)


@pytest.fixture(autouse=True)
def same_priority(monkeypatch):
    """Priorities cannot be raised again, and these tests are not all that this process runs."""
    monkeypatch.setattr(prove.os, "nice", lambda value: value)


def proved(folder, *options):
    return run("prove", *BOARD, "--folder", folder, *options)[0].splitlines()


def verified(folder, *options, board=BOARD):
    output, code = run("verify_proof", *board, "--folder", folder, *options)
    return output.splitlines(), code


def test_a_whole_board_is_proved_and_verified(tmp_path):
    told = proved(tmp_path)
    files = sorted(tmp_path.iterdir())
    assert len(told) == len(files) == 9
    assert all(len(set(line.split()[1:4:2])) == 1 for line in told)
    output, code = verified(tmp_path)
    assert output[-1] == "Proven: the first player wins 7×7, 4 in a row."
    assert code == 0


def test_several_processes_say_what_one_says(tmp_path):
    proved(tmp_path, *(part for name in ("a7", "b7", "c7") for part in ("--answer", name)))
    alone = verified(tmp_path, "--lengths", tmp_path / "one")
    assert verified(tmp_path, "--processes", 2, "--lengths", tmp_path / "two") == alone
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()
    (tmp_path / "7x7x4-b7.txt").write_text("no proof")
    alone = verified(tmp_path)
    assert verified(tmp_path, "--processes", 2) == alone
    assert alone[0][-1].startswith("Refused: bad_proof")
    assert alone[1] == 1


def test_what_is_answered_is_not_asked_again_and_a_broken_line_is(tmp_path):
    proved(tmp_path, "--answer", "a7")
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    file.write_text("".join(lines[:-1]) + lines[-1][:3])
    again = proved(tmp_path, "--answer", "a7", "--verbosity", 2)
    assert len([line for line in again if "answered, " in line]) == 1
    assert sorted(file.read_text().splitlines()) == sorted(text.splitlines())


def test_a_file_that_a_run_created_and_left_empty_is_begun_anew(tmp_path):
    file = tmp_path / "7x7x4-a7.txt"
    file.touch()
    assert proved(tmp_path, "--answer", "a7") == ["a7: 3 of 3 replies answered"]
    assert len(parse_proof(file.read_text()).replies) == 3


def test_a_third_move_that_is_given_begins_a_file_and_another_is_refused(tmp_path, capsys):
    (told,) = proved(tmp_path, "--answer", "a7", "--third", "d5")
    assert len(set(told.split()[1:4:2])) == 1
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    assert "moves d4 a7 d5\n" in text
    asked = ("prove", *BOARD, "--answer", "a7", "--folder", tmp_path, "--third")
    sentence = refusal(prove.Command(), *asked, "e5", capsys=capsys)
    assert "7x7x4-a7.txt was begun with d5." in sentence
    assert file.read_text() == text
    assert proved(tmp_path, "--answer", "a7", "--third", "d5") == [told]
    output, code = verified(tmp_path, "--answer", "a7")
    assert output[-1] == "1 of 1 first answers are proven. No mistake was found."
    assert code == 0


def test_what_is_begun_says_how_far_threats_are_searched_for(tmp_path):
    proved(tmp_path, "--answer", "a7", "--threats", 500)
    proved(tmp_path, "--answer", "a7", "--answer", "b7")
    terms = [parse_proof(path.read_text()).terms.null for path in sorted(tmp_path.iterdir())]
    assert terms == [500, SearchTerms().null]


@pytest.mark.parametrize(
    ("options", "null"), [((), 500), (("--threats", 400), 500), (("--threats", 900), 900)]
)
def test_a_file_that_is_begun_can_search_deeper_and_keeps_its_answers(tmp_path, options, null):
    proved(tmp_path, "--answer", "a7", "--threats", 500)
    (file,) = tmp_path.iterdir()
    *lines, _ = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines))
    kept = parse_proof(file.read_text())
    proved(tmp_path, "--answer", "a7", *options)
    now = parse_proof(file.read_text())
    assert now.terms == replace(kept.terms, null=null)
    assert now.moves == kept.moves
    assert kept.replies.items() < now.replies.items()
    output, code = verified(tmp_path, "--answer", "a7")
    assert (output[0].split(",")[0], code) == ("a7: proven", 0)


def test_a_whole_file_is_left_as_it_is_by_a_deeper_search(tmp_path):
    proved(tmp_path, "--answer", "a7", "--threats", 500)
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    proved(tmp_path, "--answer", "a7", "--threats", 900)
    assert file.read_text() == text


def test_the_proofs_of_another_board_are_followed(tmp_path, monkeypatch):
    """Their quiet moves are tried; a file begins with their third move, unless another is given."""
    tried = []
    monkeypatch.setattr(prove.Precedent, "plan", lambda self, reply: tried.append(reply) or {})
    file = proof_of(Ruleset(*BOARD), 0)
    longer = replace(file, moves=(*file.moves[:2], 16), terms=SearchTerms(null=5_000))
    monkeypatch.setattr(prove, "proofs_of", lambda ruleset: {0: longer})
    asked = ("--answer", "a7", "--like", "7,7,4")
    (told,) = proved(tmp_path / "like", *asked)
    assert len(set(told.split()[1:4:2])) == 1
    begun = parse_proof((tmp_path / "like" / "7x7x4-a7.txt").read_text())
    assert begun.moves == longer.moves != file.moves
    assert begun.terms == longer.terms
    assert set(tried) == set(begun.replies)
    tried.clear()
    proved(tmp_path / "given", *asked, "--third", "d5")
    begun = parse_proof((tmp_path / "given" / "7x7x4-a7.txt").read_text())
    assert (begun.moves[2], begun.terms) == (17, SearchTerms())
    assert tried == []


def test_a_board_without_stored_proofs_cannot_be_followed(tmp_path, capsys):
    asked = ("prove", *BOARD, "--folder", tmp_path / "new", "--like")
    sentence = refusal(prove.Command(), *asked, "9,9,5", capsys=capsys)
    assert "No proofs of 9,9,5 are stored." in sentence
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["b7", "d4", "h1", "no"])
def test_a_third_move_on_no_free_cell_is_refused_before_anything_is_proved(name, tmp_path, capsys):
    answers = ("--answer", "a7", "--answer", "b7")
    asked = ("prove", *BOARD, *answers, "--folder", tmp_path, "--third", name)
    sentence = refusal(prove.Command(), *asked, capsys=capsys)
    assert f"The third move cannot be made on “{name}”." in sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", [b"no proof\n", b"\xff\n", b"board 1,1,1\n"])
def test_an_unreadable_file_is_named_and_left_alone(tmp_path, text):
    file = tmp_path / "7x7x4-a7.txt"
    file.write_bytes(text)
    with pytest.raises(CommandError, match=r"7x7x4-a7\.txt is no proof: "):
        proved(tmp_path, "--answer", "a7")
    assert file.read_bytes() == text


@pytest.mark.parametrize("is_new", [True, False])
def test_a_run_that_ends_while_it_writes_a_file_loses_nothing(tmp_path, monkeypatch, is_new):
    file = tmp_path / "7x7x4-a7.txt"
    if not is_new:
        proved(tmp_path, "--answer", "a7")
        file.write_text(file.read_text() + "b6: c")
    before = None if is_new else file.read_text()

    def fail(path, *args, **kwargs):
        path.open("w").close()
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", fail)
        with pytest.raises(OSError, match="No space"):
            proved(tmp_path, "--answer", "a7")
    assert (file.read_text() if file.exists() else None) == before
    assert proved(tmp_path, "--answer", "a7") == ["a7: 3 of 3 replies answered"]


def test_what_is_not_proved_is_said_to_be_open(tmp_path):
    proved(tmp_path, "--answer", "a7")
    output, code = verified(tmp_path)
    assert output[-1] == "1 of 9 first answers are proven. No mistake was found."
    assert output.count("a7: open") == 0
    assert len([line for line in output if line.endswith(": open")]) == 8
    assert code == 0


def test_a_sample_is_the_same_for_the_same_seed(tmp_path):
    proved(tmp_path, "--answer", "a7")
    first = verified(tmp_path, "--sample", 1, "--seed", "a", "--reply", "a7")
    assert first == verified(tmp_path, "--sample", 1, "--seed", "a", "--reply", "a7")
    assert "a7: 1 of" in first[0][0] or "a7: proved" in first[0][0]


def test_lengths_are_kept_beside_those_of_other_answers(tmp_path):
    lengths = tmp_path / "lengths.txt"
    proved(tmp_path / "proofs", "--answer", "a7", "--answer", "b7")
    for answer in ("a7", "b7"):
        output, code = verified(tmp_path / "proofs", "--answer", answer, "--lengths", lengths)
        assert code == 0
    kept = parse_lengths(Ruleset(*BOARD), lengths.read_text())
    file = parse_proof((tmp_path / "proofs" / "7x7x4-b7.txt").read_text())
    assert list(kept) == [0, 1]
    assert kept[1].marks.keys() == file.replies.keys()
    assert output[0].endswith(f" {kept[1].positions} positions")


def test_no_lengths_are_kept_of_a_proof_that_is_not_whole(tmp_path):
    proved(tmp_path / "proofs", "--answer", "a7")
    (file,) = (tmp_path / "proofs").iterdir()
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    output, _ = verified(tmp_path / "proofs", "--lengths", tmp_path / "lengths.txt")
    assert "a7: 2 of 3 replies hold" in output[0]
    assert not (tmp_path / "lengths.txt").exists()


def test_lengths_that_cannot_be_written_leave_those_of_other_answers(tmp_path, monkeypatch):
    lengths, ruleset = tmp_path / "lengths.txt", Ruleset(*BOARD)
    verify_proof.add_lengths(lengths, ruleset, 0, ProofLengths(5, {1: 9}))
    before = lengths.read_bytes()
    monkeypatch.setattr(Path, "write_text", cut_off)
    with pytest.raises(OSError, match="No space left"):
        verify_proof.add_lengths(lengths, ruleset, 2, ProofLengths(7, {3: 11}))
    assert lengths.read_bytes() == before
    assert list(tmp_path.iterdir()) == [lengths]


def cut_off(path, text, *args, **options):
    """Write the beginning of *text*, as on a disk that gets full."""
    path.write_bytes(text[:9].encode())
    raise OSError(errno.ENOSPC, "No space left on device")


def test_lengths_are_not_counted_of_a_sample(tmp_path, capsys):
    asked = ("verify_proof", *BOARD, "--sample", 1, "--lengths", tmp_path / "lengths.txt")
    assert "not of a sample" in refusal(verify_proof.Command(), *asked, capsys=capsys)


def test_a_spoilt_file_is_refused(tmp_path):
    proved(tmp_path, "--answer", "a7")
    (file,) = tmp_path.iterdir()
    text = file.read_text()
    spoilt = {
        text.rstrip("\n") + " 1\n": "bad_proof",
        re.sub(r"\b(\w+): .*\n$", r"\1: d5/1 1\n", text): "a7 ",
        "no proof": "bad_proof",
    }
    for text, why in spoilt.items():
        file.write_text(text)
        output, code = verified(tmp_path, "--reply", "a7")
        assert output[0].startswith(f"Refused: {why}")
        assert code == 1


def test_a_file_that_is_no_text_is_refused(tmp_path):
    (tmp_path / "7x7x4-a7.txt").write_bytes(b"board 7,7,4\nmoves d4 \xff7 e5\n")
    output, code = verified(tmp_path, "--reply", "a7")
    assert output[0].startswith("Refused: ")
    assert code == 1


@pytest.mark.parametrize(("name", "module"), [("prove", prove), ("verify_proof", verify_proof)])
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((3, 4, 5), "5 in a row doesn’t fit on a 3×4 board."),
        ((20, 4, 4), "argument M: “20” isn’t a whole number from 3 to 19."),
    ],
)
def test_what_is_no_board_is_refused(name, module, arguments, sentence, capsys):
    assert sentence in refusal(module.Command(), name, *arguments, capsys=capsys)


def test_three_in_a_row_is_not_proved_this_way(capsys):
    sentence = refusal(prove.Command(), "prove", 5, 5, 3, capsys=capsys)
    assert "Only boards with four or more in a row can be proven." in sentence


def test_a_cell_that_is_no_first_answer_is_refused(capsys):
    sentence = refusal(prove.Command(), "prove", *BOARD, "--answer", "z9", capsys=capsys)
    assert "“z9” is none of the first answers: " in sentence
