"""One file per version, numbered in order."""
