"""Page layouts of news sites and blogs."""
