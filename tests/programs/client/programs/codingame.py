"""A program for CodinGame's tic-tac-toe: it takes the last of the valid cells."""

while True:
    opponent = input()
    valid = [input() for _ in range(int(input()))]
    assert opponent not in valid
    print(valid[-1], flush=True)
