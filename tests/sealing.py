"""Functions that renew or remove the checksums of altered documents."""

import json
from pathlib import Path
from typing import Any

from pilein.kernel.documents import checksum

Document = dict[str, Any]


def resealed(document: Document) -> Document:
    """Return the document and its record with checksums that match their present content."""
    if "record" in document:
        document = {**document, "record": resealed(document["record"])}
        covered = ("format", "record", "position", "phase")
        return {**document, "checksum": checksum([document[key] for key in covered if key in document])}
    return {**document, "checksum": checksum({key: document[key] for key in document if key != "checksum"})}


def unsealed(document: Document) -> Document:
    """Return the document without its checksum, as version 0.1.0 would have written it."""
    return {key: value for key, value in document.items() if key != "checksum"}


def rewrite(path: str, document: Document) -> None:
    Path(path).write_text(json.dumps(document))
