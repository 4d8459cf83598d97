"""What other capabilities are told of reviews. Sent with ``send_robust``, after it is stored.

graded(game, cells, grades)
    A finished game has been graded; sent in the thread of the database, so receivers are brief.
"""

from django.dispatch import Signal

graded = Signal()
