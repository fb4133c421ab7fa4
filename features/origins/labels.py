"""The texts for fields and for what says them."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

FIELDS = {
    "title": _("Title"),
    "author": _("Author"),
    "day": _("Day"),
    "text": pgettext_lazy("field of a document", "Text"),
}
SOURCES = {
    "heading": _("a heading on the page"),
    "byline": _("a line on the page"),
    "line": _("a line on the page"),
    "time": _("a marked time on the page"),
    "text": _("a line on the page"),
    "title": _("the title element"),
    "meta": _("a meta element"),
    "json-ld": _("JSON-LD"),
    "feed": _("the feed"),
    "list": _("the list that led to the page"),
    "url": _("the address"),
    "script": _("data in a script of the page"),
    "made": _("no single part: nothing on the page says it as it is stored"),
}
"""Those of dates have the codes of ``extractor.results.DateEvidence``."""
