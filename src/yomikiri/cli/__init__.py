"""The command line: parse, call, show.  What it shows is decided by the library, how, is decided here."""

from yomikiri.cli.app import main

__all__ = ["main"]
