"""Arrays for the solvers of chains: numpy, or where it is missing plain Python, for small chains alone."""

from typing import TYPE_CHECKING, cast

from pilein.chain import plain_arrays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    try:
        import numpy as np
        from numpy.typing import NDArray
    except ImportError:
        np = plain_arrays
        from pilein.chain.plain_arrays import NDArray

HAS_NUMPY = np.__name__ == "numpy"


def add_at(array: NDArray[np.float64], places: NDArray[np.int64], amounts: NDArray[np.float64]) -> None:
    """Add each amount at its place; places may come up more than once."""
    if HAS_NUMPY:
        array += np.bincount(places, amounts, len(array))
        return
    plain_arrays.add_at(cast("plain_arrays.Array", array), places, amounts)


__all__ = ["HAS_NUMPY", "NDArray", "add_at", "np"]
