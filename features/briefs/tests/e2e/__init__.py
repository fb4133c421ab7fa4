"""Tests of briefs in whole processes."""
