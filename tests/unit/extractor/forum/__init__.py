"""Tests of ``extractor.forum``."""
