"""Prove everything, or what is named."""

from argparse import ArgumentParser
from time import monotonic

from tests.js.proof import prove
from tests.js.proof.all import PROOFS


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.js.proof")
    parser.add_argument("words", nargs="*", help="only what has all of these in its name")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="ask one in N of the questions")
    arguments = parser.parse_args()
    for proof in PROOFS:
        if all(word in proof.name for word in arguments.words):
            begin = monotonic()
            asked = prove(proof, max(proof.sample, proof.whole // arguments.share))
            print(f"{proof.name:20} {asked:7} questions in {monotonic() - begin:6.0f} s", flush=True)
            if proof.figures:
                print(proof.figures(), flush=True)


if __name__ == "__main__":
    main()
