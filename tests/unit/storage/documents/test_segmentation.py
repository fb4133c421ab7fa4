"""Chinese text to words, with and without rjieba."""

import sys

import pytest

from storage.documents.segmentation import Segmenter, default_segmenter, read_names

_TEXT = "中国人民银行宣布下调存款准备金率"


@pytest.fixture(params=["rjieba", "jieba"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "jieba":
        monkeypatch.setitem(sys.modules, "rjieba", None)
    return str(request.param)


@pytest.mark.filterwarnings("ignore")
def test_split(engine: str) -> None:
    assert Segmenter().split(_TEXT) == ["中国人民银行", "宣布", "下调", "存款", "准备金率"]


@pytest.mark.filterwarnings("ignore")
def test_names(engine: str) -> None:
    name = "欧阳若曦"
    assert name not in Segmenter().split(f"{name}今天出席")
    assert Segmenter([name]).split(f"{name}今天出席")[0] == name
    assert name not in default_segmenter().split(f"{name}今天出席")


def test_read_names() -> None:
    assert read_names("欧阳若曦\n\n  潘功胜 100 nr\r\n") == ["欧阳若曦", "潘功胜"]
