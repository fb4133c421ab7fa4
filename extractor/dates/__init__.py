"""Dates and times as people write them, in many languages and calendars.

A leaf: it imports no other part of ours.
"""
