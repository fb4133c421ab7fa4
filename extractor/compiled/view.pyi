from collections.abc import Callable, Container, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

class Starts:
    def __init__(self, phrases: Iterable[str]) -> None: ...
    def cues(self, lines: list[str], cue_of: Callable[[str], int], longest: int) -> list[int]: ...

def overlap(
    texts: list[str], places: list[int], wanted: set[str], per_word: int
) -> NDArray[np.float64]: ...
def codes(
    tags: list[str], holders: list[int], known: dict[str, int], other: float
) -> NDArray[np.float64]: ...
def dialogs(
    tags: list[str], attributes: list[Mapping[str, str]], roles: Container[str]
) -> list[int]: ...
