"""The matches of searches over time: buckets, gaps in collection, and the chart with its
downloads.
"""
