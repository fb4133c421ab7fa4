"""Tests of briefs."""
