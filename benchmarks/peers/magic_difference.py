"""Largest difference of smoothed values from MAGIC's, over the largest of these: magic_difference.py POINTS.npy SMOOTHED.npy
KNN KNN_MAX DECAY, the last three options of MAGIC.
"""

import sys

import magic
import numpy as np


def main():
    points, smoothed = (np.load(name).astype(float) for name in sys.argv[1:3])
    knn, most, decay = map(int, sys.argv[3:])
    theirs = magic.MAGIC(knn=knn, knn_max=most, decay=decay, t=3, verbose=0).fit_transform(points)
    print(abs(theirs - smoothed).max() / abs(theirs).max())


if __name__ == "__main__":
    main()
