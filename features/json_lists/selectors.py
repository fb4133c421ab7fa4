"""Selectors of a list in JSON: JMESPath expressions (jmespath.org), and texts with expressions in
braces.

In braces, a slash at the end takes what follows the last slash of the value: "/post/{uri/}".
"""

import re
from collections.abc import Iterator
from urllib.parse import quote

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.functions import Functions

_INSERTED = re.compile(r"\{([^{}]+?)(/?)\}")


def problem_of(selector: str) -> str | None:
    """Return why a selector cannot be used, or None."""
    inserted = [expression for expression, _slash in _INSERTED.findall(selector)]
    for expression in inserted or [selector]:
        try:
            functions = set(_functions(jmespath.compile(expression).parsed))
        except RecursionError:
            return "it is nested too deep"
        except JMESPathError as error:
            return str(error).splitlines()[0]
        if unknown := sorted(functions - Functions.FUNCTION_TABLE.keys()):
            return f"there is no function {unknown[0]}()"
    return None


def value_of(selector: str, value: object, *, is_address: bool = False) -> object:
    """Return what a selector finds in a value, None for nothing.

    What is inserted into an address is percent-encoded.
    """
    if "{" in selector:
        return _filled(selector, value, is_address=is_address)
    return _found(selector, value)


def _filled(template: str, value: object, *, is_address: bool) -> str | None:
    """Return a template with its values, None if one of them is missing."""
    parts = []
    for expression, slash in _INSERTED.findall(template):
        found = _found(expression, value)
        if isinstance(found, bool) or not isinstance(found, str | int) or found == "":
            return None
        text = str(found).rpartition("/")[2] if slash else str(found)
        # A value must fill one part of the address, not begin another.
        parts.append(quote(text, safe="", errors="replace") if is_address else text)
    values = iter(parts)
    return _INSERTED.sub(lambda _match: next(values), template)


def _found(expression: str, value: object) -> object:
    try:
        return jmespath.search(expression, value)
    except (JMESPathError, RecursionError, TypeError, ValueError, ArithmeticError, AttributeError):
        # A function of the expression does not take what this entry has. The library lets through
        # what Python says: contains() of a text and a number is a TypeError.
        return None


def _functions(parsed: object) -> Iterator[str]:
    """Yield the names of the functions of an expression."""
    waiting = [parsed]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            if node.get("type") == "function_expression":
                yield str(node["value"])
            waiting += node.get("children") or []
