"""Tests of the fake web."""
