"""Runs a program and prints its seconds and the peak of its memory as JSON: timed.py PROGRAM ARGUMENT..."""

import json
import resource
import subprocess
import sys
import time


def main():
    start = time.perf_counter()
    ended = subprocess.run(sys.argv[1:], check=False)
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "peak_bytes": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024}))
    sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
