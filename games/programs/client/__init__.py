"""Delivers the client `mnk`, which lets programs play here, to whoever wants to install it."""
