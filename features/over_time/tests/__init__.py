"""Tests of the chart over time."""
