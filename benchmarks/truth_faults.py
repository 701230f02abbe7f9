"""Why no answer comes out of a question."""


class Unreadable(ValueError):
    """The question's words cannot be read: they fit no reading, or several that differ."""


class Unanswerable(ValueError):
    """The question is read, but the key gives no single answer: a fact is missing, or two share a first place."""
