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


def test_the_dictionary_of_rjieba_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package loads it when it is imported; another one would take 34 MB more."""
    import rjieba

    def load() -> None:
        raise AssertionError("a second dictionary")

    monkeypatch.setattr(rjieba, "Jieba", load)
    assert Segmenter().split(_TEXT)[0] == "中国人民银行"
