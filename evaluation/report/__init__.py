"""The report in HTML: a folder that opens from anywhere, with figures, plots, a view of every page that went badly."""

from evaluation.report.folder import write_report

__all__ = ["write_report"]
