// The types of the Python client, which the build of its package makes from the OpenAPI document.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needing } from "../run/needs.js";

const root = path.resolve(import.meta.dirname, "../..");
const dir = mkdtempSync(path.join(tmpdir(), "bellwether-python-types-"));
afterAll(() => rmSync(dir, { recursive: true }));

const types = path.join(dir, "types.py");
const makeTypes = (document: string): string => {
  execFileSync("python3", [path.join(root, "clients/python/make_types.py"), document, types]);
  return readFileSync(types, "utf8");
};

describe("types of the Python client", needing("Python 3"), () => {
  test("Python reads those of the document, one for each schema", () => {
    const file = path.join(root, "docs/reference/openapi.json");
    const schemas = Object.keys(JSON.parse(readFileSync(file, "utf8")).components.schemas);
    makeTypes(file);
    const names = execFileSync(
      "python3",
      ["-c", "import runpy, sys; print(*runpy.run_path(sys.argv[1]))", types],
      {
        encoding: "utf8",
      },
    );
    expect(names.split(/\s+/)).toEqual(expect.arrayContaining(schemas));
  });

  test("required fields, maps, objects in objects and names that Python cannot have keep their types", () => {
    const document = {
      components: {
        schemas: {
          Post: {
            description: 'A "post".',
            properties: {
              name: { type: "string", description: "Display name." },
              mode: { enum: ["a", "b"] },
              cohort_id: { type: "string", examples: ["3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05"] },
              inner: { properties: { count: { type: ["integer", "null"] } } },
              byName: { type: "object", additionalProperties: { $ref: "#/components/schemas/Odd" } },
            },
            required: ["name"],
          },
          Odd: {
            properties: { if: { type: "boolean" }, "a-b": { items: { type: "number" }, type: "array" } },
          },
          Half: { properties: { if: { type: "boolean" }, anything: {} }, required: ["if"] },
          Either: { anyOf: [{ $ref: "#/components/schemas/Odd" }, { type: "null" }] },
        },
      },
    };
    const file = path.join(dir, "document.json");
    writeFileSync(file, JSON.stringify(document));
    const text = makeTypes(file);
    expect(text.slice(text.indexOf("class PostInner"))).toBe(`class PostInner(TypedDict, total=False):
    """PostInner"""
    count: Union[int, None]


class _PostRequired(TypedDict):
    """Required fields of Post."""
    name: str
    """Display name."""


class Post(_PostRequired, total=False):
    """A "post"."""
    mode: Literal["a", "b"]
    cohort_id: Id
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


_HalfRequired = TypedDict(
    "_HalfRequired",
    {
        "if": "bool",
    },
    total=True,
)


_HalfOptional = TypedDict(
    "_HalfOptional",
    {
        "anything": "object",
    },
    total=False,
)


class Half(_HalfRequired, _HalfOptional):
    """Half"""


Either = Union["Odd", None]
`);
  });
});
