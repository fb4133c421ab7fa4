"""Addresses that lead nowhere: calendars without an end, session ids, combinations of filters."""
