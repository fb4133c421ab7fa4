"""Tests of hot words."""
