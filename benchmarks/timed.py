"""Runs a program and prints its seconds, on the clock and of processors, and the peak of its memory as
JSON: timed.py PROGRAM ARGUMENT..."""

import json
import resource
import subprocess
import sys
import time


def main():
    start = time.perf_counter()
    ended = subprocess.run(sys.argv[1:], check=False)
    seconds = time.perf_counter() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({"seconds": seconds, "cpu_seconds": used.ru_utime + used.ru_stime,
                      "peak_bytes": used.ru_maxrss * 1024}))
    sys.exit(ended.returncode)


if __name__ == "__main__":
    main()
