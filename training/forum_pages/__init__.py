"""Made-up forum pages with gold: structure and text are drawn at random, equal for equal seeds."""
