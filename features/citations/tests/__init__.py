"""Tests of citations."""
