import numpy as np
from numpy.typing import NDArray

def measure(
    texts: list[str], tables: NDArray[np.int64], classes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
