"""Pieces of HTML that both kinds of page of the report are made of."""

from html import escape
from string import Template

_PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<link rel="stylesheet" href="${up}style.css">
</head>
<body$attributes>
<a class="skip" href="#main">Skip to content</a>
$content
</body>
</html>
""")


def document(title: str, content: str, *, up: str = "", attributes: str = "") -> str:
    """A whole page; ``up`` leads from it to the folder of the report."""
    return _PAGE.substitute(title=escape(title), content=content, up=up, attributes=attributes)


def chip(name: str, value: str, kind: str = "") -> str:
    """A small labelled figure; ``kind`` good or bad colours it."""
    return f'<span class="chip {kind}"><b>{escape(name)}</b> {escape(value)}</span>'
