"""Who and what may come in: sizes, rates, hosts, cookies, names, logs."""
