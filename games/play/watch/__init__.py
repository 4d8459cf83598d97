"""The public games that are being played, to watch."""
