"""How soon many who look at the lobby see it change."""
