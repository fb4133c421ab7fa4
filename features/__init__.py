"""The features, one folder each: a folder that is gone takes all of its feature along."""
