"""What is proved."""

from tests.js.proof import coach, device, history, lab, match, pads, records, review, rules, values

MODULES = (rules, records, match, values, lab, coach, device, pads, review, history)
PROOFS = [proof for module in MODULES for proof in module.PROOFS]
