"""What an export holds of a user beside the account, as plain data for a file."""
