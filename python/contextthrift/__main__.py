"""``python -m contextthrift``: the command line."""

from contextthrift.cli import main

if __name__ == "__main__":
    main()
