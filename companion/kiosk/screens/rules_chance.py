"""The seal on the game's chance: how anybody can check afterwards that it was fair."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.kiosk.screens.rules_rows import SectionHeading
from companion.kiosk.widgets.layout import Card
from companion.kiosk.widgets.text import AutoLabel
from companion.view.model import SealView

if TYPE_CHECKING:
    from companion.kiosk.host import Host

GROUP = 8  # hex digits that are read in one breath

BY_THE_APP = frozenset({"cards", "dice"})
"""Sources of numbers that the program itself draws or throws."""


def grouped(digits: str) -> str:
    """Hex digits in groups, as they are read aloud or copied."""
    return " ".join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))


def chance_rows(host: Host, seal: SealView, numbers_by: str) -> Iterator[Widget]:
    """What there is to say about this game's chance."""
    tr = host.tr
    if numbers_by not in BY_THE_APP:
        yield AutoLabel(tr("kiosk.rules.own_dice"), grow=True)
    yield AutoLabel(tr("kiosk.rules.sealed" if seal.sealed else "kiosk.rules.unsealed"), grow=True)
    yield SectionHeading(tr("kiosk.rules.seal"))
    yield _digits(seal.commitment)
    yield SectionHeading(tr("kiosk.rules.seed"))
    if seal.seed is None:
        yield AutoLabel(tr("kiosk.rules.seed_later"), tone="muted", grow=True)
    else:
        yield _digits(seal.seed)
    yield SectionHeading(tr("kiosk.rules.check"))
    yield AutoLabel(tr("kiosk.rules.how_to_check"), grow=True)


def _digits(digits: str) -> Card:
    card = Card(size_hint_y=None)
    card.add_widget(AutoLabel(grouped(digits), bold=True, grow=True))
    return card
