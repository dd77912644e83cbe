"""What two dimensions show of what is known: picture_scores.py PICTURE.npy TRUTH.npz prints one JSON line.

Of the first two columns. accuracy: as in map_scores.py; demap: Spearman's correlation of distances in the picture with
geodesics on the noiseless data, where these are known.
"""

import json
import sys

import numpy as np
from map_scores import accuracy
from scipy.stats import spearmanr


def distances(points):
    return np.linalg.norm(points[:, None] - points[None], axis=2)[np.triu_indices(len(points), 1)]


def main():
    picture, truth = np.nan_to_num(np.load(sys.argv[1]).astype(float)[:, :2]), np.load(sys.argv[2])
    real = truth["real"]
    answer = {"accuracy": accuracy(picture[real], truth["labels"][real])}
    if "geodesics" in truth:
        geodesics = truth["geodesics"][np.triu_indices(len(truth["sample"]), 1)]
        answer["demap"] = float(spearmanr(distances(picture[truth["sample"]]), geodesics).statistic)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
