"""Tests of Newsloom."""
