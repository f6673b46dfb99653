"""What `import charidice` adds to the start of Python, best of many: at most 50 ms.

make bench
"""

import compileall
import subprocess
import sys
import time
from pathlib import Path

import charidice

STARTS = 25
LIMIT_MS = 50


def best_start(code: str) -> float:
    """The fastest start of Python that runs this code, in milliseconds."""
    best = float("inf")
    for _ in range(STARTS):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        best = min(best, time.perf_counter() - begin)
    return best * 1000


def main() -> None:
    # Compiled once, like an installed package.
    compileall.compile_dir(Path(charidice.__file__).parent, quiet=1)
    bare, ours = best_start("pass"), best_start("import charidice")
    print(f"python -c pass: {bare:.0f} ms; import charidice: {ours - bare:.0f} ms more (limit {LIMIT_MS} ms)")


if __name__ == "__main__":
    main()
