"""Tests of reading pages in a browser."""
