"""`python -m mnk`, for where the command `mnk` is not on the path."""

from mnk.commands import main

if __name__ == "__main__":
    main()
