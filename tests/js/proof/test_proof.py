"""A sample of what `python -m tests.js.proof` proves."""

import pytest

from tests.js.proof import Proof, prove
from tests.js.proof.all import PROOFS


@pytest.mark.slow
@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_the_browsers_engine_answers_as_pythons(proof: Proof) -> None:
    assert prove(proof, proof.sample) <= proof.sample
