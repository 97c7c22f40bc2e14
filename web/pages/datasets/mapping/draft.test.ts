import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applied,
  draftOf,
  type Mapping,
  mergePatch,
  patchOf,
  startingDraft,
  unusedName,
  unusedStream,
  withSet,
  withStream,
} from "./draft.js";

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
    sale: {
      event_key: ["number", "shop"],
      data_map: {
        datetime: { columns: [{ column_name: "day" }, { column_name: "time" }], format: "dd_mm_yyyy_dash" },
        value: {
          columns: [{ column_name: "quantity" }, { column_name: "price", pattern: "([0-9.]+)" }],
          combine: "product",
          aggregate: "sum",
        },
        products: { columns: [{ column_name: "item_1" }, { column_name: "item_2" }], aggregate: "list" },
      },
      event_conditions: [{ column_name: "note", _nmatches: "^TEST" }],
      refunds: {
        conditions: [{ column_name: "quantity", _lt: 0 }],
        as: "reduce",
        value: { column_name: "refunded" },
      },
      unless_running: { start: "from", end: "to" },
    },
    visit: { data_map: {} },
  },
  output_to_traits: { plan: { column_name: "plan", transformation_table: { T: "Trial", "*": "Customer" } } },
  upsert_columns: ["order_id"],
  privacy: "suppress",
};

test("a mapping that is not edited stays as it was", () => {
  expect(draftOf(mapping)).toEqual(mapping);
  expect(patchOf(mapping, startingDraft(mapping))).toEqual({ preview: false });
});

test("another person gets an unused name", () => {
  const draft = withSet(withSet(withSet(withSet(draftOf({ ...mapping, identity_sets: {} })))));
  expect(Object.keys(draft.identity_sets)).toEqual(["customer", "shipping", "billing", "other"]);
  expect(Object.keys(withSet(draft).identity_sets)).toContain("other_2");
});

test("another stream gets an unused name", () => {
  const draft = withStream(
    withStream(draftOf({ ...mapping, output_to_streams: { order: { data_map: {} } } })),
  );
  expect(Object.keys(draft.output_to_streams)).toEqual(["order", "transaction", "event"]);
});

const proposal = {
  identity_sets: { customer: { email: "email" } },
  output_to_streams: { transaction: { data_map: { datetime: { column_name: "at" } } } },
  upsert_columns: ["order_id"],
  options: { header_row: 3 },
  columns: [],
  questions: [],
  notes: [],
  unused_columns: ["notes"],
};
const blank = { identity_sets: {}, output_to_streams: {}, output_to_traits: {} };

test("a dataset without a mapping starts with the suggestion, which is what is saved", () => {
  const { columns: _, questions: __, notes: ___, unused_columns: ____, ...proposed } = proposal;
  const draft = startingDraft({ ...blank, proposal });
  expect(draft).toEqual({ output_to_traits: {}, ...proposed });
  expect(patchOf(blank, draft)).toEqual({ ...proposed, preview: false });
});

test("a saved mapping is not replaced by the suggestion, and its file settings stay", () => {
  const snapshot = { answer: { column_name: "left", is: ["Yes"] } };
  const saved = { ...blank, identity_sets: { member: { phone: "phone" } }, options: { snapshot }, proposal };
  expect(startingDraft(saved)).toEqual({
    ...blank,
    identity_sets: { member: { phone: "phone" } },
    options: { snapshot },
  });
});

test("an answer that is no longer learned is cleared", () => {
  const saved = { ...blank, options: { snapshot: { answer: { column_name: "left", is: ["Yes"] } } } };
  expect(patchOf(saved, { ...draftOf(saved), options: {} })).toEqual({
    options: { snapshot: null },
    preview: false,
  });
});

test("a column becomes a property under its lowercase name, with a number if that is in use", () => {
  expect(unusedName("Product Category", [])).toBe("product_category");
  expect(unusedName("product category", ["product_category"])).toBe("product_category_2");
  expect(unusedName("产品", [])).toBe("column_产品");
  expect(unusedName("राम", ["column_रमा"])).toBe("column_राम");
  expect(unusedStream("Repeat Purchase", ["repeat_purchase"])).toBe("repeat_purchase_2");
  expect(unusedStream("खरीद", [])).toBe("event");
});

test("removed fields are cleared at any depth", () => {
  expect(mergePatch({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 4 } })).toEqual({ a: null, b: { c: 4, d: null } });
});

test("a list is replaced as a whole", () => {
  expect(mergePatch({ columns: ["a", "b"] }, { columns: ["b"] })).toEqual({ columns: ["b"] });
});

test("what is equal is not in a patch", () => {
  expect(mergePatch({ a: [{ b: 1, c: 2 }], d: 3 }, { a: [{ c: 2, b: 1 }], d: 4 })).toEqual({ d: 4 });
});

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
