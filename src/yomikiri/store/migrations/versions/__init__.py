"""One file a version, numbered in order."""
