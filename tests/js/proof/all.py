"""What is proved."""

from tests.js.proof import coach, device, history, lab, match, pads, records, review, rules, trainer, values

MODULES = (rules, records, match, values, lab, coach, device, pads, review, history, trainer)
PROOFS = [proof for module in MODULES for proof in module.PROOFS]
