"""``python -m yomikiri`` is the command ``yomikiri``."""

import sys

from yomikiri.cli import command

if __name__ == "__main__":
    sys.exit(command())
