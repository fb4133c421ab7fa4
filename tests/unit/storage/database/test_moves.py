"""A source whose site has moved keeps its identity, and gives away no secrets."""

from storage.database.sources.source_config import SourceConfig

SOURCE = SourceConfig(
    name="Example",
    channel="list",
    address="https://old.example/news",
    patterns=(r"https?://old\.example/\d+", "/story/"),
    headers={"Cookie": "session=1", "Accept-Language": "de"},
    former_hosts=("older.example",),
)


def moved_config(source: SourceConfig, address: str) -> SourceConfig:
    from storage.database.sources import moves

    return moves.moved_config(source, address)


def test_a_move_to_another_host() -> None:
    moved = moved_config(SOURCE, "https://new.example/news")
    assert moved.address == "https://new.example/news"
    assert moved.former_hosts == ("older.example", "old.example")
    assert moved.patterns == (r"https?://new\.example/\d+", "/story/")
    assert moved.headers == {"Accept-Language": "de"}


def test_a_move_back_and_a_move_within_the_host() -> None:
    assert moved_config(SOURCE, "https://older.example/").former_hosts == ("old.example",)
    within = moved_config(SOURCE, "https://old.example/all")
    assert (within.former_hosts, within.headers) == (SOURCE.former_hosts, SOURCE.headers)
