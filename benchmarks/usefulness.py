"""Scores each kind of map against known labels and orders: OUT.md, with the figures behind it in OUT.json.

Usage: usefulness.py BUILD OUT.md [--only NAME] [--anew PEER ...]. BUILD holds the built program. codimap's columns are
measured in every run. Maps of other packages do not change with codimap: their earlier scores stay, unless they come from
another machine or other versions, and only those that are missing are measured, and those that --anew names.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import environments
import machine
from measure import HERE, Failed, Measure, run
from usefulness_page import page

DATA = HERE.parent / "data"
LIMIT = 600  # seconds for one map
COMPONENTS = 10
SETS = {"cells": "cells, day 1, baseline", "cells_day1_3month": "cells, day 1, 3 months",
        "cells_day2_baseline": "cells, day 2, baseline", "cells_day2_3month": "cells, day 2, 3 months",
        "phenograph": "bone marrow cells", "digits": "digits", "fashion-mnist-test": "Fashion-MNIST, test",
        "tree": "tree", "swiss-roll": "Swiss roll"}
OURS = {"codimap": (), "one ε": ("--kernel", "gaussian"), "α-decay": ("--kernel", "alpha-decay"),
        "variable bandwidth": ("--kernel", "variable-bandwidth"), "the paper": ("--preset", "paper")}
# Peers with their own defaults; numbers that a function of maps.py wants are those defaults.
PEERS = {"scanpy": ("scanpy_diffmap", {"neighbors": 15}), "Palantir": ("palantir_maps", {"neighbors": 30}),
         "PHATE": ("phate_map", {"neighbors": 5, "landmarks": 2000, "picture": COMPONENTS}),
         "pyDiffMap": ("pydiffmap_map", {"neighbors": 64}), "PCA": ("principal_components", {})}
PICTURE_PEERS = {"PHATE, 2-D": ("phate_map", {"neighbors": 5, "landmarks": 2000}),
                 "UMAP, 2-D": ("umap_map", {"neighbors": 15})}
INSTEAD = {"pydiffmap_map": "pydiffmap_generator"}  # what is run where a peer fails
OUR_PICTURES = ("c1, c2", "layout")


class Usefulness:
    """Scores by set and column: {"accuracy", "few", "rho", "demap", "seconds", "others"} or {"failed": why}."""

    def __init__(self, build, scores):
        folder = build.parent / "bench"
        environments.make("peers", folder)
        self.python, self.sets = environments.python_of("peers", folder), folder / "labelled"
        run([self.python, HERE / "peers/labelled_sets.py", DATA, self.sets], LIMIT)
        self.measure, self.scores = Measure(build, folder, LIMIT, repeat_below=0), scores

    def points(self, kind):
        return self.sets / f"{kind}.npy"

    def map_of(self, kind, column):
        return self.measure.map_of(f"usefulness {kind} {column}")

    def keep(self, kind, column, found):
        self.scores.setdefault(kind, {})[column] = found

    def score(self, kind, column, script, file):
        """What a script of peers/ says of a map."""
        try:
            return json.loads(run([self.python, HERE / f"peers/{script}.py", file, self.sets / f"{kind}.npz"], LIMIT))
        except Failed as reason:
            return {"failed": str(reason)}

    def run(self, kind, column, script, work):
        """Keeps scores and seconds of a map that is made now, and how many cores other programs took meanwhile."""
        start, before = time.perf_counter(), machine.processor_seconds()
        row = work()
        others = (machine.processor_seconds() - before) / (time.perf_counter() - start)
        self.keep(kind, column, {"failed": row.failed} if row.failed else
                  {**self.score(kind, column, script, self.map_of(kind, column)), "seconds": row.seconds, "others": others})

    def ours(self, kind):
        for column, options in OURS.items():
            layout = ("--layout", self.map_of(kind, "layout")) if column == "codimap" else ()
            self.run(kind, column, "map_scores", lambda: self.measure.codimap(
                f"usefulness {kind} {column}", self.points(kind), "--components", COMPONENTS, *options, *layout)[0])
        for column, file in zip(OUR_PICTURES, ("codimap", "layout")):
            self.keep(kind, column, self.score(kind, column, "picture_scores", self.map_of(kind, file)))

    def peer(self, kind, column, anew):
        """A picture is drawn too, and so its map must be there."""
        picture = column in PICTURE_PEERS
        known = column in self.scores.get(kind, {}) and not (picture and not self.map_of(kind, column).exists())
        if known and column.partition(",")[0] not in anew:
            return
        function, options = {**PEERS, **PICTURE_PEERS}[column]

        def make(function):
            self.run(kind, column, "picture_scores" if picture else "map_scores", lambda: self.measure.peer(
                f"usefulness {kind} {column}", "map", function, self.points(kind), {"components": COMPONENTS, **options},
                warm_up=500)[0])

        make(function)
        if "failed" in self.scores[kind][column] and function in INSTEAD:
            make(INSTEAD[function])
            self.scores[kind][column]["instead"] = True

    def draw(self, names, out):
        """Pictures of the data without outliers, those of other programs beside codimap's."""
        sets = [{"title": SETS[name], "truth": str(self.sets / f"{name}.npz"),
                 "pictures": {column: str(self.map_of(name, column)) for column in ("layout", *PICTURE_PEERS)}}
                for name in names]
        listed = self.sets / "pictures.json"
        listed.write_text(json.dumps(sets), encoding="utf-8")
        run([self.python, HERE / "peers/pictures.py", listed, out], LIMIT)


def earlier(path, here):
    """Scores of an earlier run on this machine with these packages."""
    if not path.exists():
        return {}
    kept = json.loads(path.read_text(encoding="utf-8"))
    return kept["scores"] if kept["measured on"] == here else {}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", choices=SETS, help="one set alone")
    parser.add_argument("--anew", nargs="*", default=(), choices=[*PEERS, "UMAP"], help="peers to measure again")
    asked = parser.parse_args()
    kept = asked.out.with_suffix(".json")
    here = {**machine.identity(), "peers": environments.pinned("peers")}
    run_of = Usefulness(asked.build.resolve(), earlier(kept, here))
    for name in SETS if asked.only is None else [asked.only]:
        for kind in (name, f"{name}-outliers"):
            print(f"usefulness: {kind}", file=sys.stderr, flush=True)
            run_of.ours(kind)
            for column in (*PEERS, *PICTURE_PEERS):
                run_of.peer(kind, column, asked.anew)
                kept.write_text(json.dumps({"measured on": here, "scores": run_of.scores}, indent=1, ensure_ascii=False)
                                + "\n", encoding="utf-8")
    titles = {kind: title for name, words in SETS.items()
              for kind, title in ((name, words), (f"{name}-outliers", f"{words}; outliers")) if kind in run_of.scores}
    asked.out.write_text(page(run_of.scores, titles, (*OURS, *PEERS), (*OUR_PICTURES, *PICTURE_PEERS), COMPONENTS),
                         encoding="utf-8")
    run_of.draw([name for name in SETS if name in run_of.scores], asked.out.parent / "pictures.png")


if __name__ == "__main__":
    main()
