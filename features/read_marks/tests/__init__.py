"""Tests of spot checks."""
