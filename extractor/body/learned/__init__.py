"""What ``extractor.body.newsloom`` asks about a block, the trained model, and what its answers become."""
