import numpy as np
from numpy.typing import NDArray

def sums(texts: list[str], tables: NDArray[np.int64]) -> NDArray[np.int64]: ...
