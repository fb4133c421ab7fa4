"""Tests of top terms."""
