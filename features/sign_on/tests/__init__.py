"""Tests of single sign-on."""
