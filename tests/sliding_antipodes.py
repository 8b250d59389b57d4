"""The positions that are farthest from the goal, as the literature has them."""

from yomikiri.games.sliding.rules import Sliding, Tiles, split_tiles

EIGHT: tuple[Tiles, ...] = ((8, 6, 7, 2, 5, 4, 3, 0, 1), (6, 4, 7, 8, 5, 0, 3, 2, 1))
"""The two positions of the 3x3 board at 31 moves; goal with the blank last (A. Reinefeld, IJCAI 1993)."""

_FIFTEEN = """
0 12  9 13 15 11 10 14  3  7  2  5  4  8  6  1
0 12 10 13 15 11 14  9  3  7  2  5  4  8  6  1
0 11  9 13 12 15 10 14  3  7  6  2  4  8  5  1
0 15  9 13 11 12 10 14  3  7  6  2  4  8  5  1
0 12  9 13 15 11 10 14  3  7  6  2  4  8  5  1
0 12 14 13 15 11  9 10  3  7  6  2  4  8  5  1
0 12 10 13 15 11 14  9  3  7  6  2  4  8  5  1
0 12 11 13 15 14 10  9  3  7  6  2  4  8  5  1
0 12  9 13 15  8 10 14 11  7  6  2  4  3  5  1
0 12 10 13 15 11  9 14  7  3  6  2  4  8  5  1
0 12  9 13 15 11 14 10  3  8  6  2  4  7  5  1
0 12  9 13 15 11 10 14  8  3  6  2  4  7  5  1
0 12 14 13 15 11  9 10  8  3  6  2  4  7  5  1
0 12  9 13 15 11 10 14  7  8  6  2  4  3  5  1
0 12 10 13 15 11 14  9  7  8  6  2  4  3  5  1
0 12  9 13 15 11 10 14  3  7  5  6  4  8  2  1
0 12  9 13 15 11 10 14  7  8  5  6  4  3  2  1
"""

FIFTEEN: tuple[Tiles, ...] = tuple(Sliding().parse_position(" ".join(row)) for row in split_tiles(_FIFTEEN))
"""The seventeen positions of the 4x4 board at 80 moves; goal with the blank last (A. Brüngger, A. Marzetta,
K. Fukuda & J. Nievergelt, 1999)."""
