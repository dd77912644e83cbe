"""What a map shows of what is known: map_scores.py MAP.npy TRUTH.npz prints one JSON line.

accuracy: leave-one-out, 15 nearest neighbours, of the labels; rho: the largest |Spearman correlation| of a coordinate
with the known parameter; few: coordinates whose participation ratio is below 1 % of the points. Planted outliers have no
labels and no parameter, and count for `few` only.
"""

import json
import sys

import numpy as np
from scipy.stats import spearmanr
from sklearn.neighbors import NearestNeighbors

NEIGHBORS = 15
FEW = 0.01


def accuracy(coordinates, labels):
    nearest = NearestNeighbors(n_neighbors=NEIGHBORS).fit(coordinates).kneighbors(return_distance=False)
    votes = (labels[nearest][:, :, None] == np.arange(labels.max() + 1)).sum(axis=1)
    return float(np.mean(votes.argmax(axis=1) == labels))


def participation(coordinates):
    squares = coordinates**2
    fourths = (squares**2).sum(axis=0)
    return np.divide(squares.sum(axis=0)**2, fourths, out=np.zeros(len(fourths)), where=fourths > 0)


def main():
    coordinates, truth = np.load(sys.argv[1]).astype(float), np.load(sys.argv[2])
    real = truth["real"]
    inside = np.nan_to_num(coordinates[real])
    answer = {"accuracy": accuracy(inside, truth["labels"][real]),
              "few": int((participation(coordinates) < FEW * len(coordinates)).sum()),
              "coordinates": coordinates.shape[1]}
    if "parameter" in truth:
        parameter = truth["parameter"][real]
        answer["rho"] = max(abs(spearmanr(column, parameter).statistic) for column in inside.T)
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
