"""Refusals that the server itself issues."""

from pilein.protocol.replies import Refused

LATER = "try again in a few minutes"
FULL = Refused(id=0, reason="this server cannot store any more tables", remedy="ask its operator to delete old tables")
NO_SEAT = Refused(
    id=0, reason="the table does not exist, or the link has a wrong token", remedy="use the whole link as it was sent"
)
NOT_SEATED = Refused(id=0, reason="this request needs a table", remedy="join a table first, by sending Join")
SEATED = Refused(id=0, reason="this page already sits at another table", remedy="join this table from another page")
TOO_FAST = Refused(id=0, reason="this page sends too many messages a second", remedy="send messages more slowly")
TOO_DEEP = Refused(id=0, reason="the message is nested too deeply", remedy="nest lists and objects less deeply")
OPENED_ENOUGH = Refused(id=0, reason="this page has opened too many tables", remedy="reload the page")
OPENED_BY_ADDRESS = Refused(id=0, reason="too many tables have been opened from this address", remedy=LATER)
GONE_ON = Refused(
    id=0, reason="the game has moved on since this request was sent", remedy="ask about the current question"
)
REPLACED = Refused(
    id=0, reason="a newer request replaced this one", remedy="wait for each reply before you send another request"
)


def too_long(request: int, seconds: float) -> Refused:
    """Refuse a request that exceeded its time limit."""
    return Refused(
        id=request,
        reason=f"the request took more than {seconds:g} s and was stopped",
        remedy="use fewer models or phases",
    )


def worker_died(request: int) -> Refused:
    """Refuse a request whose worker process died."""
    return Refused(
        id=request, reason="the process that worked on this request died", remedy="use fewer models, or try again"
    )


def unstored(request: int, words: str) -> Refused:
    """Refuse a request whose line could not be stored."""
    return Refused(id=request, reason=f"the request could not be stored: {words}", remedy=LATER)


def unreadable(request: int, words: str) -> Refused:
    """Refuse a message that does not follow the protocol."""
    return Refused(id=request, reason=f"the message does not follow the protocol: {words}", remedy="reload the page")
