"""Traces of pages for OpenTelemetry."""
