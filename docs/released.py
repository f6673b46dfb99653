"""The switch of the first release: pages no longer say that no package index has Charidice yet.

What stands between `<!-- until the first release -->` and `<!-- end -->` goes, and what
`<!-- from the first release on: ... -->` hides is shown.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNTIL = re.compile(r"<!-- until the first release -->.*?<!-- end -->\n?", re.DOTALL)
FROM = re.compile(r"<!-- from the first release on:\s*(.*?)\s*-->", re.DOTALL)


def released(page: str) -> str:
    page = FROM.sub(r"\1", UNTIL.sub("", page))
    return re.sub(r"\n{3,}", "\n\n", page)


def main(root: Path = ROOT) -> None:
    for path in (root / "README.md", *sorted(root.glob("docs/**/*.md"))):
        before = path.read_text("utf-8")
        if (UNTIL.search(before) or FROM.search(before)) and (after := released(before)) != before:
            path.write_text(after, "utf-8")
            print(path)


if __name__ == "__main__":
    main()
