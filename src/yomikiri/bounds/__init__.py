"""What the heuristics of several games share: tables in files, and decision diagrams."""
