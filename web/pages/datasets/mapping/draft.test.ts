import fc from "fast-check";
import { expect, test } from "vitest";
import { draftOf, type Mapping, mappingOf, mergePatch, unusedName, withSet, withStream } from "./draft.js";

const mapping: Mapping = {
  identity_sets: {
    shipping: { email: "email", house_number_and_street: ["address1", "address2"] },
    billing: { customer_id: "customer" },
  },
  output_to_streams: {
    order: {
      data_map: {
        datetime: { column_name: "ordered_at", format: "dd_mm_yyyy_slash" },
        value: { column_name: "total", format: "currency_cents" },
        category: { column_name: "product_category" },
      },
      conditions: [{ column_name: "state", _eq: "paid" }],
    },
    visit: { data_map: {} },
  },
  output_to_traits: { plan: { column_name: "plan", transformation_table: { T: "Trial", "*": "Customer" } } },
  upsert_columns: ["order_id"],
  privacy: "suppress",
};

test("a mapping that is not edited stays as it was", () => {
  expect(mappingOf(draftOf(mapping))).toEqual(mapping);
});

test("another identity set gets an unused name", () => {
  const draft = withSet(withSet(withSet(withSet(draftOf({ ...mapping, identity_sets: {} })))));
  expect(draft.sets.map(({ name }) => name)).toEqual(["shipping", "billing", "other", "other_2"]);
  expect(new Set(draft.sets.map(({ key }) => key)).size).toBe(4);
});

test("another stream gets an unused name", () => {
  const draft = withStream(withStream(draftOf(mapping)));
  expect(draft.streams.map(({ name }) => name)).toEqual(["order", "visit", "transaction", "event"]);
});

test("a column becomes a property under its lowercase name, with a number if that is in use", () => {
  expect(unusedName("Product Category", [])).toBe("product_category");
  expect(unusedName("product category", ["product_category"])).toBe("product_category_2");
  expect(unusedName("产品", [])).toBe("column");
});

test("removed fields are cleared at any depth", () => {
  expect(mergePatch({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 4 } })).toEqual({ a: null, b: { c: 4, d: null } });
});

test("a list is replaced as a whole", () => {
  expect(mergePatch({ columns: ["a", "b"] }, { columns: ["b"] })).toEqual({ columns: ["b"] });
});

/** RFC 7396. */
const applied = (target: unknown, patch: unknown): unknown => {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> =
    typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applied(result[name], value);
  }
  return result;
};

test("the patch turns any mapping into any other", () => {
  const { node } = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
    node: fc.dictionary(
      fc.constantFrom("a", "b", "c"),
      fc.oneof({ depthSize: "small" }, fc.integer(), fc.array(fc.string(), { maxLength: 2 }), tie("node")),
      { noNullPrototype: true },
    ),
  }));
  fc.assert(
    fc.property(node, node, (before, after) => {
      expect(applied(before, mergePatch(before, after))).toEqual(after);
    }),
  );
});
