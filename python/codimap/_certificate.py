"""What is known of a map's distance from the exact one."""

from html import escape

import numpy as np


class Certificate:
    """How near the coordinates are to those of the exact map on the same kernel.

    `str()` says it in words. Of each component, in radians: `angles`, proven if no eigenvalue was missed (π/2 where
    nothing is proven); `estimated_angles`, not proven; `group_of`, the first component of the group that it is known
    with. `eigenvalue_errors`: how far above λ the exact eigenvalue may lie. `searched_above`: a missed eigenvalue above
    this would have shown in random vectors. `others` holds those of the other connected components.
    """

    def __init__(self, spectra):
        first, *others = spectra
        self.angles = first["angles"]
        self.estimated_angles = first["estimated_angles"]
        self.eigenvalue_errors = first["eigenvalue_errors"]
        self.group_of = first["group_of"]
        self.searched_above = first["searched_above"]
        self.words = first["words"]
        self.new_points = first["new_points"]
        self.others = [Certificate([other]) for other in others]

    @property
    def proven(self):
        """Which components have an angle below π/2."""
        return self.angles < np.pi / 2

    def __str__(self):
        return "; ".join(part for part in (self.words, self.new_points) if part)

    def __repr__(self):
        return f"<Certificate: {self.words or 'nothing is known'}>"

    def _repr_html_(self):
        return f"<p>{escape(str(self))}</p>"
