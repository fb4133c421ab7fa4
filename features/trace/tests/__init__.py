"""Tests of traces of URLs."""
