"""A fitted map in a notebook: a thumbnail, the spectrum and the bound, without any library."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._fitted import FittedMap

_size = 180
_most_points = 2000


def page(map: FittedMap) -> str:
    """HTML of a fitted estimator."""
    cells = [_scatter(map), _bars(map.eigenvalues_)]
    shape = " × ".join(str(n) for n in map.embedding_.shape)
    return (
        f"<div><b>{escape(repr(map))}</b><br>{shape} coordinates"
        f"<div style='display:flex;gap:1em'>{''.join(cells)}</div>{map.certificate_._repr_html_()}</div>"
    )


def _svg(content: str) -> str:
    return f"<svg width='{_size}' height='{_size}' viewBox='0 0 {_size} {_size}'>{content}</svg>"


def _scatter(map: FittedMap) -> str:
    """The layout, or where there is none the first two coordinates."""
    places = map.layout_ if map.layout_.shape[1] >= 2 else map.embedding_
    values = np.asarray(places, float)
    values = values[:: max(1, -(-len(values) // _most_points)), :2]
    if values.shape[1] < 2:
        values = np.column_stack([np.arange(len(values)), values])
    low, high = values.min(axis=0), values.max(axis=0)
    x, y = (4 + (values - low) / np.where(high > low, high - low, 1) * (_size - 8)).T
    return _svg("".join(f"<circle cx='{a:.1f}' cy='{_size - b:.1f}' r='1.2' fill='#4C72B0'/>" for a, b in zip(x, y)))


def _bars(eigenvalues: NDArray[np.float64]) -> str:
    width = _size / max(1, len(eigenvalues))
    heights = np.clip(eigenvalues, 0, 1) * (_size - 8)
    return _svg(
        "".join(
            f"<rect x='{i * width + 1:.1f}' y='{_size - h:.1f}' width='{max(1, width - 2):.1f}' height='{h:.1f}' "
            f"fill='#55A868'><title>λ{i + 1} = {value:.6g}</title></rect>"
            for i, (h, value) in enumerate(zip(heights, eigenvalues))
        )
    )
