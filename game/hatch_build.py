"""The game needs the engine of its own version."""

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

EXTRAS = "postgres", "cluster", "rl", "mcp", "fast"


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        version = metadata["version"]
        metadata["dependencies"] = [f"charidice-core[game]=={version}"]
        metadata["optional-dependencies"] = {extra: [f"charidice-core[{extra}]=={version}"] for extra in EXTRAS}
