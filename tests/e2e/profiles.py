"""Which tests run on both profiles in every run: see the fixture ``stores``."""

import pytest

on_both_profiles = pytest.mark.parametrize("stores", ["embedded", "servers"], indirect=True)
