"""Figures of a fitted map, by matplotlib.

>>> from codimap import CompressedDiffusionMap, datasets, plot
>>> X = datasets.swiss_roll(500)
>>> map = CompressedDiffusionMap(n_components=4).fit(X)
>>> plot.embedding(map, color=X[:, 1], components=(1, 3)).get_ylabel()
'coordinate 3'
>>> plot.layout(map, color=X[:, 1]).get_xlabel()
'x'
>>> plot.spectrum(map).get_xlabel()
'component'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._arrays import FloatArray
    from ._fitted import FittedMap

__all__ = ["certificate", "embedding", "layout", "spectrum"]


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    made: Axes = plt.subplots(layout="constrained")[1]
    return made


def _scatter(places: FloatArray, color: ArrayLike | None, ax: Axes, options: dict[str, Any]) -> None:
    """Points by numbers, with a bar of colours, or by labels, with a legend."""
    options = {"s": max(1.0, min(20.0, 20000 / len(places))), "linewidths": 0, **options}
    x, y = places.T
    values = None if color is None else np.asarray(color)
    if values is None or values.dtype.kind in "fiu":
        drawn = ax.scatter(x, y, c=values, **options)
        if values is not None:
            ax.figure.colorbar(drawn, ax=ax)
        return
    labels = values.astype(str)
    for label in np.unique(labels):
        rows = labels == label
        ax.scatter(x[rows], y[rows], label=label, **options)
    ax.legend(markerscale=3, frameon=False)


def embedding(
    map: FittedMap,
    color: ArrayLike | None = None,
    components: tuple[int, int] = (1, 2),
    ax: Axes | None = None,
    **kwargs: Any,
) -> Axes:
    """Scatter two coordinates, counted from 1, coloured by numbers or by labels; more by `Axes.scatter`'s arguments."""
    ax = _axes(ax)
    first, second = components
    _scatter(map.embedding_[:, [first - 1, second - 1]], color, ax, kwargs)
    ax.set(xlabel=f"coordinate {first}", ylabel=f"coordinate {second}")
    return ax


def layout(map: FittedMap, color: ArrayLike | None = None, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Scatter the layout, `layout_`, of which the first two dimensions are drawn."""
    if map.layout_.shape[1] < 2:
        raise ValueError("the map must have a layout; fit it with layout_dimensions=2")
    ax = _axes(ax)
    _scatter(map.layout_[:, :2], color, ax, kwargs)
    ax.set(xlabel="x", ylabel="y", aspect="equal")
    return ax


def spectrum(map: FittedMap, ax: Axes | None = None) -> Axes:
    """Eigenvalues, with the residuals within which an exact one lies."""
    ax = _axes(ax)
    number = np.arange(1, len(map.eigenvalues_) + 1)
    ax.errorbar(number, map.eigenvalues_, yerr=map.residuals_, fmt="o", capsize=3)
    ax.set(xlabel="component", ylabel="eigenvalue λ")
    return ax


def certificate(map: FittedMap, ax: Axes | None = None) -> Axes:
    """Angles to the exact components in degrees: bounds and estimates."""
    ax = _axes(ax)
    known = map.certificate_
    for angles, label in ((known.angles, "bound"), (known.estimated_angles, "estimate")):
        below = angles < np.pi / 2
        ax.semilogy(np.flatnonzero(below) + 1, np.degrees(angles[below]), "o", label=label)
    ax.set(xlabel="component", ylabel="angle to the exact one (°)")
    ax.legend(frameon=False)
    return ax
