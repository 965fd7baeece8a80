"""The rows of an event: what commands write, and the ratings that workers derive."""

from tournaments.models.clock import DivisionClock
from tournaments.models.contention import DivisionContention
from tournaments.models.event import Division, Entry, EntryMember, Penalty, Tournament
from tournaments.models.games import BoardGame, PlayRuling
from tournaments.models.lifeboat import Lifeboat
from tournaments.models.medals import DivisionMedals
from tournaments.models.phones import PhoneTally, ResultClaim, SlipPhoto
from tournaments.models.play import Board, BoardException, Result, Round, Seat
from tournaments.models.presence import DeskPresence
from tournaments.models.prizes import EventMoney, EventPrize, PrizeTerms
from tournaments.models.rating import DivisionRating, EntryRating
from tournaments.models.set_ups import SetUpDraft
from tournaments.models.streams import StreamSlot
from tournaments.models.web_host import WebHost
from tournaments.models.webhooks import Delivery, Webhook

__all__ = [
    "Board",
    "BoardException",
    "BoardGame",
    "Delivery",
    "DeskPresence",
    "Division",
    "DivisionClock",
    "DivisionContention",
    "DivisionMedals",
    "DivisionRating",
    "Entry",
    "EntryMember",
    "EntryRating",
    "EventMoney",
    "EventPrize",
    "Lifeboat",
    "Penalty",
    "PhoneTally",
    "PlayRuling",
    "PrizeTerms",
    "Result",
    "ResultClaim",
    "Round",
    "Seat",
    "SetUpDraft",
    "SlipPhoto",
    "StreamSlot",
    "Tournament",
    "WebHost",
    "Webhook",
]
