"""Refusals that the server itself issues."""

from pilein.protocol.replies import Refused

LATER = "try again later"
FULL = Refused(id=0, reason="this server keeps no more tables", remedy="ask its operator to delete old ones")
NO_SEAT = Refused(id=0, reason="no such table, or not one of its tokens", remedy="use the link as it was sent")
NOT_SEATED = Refused(id=0, reason="this request needs a table", remedy="sit down first: send Join")
SEATED = Refused(id=0, reason="this page sits at another table", remedy="open another page for it")
TOO_FAST = Refused(id=0, reason="too many messages", remedy="send fewer a second")
TOO_DEEP = Refused(id=0, reason="lists and objects are nested too deeply", remedy="send a flatter message")
OPENED_ENOUGH = Refused(id=0, reason="this page has opened too many tables", remedy="reload the page")
OPENED_BY_ADDRESS = Refused(id=0, reason="too many tables were opened from this address", remedy=LATER)
GONE_ON = Refused(id=0, reason="the game has gone on meanwhile", remedy="ask about the question that waits now")
REPLACED = Refused(id=0, reason="a newer request took its place", remedy="ask one at a time")


def too_long(request: int, seconds: float) -> Refused:
    """Refuse a request that exceeded its time limit."""
    return Refused(
        id=request, reason=f"this took more than {seconds:g} s and was stopped", remedy="use fewer models or phases"
    )


def worker_died(request: int) -> Refused:
    """Refuse a request whose worker process died."""
    return Refused(id=request, reason="the work ended before it was done", remedy="use fewer models, or try again")


def unstored(request: int, words: str) -> Refused:
    """Refuse a request whose line could not be stored."""
    return Refused(id=request, reason=f"this could not be stored: {words}", remedy=LATER)


def unreadable(request: int, words: str) -> Refused:
    """Refuse a message that does not follow the protocol."""
    return Refused(id=request, reason=f"not a message of the protocol: {words}", remedy="reload the page")
