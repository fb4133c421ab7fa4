"""Measure extraction on labelled pages: data sets, measures, rivals, reports."""
