"""Tests of traces for OpenTelemetry."""
