import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Document, pythonTypes } from "../../clients/generate/python-types.js";

const root = path.resolve(import.meta.dirname, "../..");

test("the types of the Python client are those of the document", async () => {
  const document = JSON.parse(readFileSync(path.join(root, "docs/reference/openapi.json"), "utf8"));
  await expect(pythonTypes(document)).toMatchFileSnapshot("../../clients/python/src/bellwether/types.py");
});

test("required fields, maps, objects in objects and names that Python cannot have keep their types", () => {
  const document: Document = {
    components: {
      schemas: {
        Post: {
          description: 'A "post".',
          properties: {
            name: { type: "string", description: "Display name." },
            mode: { enum: ["a", "b"] },
            inner: { properties: { count: { type: ["integer", "null"] } } },
            byName: { type: "object", additionalProperties: { $ref: "#/components/schemas/Odd" } },
          },
          required: ["name"],
        },
        Odd: { properties: { if: { type: "boolean" }, "a-b": { items: { type: "number" }, type: "array" } } },
        Either: { anyOf: [{ $ref: "#/components/schemas/Odd" }, { type: "null" }] },
      },
    },
  };
  expect(
    pythonTypes(document).split("\n\n\n").slice(1).join("\n\n\n"),
  ).toBe(`class PostInner(TypedDict, total=False):
    """PostInner"""
    count: Union[int, None]


class _PostRequired(TypedDict):
    """Required fields of Post."""
    name: str
    """Display name."""


class Post(_PostRequired, total=False):
    """A "post"."""
    mode: Literal["a", "b"]
    inner: PostInner
    byName: Dict[str, Odd]


Odd = TypedDict(
    "Odd",
    {
        "if": "bool",
        "a-b": "List[float]",
    },
    total=False,
)


Either = Union["Odd", None]
`);
});
