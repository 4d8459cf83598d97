"""What other applications are told, after the commit and with ``send_robust`` except where noted.

guest_claimed(guest, user)
    A guest signed in to the existing account *user*, which now owns what the guest had.
account_closing(user, reason)
    *user* was "banned" or "deleted": live games are to be resigned, sockets closed.
account_reopened(user)
    The ban of *user* was lifted: what was done because of it is to be undone.
account_renamed(user)
    *user* has another name, and perhaps another kind: a guest signed up, staff changed the name,
    or the account was deleted. Whatever is shown from memory has to be read again.
other_sessions_ended(user, request)
    All sessions of *user* have ended, but for the one of *request* if it is the user's: the staff
    gave another password, two-step sign-in was switched on, or a guest signed up or in. (The
    user's own ways to another password send django-allauth's signals.)
account_logged(event)
    A line of the account log is written. Sent in its transaction with ``send``: a receiver that
    fails undoes it.
tokens_revoked(user, tokens)
    The *tokens* (their primary keys) of the bot *user* have ended: their sockets are to be shut.
"""

from django.dispatch import Signal

guest_claimed = Signal()
account_closing = Signal()
account_reopened = Signal()
account_renamed = Signal()
other_sessions_ended = Signal()
tokens_revoked = Signal()
account_logged = Signal()
