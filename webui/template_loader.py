"""Load templates without the indentation that makes them readable, so that pages stay small."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n\s+")


class Loader(filesystem.Loader):
    """Django's file system loader, which reduces each line break with its indentation to one line
    break.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template without indentation and blank lines."""
        return _INDENTATION.sub("\n", super().get_contents(origin))
