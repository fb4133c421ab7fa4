"""Tests of lists in JSON."""
