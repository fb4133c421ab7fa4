"""Tests of proposed sources."""
