"""Tell whether a text ends as sentences do."""

_ENDS = frozenset(".!?…。！？।؟۔")
_BEHIND_END = "\"'”’»)）」』]"


def ends_sentence(text: str) -> bool:
    """Return whether a full stop, or another mark that ends sentences, ends the text; quotation
    marks and brackets may follow it.
    """
    return text.rstrip(_BEHIND_END)[-1:] in _ENDS
