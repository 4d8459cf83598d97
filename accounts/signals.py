"""What other applications may want to hear of. All are sent after the commit, with ``send_robust``.

guest_claimed(guest, user)
    A guest signed in to the existing account *user*; what the guest had is the user's now.
account_closing(user, reason)
    *user* was "banned" or "deleted": live games are to be resigned, sockets to be shut.
account_renamed(user)
    *user* has another name, and perhaps another kind: a guest signed up, staff changed the name,
    or the account was deleted. What is shown from memory is to be read again.
password_replaced(user, request)
    The staff gave *user* another password: all sessions have ended, but for the one of *request*
    if it is the user's. (The user's own ways to one send django-allauth's signals.)
"""

from django.dispatch import Signal

guest_claimed = Signal()
account_closing = Signal()
account_renamed = Signal()
password_replaced = Signal()
