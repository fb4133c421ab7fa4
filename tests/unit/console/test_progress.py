"""The progress line of `newsloom run`."""

from contextlib import closing
from pathlib import Path

from console.progress import ProgressReader
from storage.backends import open_counters, open_documents
from storage.settings import Settings


def test_a_damaged_file_of_statistics_is_named_instead_of_zeros(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    (tmp_path / "seen").mkdir()
    (tmp_path / "seen" / "stats.db").write_bytes(b"not a database " * 100)
    with (
        closing(open_counters(settings)) as counters,
        closing(open_documents(settings)) as documents,
    ):
        reader = ProgressReader(counters, documents)
        line = reader.read().line()
        assert line.startswith(
            f"no new counts: {tmp_path}/seen/stats.db refused: file is not a database"
        )
        assert reader.read().line() == line
        (tmp_path / "seen" / "stats.db").unlink()
        assert (
            reader.read().line()
            == "0 list visits, 0 pages fetched, 0 stored, 0 rejected, 0 searchable"
        )
