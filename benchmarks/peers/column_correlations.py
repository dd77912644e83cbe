"""|correlation| of each column of one map with the same column of another: column_correlations.py ONE.npy OTHER.npy."""

import json
import sys

import numpy as np


def main():
    one, other = (np.load(name).astype(float) for name in sys.argv[1:])
    print(json.dumps([abs(np.corrcoef(a, b)[0, 1]) for a, b in zip(one.T, other.T)]))


if __name__ == "__main__":
    main()
