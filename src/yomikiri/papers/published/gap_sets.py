"""The numbers of the paper on gap sets as BDDs for the 15-puzzle: Tables 1 and 2."""

from typing import NamedTuple

SOURCE = "Gap sets as BDDs for the 15-puzzle"
INSTANCES = 300


class Kept(NamedTuple):
    """A row of Table 1: bytes of the file, nodes of the BDD with one terminal, patterns."""

    size: int
    nodes: int
    patterns: int


TABLE_1 = {
    (0, 8): Kept(7870996, 1489108, 4233704),
    (0, 10): Kept(54289825, 9965935, 23696364),
    (0, 12): Kept(132693298, 24643389, 61559068),
    (0, 16): Kept(120098272, 24867599, 88728780),
    (2, 8): Kept(49439511, 8514680, 32844091),
    (2, 10): Kept(527378793, 87720568, 256541479),
}
"""By gap and kept cells."""


class Searched(NamedTuple):
    """A row of Table 2: means over 300 random instances of IDA*, in C on a Xeon of 2.93 GHz."""

    nodes: float
    seconds: float


TABLE_2 = {
    "manhattan": Searched(1.32e8, 51.8),
    "gap0 on 8 cells": Searched(3.44e7, 22.3),
    "gap0 on 10 cells": Searched(3.42e7, 23.9),
    "gap0 on 12 cells": Searched(3.42e7, 23.6),
    "gap0": Searched(3.28e7, 12.9),
    "gap0 and gap2 on 8 cells": Searched(8.65e6, 9.1),
    "gap0 and gap2 on 10 cells": Searched(8.32e6, 10.9),
}
