"""The view box that all charts but sparklines share: 1000 x 100, stretched to the width of the
page.
"""

WIDTH = 1000
HEIGHT = 100


def coordinate(value: float, digits: int = 1) -> str:
    """Return a coordinate as text."""
    return f"{value:.{digits}f}"


def y_of(value: float, highest: float) -> str:
    """Return the y coordinate of a value, where ``highest`` is at the top and 0 at the bottom."""
    return coordinate(HEIGHT - HEIGHT * value / (highest or 1))
