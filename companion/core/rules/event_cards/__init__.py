"""Event cards instead of dice (EV).

The set-up's `numbers: cards` brings this module in; naming the variant with any other
source of numbers is refused, since the cards replace the dice (the new-game request takes
the variant's name for the source when none is given).
"""

from __future__ import annotations

from companion.core.module import Module, Setting, Track
from companion.core.rules.event_cards import (
    audit,
    book,
    draw,
    earthquake,
    effects,
    entering,
    event_dice,
    facts,
    happen,
    own_deck,
)
from companion.core.rules.event_cards.book import EventCardsSlice
from companion.core.rules.event_cards.deck import BEFORE_YEAR_END, SIZE
from companion.core.rules.pieces import PieceRemoved
from companion.core.rules.traits import HARBOR
from companion.i18n.text import Text

SETTINGS = (
    Setting("pass", "choice", BEFORE_YEAR_END,
            "Draws before the year ends: 31 with 5 cards set aside, or all 36.",
            choices=(BEFORE_YEAR_END, SIZE), rules=("EV-2", "EV-7", "C16")),
    Setting("numbers_only", "flag", False,
            "Only the numbers of the cards count, their events are ignored.", rules=("EV-7",)),
    Setting("zero_is_nobody", "flag", True,
            "Nobody has most of something that nobody has any of.", rules=("EV-9",)),
    Setting("trade_advantage", "choice", "holder",
            "Who acts on trade advantage while nobody holds the longest trade route: nobody, "
            "or the sole owner of most roads.",
            choices=("holder", "most_roads"), editions={"en2020": "most_roads"},
            rules=("EV-4", "C12")),
    Setting("repair_before", "choice", "roads_and_site",
            "What waits for the repair of a damaged road: roads; roads and a settlement at the "
            "damaged one; or settlements and cities everywhere too.",
            choices=("roads", "roads_and_site", "everything"), editions={"pl": "roads"},
            rules=("EV-4", "C2")),
    Setting("intact_beside", "flag", True,
            "A settlement waits for no repair where an intact own road ends beside the damaged "
            "one.", rules=("EV-4", "U10")),
    Setting("cities_and_knights", "flag", False,
            "Cities & Knights is played beside the cards.", rules=("EV-6",)),
    Setting("event_dice", "choice", "dice_first",
            "With Cities & Knights, when its two dice are thrown: and carried out before the card "
            "is drawn, or together with it.",
            choices=("dice_first", "together"), editions={"en2025": "together"},
            rules=("EV-6", "C13")),
    Setting("knight_strength", "choice", "all",
            "With Cities & Knights, whose strength a tournament and a conflict compare: of all "
            "knights on the board, or of the active ones.",
            choices=("all", "active"), editions={"pl": "active"}, rules=("EV-4",)),
    Setting("show_left", "flag", False,
            "Show how many cards of each number are left; counting spoils the deck for some.",
            rules=("EV-1",)),
)  # fmt: skip

MODULE = Module(
    id="event_cards",
    doc="Event cards instead of dice.",
    role="variant",
    slice=EventCardsSlice,
    events=book.EVENT_KINDS,
    folds=book.FOLDS,
    actions=(
        *draw.ACTIONS,
        *own_deck.ACTIONS,
        *event_dice.ACTIONS,
        *happen.ACTIONS,
        *earthquake.ACTIONS,
    ),
    reacts={PieceRemoved: earthquake.removed},
    queries=(
        *facts.QUERIES,
        *effects.QUERIES,
        *happen.QUERIES,
        *earthquake.QUERIES,
    ),
    contributions=(*happen.CONTRIBUTIONS, *earthquake.CONTRIBUTIONS),
    stages=(*event_dice.STAGES, *happen.STAGES, *earthquake.STAGES),
    edits=(*event_dice.EDITS, *happen.EDITS, *earthquake.EDITS),
    settings=SETTINGS,
    traits=(HARBOR,),
    tracks=(
        Track("damaged_roads", "Damaged roads not yet repaired.",
              lambda ctx, seat: ctx.get(facts.DAMAGED_ROADS, seat=seat),
              book.with_damage, high=15, most=book.road_count, rules=("EV-4",)),
    ),
    requires=("base",),
    conflicts={"dice": Text("compose.cards_or_dice")},
    after=("base",),
    checks=(book.check,),
    audit=audit.audit,
    foresees=draw.foresees,
    positions=(entering.PART,),
)  # fmt: skip
