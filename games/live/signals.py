"""What a room tells whoever builds on games. Receivers are plain functions on the event loop."""

from django.dispatch import Signal

# A game has ended in *room*, or got another result; what led to it is stored.
game_decided = Signal()
