"""Tests of newsletters."""
