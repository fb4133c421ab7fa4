"""Write a Helm chart of the manifests in deploy/kubernetes, for `make chart`.

The chart has no manifest of its own of what the project runs. It holds what kustomize renders for
each overlay; its template changes of that what the values say, and its schema refuses values that
would change nothing.
"""

import io
import json
import sys
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from deploy.kustomization import FOLDER, OVERLAYS, Manifest, containers, pod_template, render
from storage.settings import PREFIX, known_settings
from storage.version import VERSION

_PARTS = Path(__file__).parent / "helm"
_NAME = "newsloom"
_ABOUT = {
    "apiVersion": "v2",
    "name": _NAME,
    "description": "Crawls news, blogs and forums, and finds in what it collected.",
    "version": VERSION,
    "appVersion": VERSION,
    "kubeVersion": ">=1.29.0-0",
}
_Schema = dict[str, Any]
_TEXT = {"type": "string", "minLength": 1}
_MAP = {"type": "object"}
_TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}


def chart() -> dict[str, str]:
    """Return the text of each file of the chart by its path."""
    # Helm puts objects into the namespace that its user names, and creates it.
    manifests = {
        overlay: [each for each in render(FOLDER / "overlays" / overlay) if not _is_namespace(each)]
        for overlay in OVERLAYS
    }
    return {
        "Chart.yaml": yaml.safe_dump(_ABOUT),
        "values.schema.json": json.dumps(_schema(manifests), indent=2),
        **{f"manifests/{name}.yaml": yaml.safe_dump(each) for name, each in manifests.items()},
        **{
            str(path.relative_to(_PARTS)): path.read_text()
            for path in sorted(_PARTS.rglob("*"))
            if path.is_file()
        },
    }


def write_chart(folder: Path) -> Path:
    """Write the chart as a package to a folder, and return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    package = folder / f"{_NAME}-chart-{VERSION}.tgz"
    with tarfile.open(package, "w:gz") as archive:
        for path, text in chart().items():
            content = text.encode()
            entry = tarfile.TarInfo(f"{_NAME}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return package


def _is_namespace(manifest: Manifest) -> bool:
    return bool(manifest["kind"] == "Namespace")


def _schema(manifests: dict[str, list[Manifest]]) -> _Schema:
    """Return what values the chart takes; which names there are depends on the profile."""
    everywhere = {
        "profile": {"enum": list(manifests)},
        "images": _MAP,
        "imagePullSecrets": {
            "type": "array",
            "items": _closed({"name": _TEXT}) | {"required": ["name"]},
        },
        "secret": _TEXT,
        "settings": _MAP,
        "replicas": _MAP,
        "resources": _MAP,
        "autoscaling": _MAP,
        "nodes": _MAP,
        "claims": _MAP,
        "servers": {
            "type": "array",
            # Without a port, a policy of networks opens them all.
            "items": _closed(
                {
                    "cidr": _TEXT,
                    "ports": {"type": "array", "items": _whole(1, 65535), "minItems": 1},
                }
            )
            | {"required": ["cidr", "ports"]},
        },
        "ingress": _closed(
            {"host": _TEXT, "className": _TEXT, "tlsSecret": _TEXT, "annotations": _TEXTS}
        )
        | {"dependencies": {name: ["host"] for name in ("className", "tlsSecret", "annotations")}},
        # What Helm adds where the chart is a part of another one.
        "global": _MAP,
    }
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **_closed(everywhere),
        "allOf": [
            {
                "if": {"properties": {"profile": {"const": profile}}},
                "then": {"properties": _of_profile(rendered)},
            }
            for profile, rendered in manifests.items()
        ],
    }


def _of_profile(rendered: list[Manifest]) -> _Schema:
    """Return the schemas of the values that name a part of what a profile runs."""
    templates = {
        each["metadata"]["name"]: template["spec"]
        for each in rendered
        if (template := pod_template(each))
    }
    run = [each for pod in templates.values() for each in containers(pod)]
    scaled = {
        each["metadata"]["name"]: each["kind"]
        for each in rendered
        if "replicas" in each.get("spec", {})
    }
    claims = [each for each in rendered if each["kind"] == "PersistentVolumeClaim"]
    claims += [
        claim for each in rendered for claim in each.get("spec", {}).get("volumeClaimTemplates", [])
    ]
    is_autoscaled = any(each["kind"] == "HorizontalPodAutoscaler" for each in rendered)
    return {
        "images": _each({each["image"] for each in run}, _TEXT),
        "settings": _each(_settings(run), {"type": "string"}),
        # One pod of a StatefulSet has its files to itself.
        "replicas": _closed(
            {name: _whole(0, 1 if kind == "StatefulSet" else 1000) for name, kind in scaled.items()}
        ),
        "resources": _each(
            {each["name"] for each in run}, _closed({"requests": _MAP, "limits": _MAP})
        ),
        "autoscaling": _each(
            ("minReplicas", "maxReplicas") if is_autoscaled else (), _whole(1, 1000)
        ),
        "nodes": _each(
            templates,
            _closed({"nodeSelector": _MAP, "tolerations": {"type": "array"}, "affinity": _MAP}),
        ),
        "claims": _each(
            {each["metadata"]["name"] for each in claims},
            _closed({"storageClassName": _TEXT, "resources": _MAP}),
        ),
    }


def _settings(run: list[Manifest]) -> set[str]:
    """Return the variables that a ConfigMap may set: pods take the others from the secret."""
    from_secret = {
        variable["name"].removesuffix("_FILE") for each in run for variable in each.get("env", [])
    }
    return {f"{PREFIX}{name.upper()}" for name in known_settings()} - from_secret


def _each(names: Iterable[str], schema: _Schema) -> _Schema:
    return _closed(dict.fromkeys(sorted(names), schema))


def _closed(properties: _Schema) -> _Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _whole(least: int, most: int) -> _Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


if __name__ == "__main__":
    print(f"wrote {write_chart(Path(sys.argv[1]))}")
