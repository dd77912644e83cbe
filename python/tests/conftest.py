import codimap
import numpy as np
import pytest


@pytest.fixture(scope="session")
def roll():
    return codimap.datasets.swiss_roll(n_samples=800, random_state=1)


@pytest.fixture
def rng():
    return np.random.default_rng(0)
