from collections.abc import Container, Sequence

def place(
    outline: object,
    records: Sequence[tuple[int, int]],
    cells: Container[str],
    fine: list[int],
    coarse: list[int],
    local: list[int],
) -> None: ...
