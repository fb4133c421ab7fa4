"""What `kubectl apply -k` would apply, read without kubectl: the few fields of kustomize that
deploy/kubernetes uses.

A test compares it with `kubectl kustomize` where there is a kubectl. Unlike that, it gives
generated ConfigMaps no hash.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

Manifest = dict[str, Any]
FOLDER = Path(__file__).parent / "kubernetes"
OVERLAYS = ("small", "full", "full-by-backlog")
_KNOWN = {"apiVersion", "kind", "namespace", "resources", "configMapGenerator"}


def render(folder: Path) -> list[Manifest]:
    """Return all manifests of a kustomization."""
    read: Manifest = yaml.safe_load((folder / "kustomization.yaml").read_text())
    assert read.keys() <= _KNOWN, f"{folder} uses {read.keys() - _KNOWN}"
    manifests = [manifest for name in read["resources"] for manifest in _resource(folder / name)]
    for generated in read.get("configMapGenerator", []):
        _generate(manifests, generated)
    for manifest in manifests:
        if manifest["kind"] != "Namespace":
            manifest["metadata"]["namespace"] = read["namespace"]
    return manifests


def pod_template(manifest: Manifest) -> Manifest | None:
    """Return the template of the pods that a manifest starts, or None."""
    spec = manifest.get("spec", {})
    template: Manifest | None = spec.get("jobTemplate", {}).get("spec", spec).get("template")
    return template


def containers(pod: Manifest) -> list[Manifest]:
    """Return all containers of a pod's spec, those that run first too."""
    return [*pod.get("initContainers", []), *pod["containers"]]


def _resource(path: Path) -> Iterator[Manifest]:
    if path.is_dir():
        yield from render(path)
    else:
        yield from yaml.safe_load_all(path.read_text())


def _generate(manifests: list[Manifest], generated: Manifest) -> None:
    data = dict(literal.split("=", 1) for literal in generated["literals"])
    if generated.get("behavior") == "merge":
        (before,) = (each for each in manifests if each["kind"] == "ConfigMap")
        before["data"] |= data
    else:
        manifests.append(
            {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "metadata": {"name": generated["name"]},
                "data": data,
            }
        )
