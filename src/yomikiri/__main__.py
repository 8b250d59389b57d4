"""``python -m yomikiri`` is the command ``yomikiri``."""

import sys

from yomikiri.cli import main

if __name__ == "__main__":
    sys.exit(main())
