"""Peg solitaire on the English board, the European board and rectangles."""
