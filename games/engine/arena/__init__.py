"""Players against each other, and against every line of play."""
