"""Jobs on their way from whoever puts them to the one worker that holds them."""
