"""Whether models can be called at all, as far as that is known without a call: names, rules, prices and keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from assay.config.models import Model
from assay.gateway.ledger import no_price
from assay.gateway.routes import Routes
from assay.model.errors import ConfigError


def unready(seats: Mapping[str, Model], capped: Collection[str] = ()) -> list[str]:
    """Return a sentence for each model that cannot be called, whatever its key; `capped` seats have a cap in dollars.

    litellm is imported where its table has to be asked.
    """
    routes = Routes()

    def check(seat: str, model: Model) -> None:
        routes.check(model)
        if routes.tariff(model) is None and seat in capped:
            raise ConfigError(no_price(model.shown))

    return _told(seats, check)


def keyless(seats: Mapping[str, Model]) -> list[str]:
    """Return a sentence for each model whose key is not set, or cannot serve."""
    routes = Routes()
    return _told(seats, lambda _, model: routes.check_key(model))


def _told(seats: Mapping[str, Model], check: Callable[[str, Model], object]) -> list[str]:
    """Return what a check says, each sentence once, after the seats that it holds for."""
    found: dict[str, list[str]] = {}
    for seat, model in seats.items():
        try:
            check(seat, model)
        except ConfigError as error:
            found.setdefault(str(error), []).append(f"models.{seat}")
    return [f"{', '.join(held)}: {said}" for said, held in found.items()]
