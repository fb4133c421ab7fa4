import numpy as np
from numpy.typing import NDArray

def measure(
    texts: list[str], tables: NDArray[np.int64], classes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def rows(
    view: object,
    cues: list[int],
    marks: NDArray[np.float64],
    paths: NDArray[np.intp],
    boxed: NDArray[np.float64],
    at: int,
    with_title: NDArray[np.float64],
    overlap: NDArray[np.float64],
) -> NDArray[np.float32]: ...
