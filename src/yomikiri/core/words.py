"""Quantities in words that a person reads at a glance."""


def count(number: float) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,.0f}"


def short_count(number: float) -> str:
    """About three digits: ``950``, ``12.3 k``, ``4.56 M``."""
    for unit in ("", " k", " M", " G"):
        if number < 999.5:
            return f"{number:.0f}" if not unit else f"{number:.3g}{unit}"
        number /= 1000
    return f"{number:.3g} T"


def plural(number: int, noun: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")


def size(number: float) -> str:
    """Bytes in binary units: ``512 MiB``."""
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if number < 1023.5:
            return f"{_three_digits(number)} {unit}"
        number /= 1024
    return f"{_three_digits(number)} TiB"


def _three_digits(number: float) -> str:
    return f"{number:.0f}" if number >= 99.95 else f"{number:.3g}"


def time(seconds: float) -> str:
    """Seconds, in the unit that suits them."""
    if seconds < 0.9995:
        return f"{seconds * 1000:.3g} ms"
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min {seconds} s" if hours else f"{minutes} min {seconds} s"
