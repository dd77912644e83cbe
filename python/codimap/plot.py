"""Figures of a fitted map, by matplotlib."""

import numpy as np

__all__ = ["certificate", "embedding", "spectrum"]


def _axes(ax):
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots(layout="constrained")
    return ax


def embedding(map, color=None, components=(1, 2), ax=None, **kwargs):
    """Scatter two coordinates, counted from 1, coloured by numbers or by labels; more by `Axes.scatter`'s arguments."""
    ax = _axes(ax)
    first, second = components
    x, y = map.embedding_[:, first - 1], map.embedding_[:, second - 1]
    kwargs = {"s": max(1.0, min(20.0, 20000 / len(x))), "linewidths": 0, **kwargs}
    color = None if color is None else np.asarray(color)
    if color is None or color.dtype.kind in "fiu":
        drawn = ax.scatter(x, y, c=color, **kwargs)
        if color is not None:
            ax.figure.colorbar(drawn, ax=ax)
    else:
        for label in np.unique(color.astype(str)):
            rows = color.astype(str) == label
            ax.scatter(x[rows], y[rows], label=label, **kwargs)
        ax.legend(markerscale=3, frameon=False)
    ax.set(xlabel=f"coordinate {first}", ylabel=f"coordinate {second}")
    return ax


def spectrum(map, ax=None):
    """Eigenvalues, with the residuals within which an exact one lies."""
    ax = _axes(ax)
    number = np.arange(1, len(map.eigenvalues_) + 1)
    ax.errorbar(number, map.eigenvalues_, yerr=map.residuals_, fmt="o", capsize=3)
    ax.set(xlabel="component", ylabel="eigenvalue λ")
    return ax


def certificate(map, ax=None):
    """Angles from the exact components, proven and estimated, in degrees."""
    ax = _axes(ax)
    known = map.certificate_
    for angles, label in ((known.angles, "proven"), (known.estimated_angles, "estimated")):
        below = angles < np.pi / 2
        ax.semilogy(np.flatnonzero(below) + 1, np.degrees(angles[below]), "o", label=label)
    ax.set(xlabel="component", ylabel="angle from the exact one (°)")
    ax.legend(frameon=False)
    return ax
