"""The overview: volume, words of the day and the newest documents; health for machines."""
