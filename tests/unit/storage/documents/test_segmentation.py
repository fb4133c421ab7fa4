"""Chinese text to words, with and without rjieba."""

import sys

import pytest

from storage.documents.segmentation import Segmenter

_TEXT = "中国人民银行宣布下调存款准备金率"


@pytest.fixture(params=["rjieba", "jieba"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "jieba":
        monkeypatch.setitem(sys.modules, "rjieba", None)
    return str(request.param)


@pytest.mark.filterwarnings("ignore")
def test_split(engine: str) -> None:
    assert Segmenter().split(_TEXT) == ["中国人民银行", "宣布", "下调", "存款", "准备金率"]
