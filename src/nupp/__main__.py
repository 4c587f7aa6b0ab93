"""`python -m nupp`: the command line, for where the folder of the program `nupp` is not on the path."""

from nupp.cli import main

if __name__ == "__main__":
    main()
