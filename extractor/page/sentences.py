"""The ends of sentences, in all scripts."""

_ENDS = frozenset(".!?…。！？।؟۔")
_AFTER_END = "\"'”’»)）」』]"


def ends_sentence(text: str) -> bool:
    """Return whether a full stop, or another mark that ends sentences, ends the text; quotation
    marks and brackets may follow it.
    """
    return text.rstrip(_AFTER_END)[-1:] in _ENDS
