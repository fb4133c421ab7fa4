"""How well extraction does on labelled pages: data sets, measures, rivals, reports."""
