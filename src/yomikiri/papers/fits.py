"""Fits as in the papers: least squares on logarithms, and what they predict."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Power:
    """y = factor * x ** exponent."""

    factor: float
    exponent: float

    @classmethod
    def of(cls, points: Mapping[int, float]) -> "Power":
        slope, height = _line([math.log(x) for x in points], [math.log(y) for y in points.values()])
        return cls(math.exp(height), slope)

    def __call__(self, x: float) -> float:
        return float(self.factor * x**self.exponent)

    def __str__(self) -> str:
        return f"{self.factor:.3g} x^{self.exponent:.3f}"


@dataclass(frozen=True)
class Exponential:
    """y = factor * base ** x; with ``through_one`` the factor is 1, as in the paper on Gaps."""

    factor: float
    base: float

    @classmethod
    def of(cls, points: Mapping[int, float], *, through_one: bool = False) -> "Exponential":
        logarithms = [math.log(y) for y in points.values()]
        if through_one:
            products = sum(x * y for x, y in zip(points, logarithms, strict=True))
            return cls(1.0, math.exp(products / sum(x * x for x in points)))
        slope, height = _line(list(points), logarithms)
        return cls(math.exp(height), math.exp(slope))

    def __call__(self, x: float) -> float:
        return float(self.factor * self.base**x)

    def __str__(self) -> str:
        power = f"{self.base:.2f}^x"
        return power if self.factor == 1 else f"{self.factor:.3g} × {power}"


def _line(xs: list[float] | list[int], ys: list[float]) -> tuple[float, float]:
    """Slope and intercept of the least-squares line."""
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - x_mean) ** 2 for x in xs)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / spread
    return slope, y_mean - slope * x_mean
