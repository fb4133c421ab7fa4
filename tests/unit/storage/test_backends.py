"""What the settings open."""

from pathlib import Path

import pytest

from storage.backends import open_segmenter
from storage.documents.query import parse
from storage.documents.query_tree import Phrase, leaves
from storage.errors import SettingsError
from storage.settings import Settings

QUERY = "昨天湘鲤坞区长岛发表讲话"


def test_names_of_the_operator_stay_whole_in_queries(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("湘鲤坞区\n长岛发 5\n", encoding="utf-8")
    whole = Phrase(text="湘鲤坞区")
    assert whole in leaves(parse(QUERY, open_segmenter(Settings(names_file=str(names)))).root)
    assert whole not in leaves(parse(QUERY, open_segmenter(Settings())).root)


def test_a_file_of_names_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for content in (None, b"\xff\xfe\xfa"):
        path = tmp_path / "names.txt"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(SettingsError, match="NEWSLOOM_NAMES_FILE"):
            open_segmenter(Settings(names_file=str(path)))
