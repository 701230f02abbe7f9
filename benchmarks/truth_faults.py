"""Why no answer comes out of a question."""


class Unreadable(ValueError):
    """The question's words cannot be read: they fit no reading, or several that differ."""


class Unanswerable(ValueError):
    """The question is read, but the key gives no single answer: a fact is missing, or two share a first place."""


class Untold(Unanswerable):
    """The question is read, and no document tells a figure that its answer needs."""

    def __init__(self, domain: str, entity: str, measure: str, period: str) -> None:
        super().__init__(f"no fact tells the {measure} of {entity} in {period or 'general'}")
        self.figure = domain, entity, measure, period
