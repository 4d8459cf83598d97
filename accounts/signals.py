"""What other applications may want to hear of. All are sent after the commit, with ``send_robust``.

guest_claimed(guest, user)
    A guest signed in to the existing account *user*; what the guest had is the user's now.
account_closing(user, reason)
    *user* was "banned" or "deleted": live games are to be resigned, sockets to be shut.
"""

from django.dispatch import Signal

guest_claimed = Signal()
account_closing = Signal()
