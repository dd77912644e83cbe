"""What is known of a map's distance from the exact one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Certificate:
    """How near the coordinates are to those of the exact map on the same kernel; `str()` says it in words.

    Attributes
    ----------
    angles : array of shape (n_components,)
        Bound of each component's angle to the exact one, in radians, on the condition that no eigenvalue was missed;
        π/2 where there is none.
    estimated_angles : array of shape (n_components,)
        Estimates of the same angles.
    eigenvalue_errors : array of shape (n_components,)
        How far above λ the exact eigenvalue may lie.
    group_of : array of shape (n_components,)
        First component of the group that each one is known with.
    searched_above : float
        A missed eigenvalue above this would have shown in random vectors.
    words, new_points : str
        The sentences of `str()`: of the points of the map, and of new ones.
    others : list of Certificate
        Those of the other connected components.

    Examples
    --------
    >>> from codimap import CompressedDiffusionMap, datasets
    >>> map = CompressedDiffusionMap(n_components=3).fit(datasets.swiss_roll(1000))
    >>> map.certificate_.bounded
    array([ True,  True,  True])
    >>> bool((map.certificate_.angles < 0.02).all())
    True
    """

    def __init__(self, spectra: Sequence[Mapping[str, Any]]) -> None:
        first, *others = spectra
        self.angles: NDArray[np.float64] = first["angles"]
        self.estimated_angles: NDArray[np.float64] = first["estimated_angles"]
        self.eigenvalue_errors: NDArray[np.float64] = first["eigenvalue_errors"]
        self.group_of: NDArray[np.int64] = first["group_of"]
        self.searched_above: float = first["searched_above"]
        self.words: str = first["words"]
        self.new_points: str = first["new_points"]
        self.others = [Certificate([other]) for other in others]

    @property
    def bounded(self) -> NDArray[np.bool_]:
        """Which components have a bound."""
        return self.angles < np.pi / 2

    def __str__(self) -> str:
        return "; ".join(part for part in (self.words, self.new_points) if part)

    def __repr__(self) -> str:
        return f"<Certificate: {self.words or 'nothing is known'}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"
