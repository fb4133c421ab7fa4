"""Tests of storylines."""
