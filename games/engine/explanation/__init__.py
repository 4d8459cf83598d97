"""The readable searches, told step by step."""
