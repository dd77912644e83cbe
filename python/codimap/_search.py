"""Nearest neighbours, as the kernels find them."""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._arrays import dense
from ._running import logger, running

__all__ = ["nearest_neighbors"]


def nearest_neighbors(
    X: ArrayLike,
    n_neighbors: int,
    *,
    queries: ArrayLike | None = None,
    metric: str = "euclidean",
    neighbor_recall: float | None = None,
    n_jobs: SupportsIndex | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Distances and rows of the nearest points, nearest first.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
    n_neighbors : int
        Neighbours of each; without `queries` a point is its own first.
    queries : array of shape (n_queries, n_features), optional
    metric : {"euclidean", "cosine", "correlation"}
        The two of directions give the distance of rows scaled to unit length, √(2(1 − cos)).
    neighbor_recall : float, optional
        Share of the true neighbours to look for, by default about 0.99; 1 finds every one and takes longer.

    Returns
    -------
    distances, indices : arrays of shape (n_samples or n_queries, n_neighbors)

    Examples
    --------
    >>> import codimap
    >>> codimap.nearest_neighbors([[0.0], [1.0], [3.0]], 2)
    (array([[0., 1.],
           [0., 1.],
           [0., 2.]]), array([[0, 1],
           [1, 0],
           [2, 1]], dtype=int32))
    """
    distances, indices, recall = search(X, n_neighbors, queries, metric, neighbor_recall, n_jobs)
    logger.info("neighbors: about %.1f %% of the true ones were found", 100 * recall)
    return distances, indices


def search(
    X: ArrayLike,
    n_neighbors: int,
    queries: ArrayLike | None,
    metric: str,
    neighbor_recall: float | None,
    n_jobs: SupportsIndex | None,
) -> tuple[NDArray[np.float64], NDArray[np.int32], float]:
    """Distances, rows, and the share of true neighbours among these."""
    points = dense(X)
    if not 1 <= n_neighbors <= len(points):
        raise ValueError(f"n_neighbors must be between 1 and the number of points ({len(points)}); got {n_neighbors}")
    asked = None if queries is None else dense(queries)
    with running(n_jobs) as run:
        options = {"metric": metric, "neighbor_recall": neighbor_recall}
        squared, indices, recall = _core.nearest_neighbors(asked, points, int(n_neighbors), options, run)
    if queries is None:
        _put_itself_first(squared, indices)
    return np.sqrt(squared), indices, recall


def _put_itself_first(squared: NDArray[np.float64], indices: NDArray[np.int32]) -> None:
    """A point that has copies may come behind them or, where these are many, not at all."""
    rows = np.flatnonzero(indices[:, 0] != np.arange(len(indices)))
    itself = indices[rows] == rows[:, None]
    place = np.where(itself.any(axis=1), itself.argmax(axis=1), indices.shape[1] - 1)
    indices[rows, place] = indices[rows, 0]
    indices[rows, 0] = rows
    squared[rows, place] = squared[rows, 0]
    squared[rows, 0] = 0
