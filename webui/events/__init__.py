"""What happened: the page and feed of events, and who hears of them."""
