"""Dealing out places: whether each of some models can have one of those that suit it."""


def is_matched(suited: tuple[tuple[int, ...], ...]) -> bool:
    """Whether everyone can have a place of his own; `suited` lists the places that suit each, by number."""
    holder: dict[int, int] = {}
    return all(_is_seated(suited, one, holder, set()) for one in range(len(suited)))


def _is_seated(suited: tuple[tuple[int, ...], ...], one: int, holder: dict[int, int], tried: set[int]) -> bool:
    """Whether there is a place for one more, others moving up if they can."""
    for place in suited[one]:
        if place not in tried:
            tried.add(place)
            if place not in holder or _is_seated(suited, holder[place], holder, tried):
                holder[place] = one
                return True
    return False
