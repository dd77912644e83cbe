"""How work is run: threads, memory, words. None of it changes the answer."""

from __future__ import annotations

import logging
import os
import time
from typing import Any, SupportsIndex, TypeAlias

import numpy as np

logger = logging.getLogger("codimap")

RandomState: TypeAlias = "SupportsIndex | np.random.RandomState | np.random.Generator | None"
Memory: TypeAlias = "int | str | None"


def threads_for(n_jobs: SupportsIndex | None) -> int:
    """Threads for scikit-learn's `n_jobs`: None is every processor, or OMP_NUM_THREADS, by which joblib keeps its
    workers apart; -1 is every processor, -2 all but one."""
    if n_jobs is None:
        limit = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]
        return int(limit) if limit.isdigit() else 0
    if not hasattr(n_jobs, "__index__") or int(n_jobs) == 0:
        raise ValueError(f"n_jobs must be a whole number other than 0, or None; got {n_jobs!r}")
    n_jobs = int(n_jobs)
    if n_jobs > 0:
        return n_jobs
    return 0 if n_jobs == -1 else max(1, processors() + 1 + n_jobs)


def processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def seed_of(random_state: RandomState) -> int:
    """An integer is the seed itself, so that it equals the program's --seed; a RandomState draws one."""
    if random_state is None:
        return int.from_bytes(os.urandom(4), "little")
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**31 - 1))
    if not hasattr(random_state, "__index__") or int(random_state) < 0:
        raise ValueError(
            f"random_state must be a whole number from 0 on, a RandomState, a Generator or None; got {random_state!r}"
        )
    return int(random_state)


class _Bar:
    """One tqdm bar: the stage and the share of the whole that is done; drawn at most ten times a second."""

    def __init__(self) -> None:
        from tqdm.auto import tqdm

        self.bar = tqdm(total=1.0, bar_format="{desc}{percentage:3.0f}% |{bar}| {elapsed}<{remaining}")
        self.drawn = time.monotonic()
        self.stage = ""

    def __call__(self, stage: str, done: float, whole: float) -> None:
        now = time.monotonic()
        if now - self.drawn < 0.1:
            return
        self.drawn = now
        self.bar.n = max(whole if whole >= 0 else done, 0)
        self.stage = stage or self.stage
        self.bar.set_description(self.stage)  # draws the bar

    def close(self, *, done: bool) -> None:
        if done:
            self.bar.n = 1
            self.bar.set_description("done")
        self.bar.close()


class running:
    """The `run` argument of the extension's functions, with a bar while it is open if `verbose`."""

    def __init__(self, n_jobs: SupportsIndex | None = None, max_memory: Memory = None, verbose: bool = False) -> None:
        self.run: dict[str, Any] = {"threads": threads_for(n_jobs), "max_memory": _bytes(max_memory)}
        self.bar = _Bar() if verbose else None
        if self.bar:
            self.run["progress"] = self.bar

    def __enter__(self) -> dict[str, Any]:
        return self.run

    def __exit__(self, kind: object, *_: object) -> None:
        if self.bar:
            self.bar.close(done=kind is None)


def _bytes(size: Memory) -> int | None:
    """Bytes, also as "8G": K, M, G and T are powers of 1024."""
    if size is None or not isinstance(size, str):
        return None if size is None else int(size)
    units = {"K": 1, "M": 2, "G": 3, "T": 4}
    number, unit = (size[:-1], size[-1].upper()) if size[-1:].upper() in units else (size, "")
    try:
        return int(float(number) * 1024 ** units.get(unit, 0))
    except ValueError:
        raise ValueError(f"max_memory must be bytes, or a text like '8G'; got {size!r}") from None
