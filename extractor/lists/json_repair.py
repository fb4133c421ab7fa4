"""Repair JSON that is cut off, as answers are that took too long or were too large. Pure."""

import re

_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
_CLOSING = {"[": "]", "{": "}"}


def up_to_last_object(text: str) -> str:
    """Return JSON up to the end of its last whole object, with all that is open around it closed;
    "" without one.
    """
    around: list[str] = []
    end, closing = 0, ""
    for found in _SIGN.finditer(text):
        sign = found[0]
        if sign in _CLOSING:
            around.append(_CLOSING[sign])
        elif around and sign == around[-1]:
            around.pop()
            if sign == "}":
                end, closing = found.end(), "".join(reversed(around))
    return text[:end] + closing
