"""The contract: games, deals, positions as text, errors, and files that can be trusted.  It knows no game."""
