"""What rounds tell whoever builds on them."""

from django.dispatch import Signal

# *round* is over, called off, or has another result than before. Sent in the transaction in which
# that is stored, so that what follows from it is stored with it.
round_ended = Signal()
