"""Tests of origins."""
