"""What the tables of rights have in common: statuses, and what the features add.

A feature has a module ``tests/access.py`` with ``PAGES`` and ``OPERATIONS``, the rows of its pages
and of its operations, and ``ids_of(owner)``, what their addresses name. ``STAND_INS``, if it is there,
has by its dotted name what stands in for something that would ask the network.
"""

from importlib import import_module
from types import ModuleType

from hooks.features import FOLDER, feature_names

OK, MADE, GONE, FOUND, NO, AWAY, WRONG = 200, 201, 204, 302, 403, 404, 422


def of_features() -> list[ModuleType]:
    """Return the modules of all features that have pages or operations."""
    return [
        import_module(f"features.{name}.tests.access")
        for name in feature_names()
        if (FOLDER / name / "tests" / "access.py").exists()
    ]
