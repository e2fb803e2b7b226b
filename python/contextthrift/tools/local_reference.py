"""Where a `$ref` inside one schema leads."""

from __future__ import annotations

from urllib.parse import unquote


def resolve_reference(root: object, reference: object) -> object:
    """The part of `root` that a local reference (`#`, `#/$defs/Point`) names.

    A reference that is not local, or leads nowhere, gives `True`: the schema that anything fits. So a schema
    from elsewhere never makes a tool uncallable.

    >>> resolve_reference({"$defs": {"P": {"type": "string"}}}, "#/$defs/P")
    {'type': 'string'}
    >>> resolve_reference({}, "https://example.com/schema.json")
    True
    """
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return True
    found = root
    for step in unquote(reference).split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and name in found:
            found = found[name]
        elif isinstance(found, list) and name.isdecimal() and int(name) < len(found):
            found = found[int(name)]
        else:
            return True
    return found
