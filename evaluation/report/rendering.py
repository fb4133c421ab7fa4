"""Fill in the report's templates with Django's template engine, which escapes every value."""

from functools import cache
from pathlib import Path

from django.template import Context, Engine

_FOLDER = Path(__file__).parent / "templates"


def render(name: str, values: dict[str, object]) -> str:
    """Return the template ``name`` filled in.

    Numbers are written as Python writes them, in any locale.
    """
    return _engine().get_template(name).render(Context(values, use_l10n=False, use_tz=False))


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(_FOLDER)])
