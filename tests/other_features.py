"""Modules of features that the tests of another feature use: they meet only where both are."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FEATURES = Path(__file__).parents[1] / "features"


def module_of(feature: str, module: str) -> Any:
    """Import a module of a feature; skip the test or the file if the feature's folder is gone.

    A module that is missing in its folder fails the test.
    """
    if not (FEATURES / feature).is_dir():
        pytest.skip(f"the feature {feature} is not there", allow_module_level=True)
    return import_module(f"features.{feature}.{module}")
