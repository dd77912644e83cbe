"""Data whose groups or whose order are known, each as it is and with far outliers: labelled_sets.py DATA FOLDER.

DATA is the project's own data folder. Writes NAME.npy (points, float32) and NAME.npz: `labels`, `parameter` where a
position along the data is known, with `geodesics`, the distances along the noiseless data between the points `sample`,
and `real`, which is false for planted outliers.
"""

import csv
import gzip
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

FASHION = Path("/usr/share/datasets/fashion-mnist")
OUTLIERS = 0.005  # of the points
BOX = 5  # side of the box that outliers are uniform in, in ranges of the data
SEED = 20261101
ARMS, ARM_LENGTH = 7, 10.0
SAMPLE = 700  # points whose geodesics are known


def read(path):
    with gzip.open(path, "rt") as file:
        return list(csv.reader(file))


def cells(data, name):
    counts = np.array(read(data / f"{name}.csv.gz"), dtype=float)
    labels = np.array(read(data / f"{name}_cd8.csv.gz"), dtype=float)[:, 0]
    return np.arcsinh(counts / 5), {"labels": labels.astype(int)}


def phenograph(data):
    rows = read(data / "phenograph.csv.gz")[1:]
    values = np.array([row[1:] for row in rows], dtype=float)
    return np.arcsinh(values / 5), {"labels": np.unique([row[0] for row in rows], return_inverse=True)[1]}


def digits():
    images = load_digits()
    return images.data, {"labels": images.target}


def fashion():
    """The test images in their 50 leading principal components."""
    with gzip.open(FASHION / "t10k-images-idx3-ubyte.gz") as file:
        pixels = np.frombuffer(file.read(), dtype=np.uint8, offset=16).reshape(-1, 784).astype(float)
    with gzip.open(FASHION / "t10k-labels-idx1-ubyte.gz") as file:
        labels = np.frombuffer(file.read(), dtype=np.uint8, offset=8).astype(int)
    pixels -= pixels.mean(axis=0)
    return pixels @ np.linalg.eigh(pixels.T @ pixels)[1][:, :-51:-1], {"labels": labels}


def sampled(points, geodesics):
    """Points drawn by random numbers of their own, and geodesics(points)."""
    sample = np.random.default_rng(SEED).choice(points, SAMPLE, replace=False)
    return {"sample": sample, "geodesics": geodesics(sample)}


def path_to(arm):
    """The arms from the trunk on."""
    return (*path_to((arm - 1) // 2), arm) if arm else (0,)


def along_arms(arms, depths):
    """Distances along the tree: by way of the end of the last arm that both paths share, or along one path."""
    distances = np.zeros((len(arms), len(arms)))
    for i, one in enumerate(map(path_to, arms)):
        for j, other in enumerate(map(path_to, arms[:i])):
            shared = sum(a == b for a, b in zip(one, other))
            on_one_path = shared == min(len(one), len(other))
            distances[i, j] = distances[j, i] = (abs(depths[i] - depths[j]) if on_one_path else
                                                 depths[i] + depths[j] - 2 * shared * ARM_LENGTH)
    return distances


def tree(random, points=5000, dimensions=50, noise=0.5):
    """A trunk that forks twice into straight arms of one length; the parameter is the distance from the root."""
    directions = random.normal(size=(ARMS, dimensions))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    arm, along = np.arange(points) % ARMS, ARM_LENGTH * random.random(points)
    starts, depths = np.zeros((ARMS, dimensions)), np.zeros(ARMS)
    for child in range(1, ARMS):
        parent = (child - 1) // 2
        starts[child] = starts[parent] + ARM_LENGTH * directions[parent]
        depths[child] = depths[parent] + ARM_LENGTH
    exact = starts[arm] + along[:, None] * directions[arm]
    depth = depths[arm] + along
    known = {"labels": arm, "parameter": depth, **sampled(points, lambda some: along_arms(arm[some], depth[some]))}
    return exact + noise * random.normal(size=exact.shape), known


def swiss_roll(random, points=5000, noise=0.5):
    """The parameter is the length of the spiral up to the point; labels are its tenths."""
    angle = 1.5 * np.pi * (1 + 2 * random.random(points))
    roll = np.stack([angle * np.cos(angle), 21 * random.random(points), angle * np.sin(angle)], axis=1)
    length = (angle * np.sqrt(1 + angle**2) + np.arcsinh(angle)) / 2
    tenths = np.argsort(np.argsort(length)) * 10 // points
    flat = np.stack([length, roll[:, 1]], axis=1)
    known = {"labels": tenths, "parameter": length,
             **sampled(points, lambda some: np.linalg.norm(flat[some, None] - flat[None, some], axis=2))}
    return roll + noise * random.normal(size=roll.shape), known


def with_outliers(points, known, random):
    count = max(2, round(OUTLIERS * len(points)))
    low, high = points.min(axis=0), points.max(axis=0)
    far = (low + high) / 2 + BOX * (high - low) * (random.random((count, points.shape[1])) - 0.5)
    more = {name: np.concatenate([values, np.full(count, -1, values.dtype)]) if len(values) == len(points) else values
            for name, values in known.items()}
    return np.concatenate([points, far]), {**more, "real": np.arange(len(points) + count) < len(points)}


def sets(data):
    random = np.random.default_rng(SEED)
    for name in ("cells", "cells_day1_3month", "cells_day2_baseline", "cells_day2_3month"):
        yield name, cells(data, name)
    yield "phenograph", phenograph(data)
    yield "digits", digits()
    yield "fashion-mnist-test", fashion()
    yield "tree", tree(random)
    yield "swiss-roll", swiss_roll(random)


def main():
    data, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (points, known) in sets(data):
        random = np.random.default_rng(SEED)
        kinds = {name: (points, {**known, "real": np.ones(len(points), bool)}),
                 f"{name}-outliers": with_outliers(points, known, random)}
        for kind, (rows, truth) in kinds.items():
            np.save(folder / f"{kind}.npy", rows.astype(np.float32))
            np.savez(folder / f"{kind}.npz", **truth)
        print(name)


if __name__ == "__main__":
    main()
