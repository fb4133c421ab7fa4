"""Whole numbers as they come from outside: in addresses, forms and files."""

MAX_WHOLE = 2**63 - 1
"""The largest number that databases compare and store."""
_MAX_DIGITS = len(str(MAX_WHOLE))


def whole_number(text: str) -> int | None:
    """Return a whole number from 0, None for anything else.

    A number beyond MAX_WHOLE is MAX_WHOLE, because in a database it finds the same. Python would
    refuse to read one of more than 4,300 digits.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0")
    if len(digits) > _MAX_DIGITS:
        return MAX_WHOLE
    return min(int(digits or "0"), MAX_WHOLE)
