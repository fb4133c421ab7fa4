from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

def fill(
    rows: NDArray[np.float64],
    blocks: object,
    nodes: NDArray[np.intp],
    parts: NDArray[np.float64],
    tag_rows: Mapping[str, int],
    meanings: Callable[[str], tuple[int, ...]],
    comments: int,
    title: int,
    longest: int,
) -> list[int]: ...
