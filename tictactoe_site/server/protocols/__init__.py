"""uvicorn's protocols, each with what the site asks of it. Nothing else knows their insides."""
