"""Learning environments: one file per library, all on the encoding of `charidice.encoding`.

Importing this package registers them with the libraries that are installed: with Gymnasium as
`charidice/Charidice-v0` and `charidice/CharidiceSelfPlay-v0`, with PettingZoo as `charidice/charidice-v0`. Importing
`charidice.rl.open_spiel` registers `python_charidice` with OpenSpiel.
"""

from importlib.util import find_spec

from charidice.installed import missing

INSTALL = "charidice-core[rl]"

if not any(map(find_spec, ("gymnasium", "pettingzoo", "pyspiel"))):
    raise missing("gymnasium", INSTALL)
if find_spec("gymnasium"):
    import gymnasium

    if "charidice/Charidice-v0" not in gymnasium.registry:
        gymnasium.register(
            "charidice/Charidice-v0",
            entry_point="charidice.rl.gymnasium:CharidiceEnv",
            vector_entry_point="charidice.rl.vector:CharidiceVectorEnv",
        )
        gymnasium.register(
            "charidice/CharidiceSelfPlay-v0", vector_entry_point="charidice.rl.vector:CharidiceSelfPlayEnv"
        )
if find_spec("pettingzoo"):
    from pettingzoo.env_registry import registration

    if "charidice/charidice-v0" not in registration.aec_registry:
        registration.register("aec", "charidice/charidice-v0", "charidice.rl.pettingzoo:CharidiceAEC")
        registration.register("parallel", "charidice/charidice-v0", "charidice.rl.pettingzoo:CharidiceParallel")
