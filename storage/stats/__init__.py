"""What happened: outcomes per source and run, samples of failures, and which workers are alive."""
