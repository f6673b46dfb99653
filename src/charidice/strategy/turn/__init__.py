"""One turn, solved exactly for any utility."""
