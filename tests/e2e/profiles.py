"""Which tests run on servers in every run: see the fixture ``stores``."""

import pytest

on_both_profiles = pytest.mark.parametrize("stores", ["embedded", "servers"], indirect=True)
on_servers = pytest.mark.parametrize(
    "stores", [pytest.param("embedded", marks=pytest.mark.heavy), "servers"], indirect=True
)
