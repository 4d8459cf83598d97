"""The course for a class: what a teacher finds here, in the order in which it is taught."""
