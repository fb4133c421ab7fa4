"""The evaluation report in HTML: a folder with figures, plots and a view of every page that scored
badly.
"""
