"""Learned scores: what a search should look at first, learned from positions whose moves to go are known.

A game says what a score can look at and where positions to learn from come from; this room fits the weights,
rounds them to integers and keeps them in files.  A score orders a search.  It proves nothing, and nothing is
proved by it.
"""

from yomikiri.learning.fit import Fit, Progress, fit
from yomikiri.learning.learn import learn
from yomikiri.learning.learner import Learner
from yomikiri.learning.model import Model, load_model
from yomikiri.learning.samples import Samples

__all__ = ["Fit", "Learner", "Model", "Progress", "Samples", "fit", "learn", "load_model"]
