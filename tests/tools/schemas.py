"""Hypothesis strategies for JSON values and for schemas, right ones and garbage."""

from hypothesis import strategies as st

NAMES = ("a", "b", "kind")
KEYWORDS = [
    "type",
    "enum",
    "const",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "$ref",
    "nullable",
    "pattern",
    "patternProperties",
    "format",
]
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([1.0, 0.5, -2.0])
    | st.sampled_from(["", "a", "ab", "abc", "é🙂"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=8,
)


def schemas(leaves):
    """Right schemas of the keywords that are checked; `leaves` are put among the smallest."""
    return st.recursive(
        leaves | simple, lambda inner: objects(inner) | arrays(inner) | choices(inner), max_leaves=8
    )


types = st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True)
small = st.integers(0, 3)
limits = st.integers(-2, 3) | st.sampled_from([0.5, -1.5])
simple = st.booleans() | st.fixed_dictionaries(
    {},
    optional={
        "type": types,
        "enum": st.lists(values, min_size=1, max_size=3),
        "const": values,
        "minimum": limits,
        "maximum": limits,
        "exclusiveMinimum": limits,
        "exclusiveMaximum": limits,
        "minLength": small,
        "maxLength": small,
        "minItems": small,
        "maxItems": small,
    },
)


def objects(inner):
    return st.fixed_dictionaries(
        {"properties": st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)},
        optional={
            "type": st.just("object"),
            "required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
            "additionalProperties": inner,
        },
    )


def arrays(inner):
    return st.fixed_dictionaries(
        {"items": inner},
        optional={"type": st.just("array"), "prefixItems": st.lists(inner, min_size=1, max_size=2)},
    )


def choices(inner):
    several = st.lists(inner, min_size=1, max_size=3)
    return st.fixed_dictionaries(
        {}, optional={"anyOf": several, "oneOf": several, "allOf": several, "not": inner, "type": types}
    )


@st.composite
def referring(draw):
    """A schema with definitions, some of which stand within themselves, below a value."""
    leaves = st.sampled_from([{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/list"}])
    circle = st.sampled_from([{"$ref": "#"}, {"$ref": "#/$defs/list"}, {"type": "string"}])
    root = draw(objects(schemas(leaves)) | arrays(schemas(leaves)))
    return {**root, "$defs": {"x": draw(simple), "list": {"items": draw(circle), "type": draw(types)}}}


garbage = st.recursive(
    scalars | st.sampled_from(["#", "#/properties/a", "#/$defs/a", "#/anyOf/0", "string", "object", "array"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*KEYWORDS, *NAMES, "$defs"]), inner, max_size=4)
    ),
    max_leaves=20,
)
"""What a schema from elsewhere may be: any value under any keyword."""
