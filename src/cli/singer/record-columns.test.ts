import { expect, test } from "vitest";
import { columnsOf } from "./record-columns.js";

const order = {
  type: "object",
  properties: {
    id: { type: "integer" },
    total: { type: ["null", "number"] },
    customer: {
      anyOf: [
        { type: "null" },
        { type: "object", properties: { id: { type: "integer" }, email: { type: "string" } } },
      ],
    },
    lines: { type: "array", items: { type: "object", properties: { title: {}, taxes: { type: "array" } } } },
    tags: { type: "array", items: { type: "string" } },
    metadata: { type: "object", properties: {} },
  },
};

test("a record is one row: objects in dots, lists of objects as a list of each field, the rest as JSON", () => {
  const { names, flatten } = columnsOf(order);
  expect(names).toEqual([
    "id",
    "total",
    "customer.id",
    "customer.email",
    "lines.title",
    "lines.taxes",
    "tags",
    "metadata",
  ]);
  const record = {
    id: 7,
    total: null,
    customer: { id: 3, email: "ada@example.com" },
    lines: [{ title: "Shirt", taxes: [] }, { title: "Cap" }],
    tags: ["new", "gift"],
    metadata: { source: "app" },
  };
  expect(flatten(record)).toEqual({
    id: 7,
    total: null,
    "customer.id": 3,
    "customer.email": "ada@example.com",
    "lines.title": '["Shirt","Cap"]',
    "lines.taxes": "[[]]",
    tags: '["new","gift"]',
    metadata: '{"source":"app"}',
  });
});

test("nothing is lost of what the schema does not name, or says otherwise", () => {
  const { flatten } = columnsOf(order);
  expect(flatten({ id: 1, note: "ring twice", customer: { id: 3, vip: true } })).toMatchObject({
    note: "ring twice",
    "customer.id": 3,
    customer: '{"vip":true}',
  });
  expect(flatten({ id: 1, customer: "c-3", lines: ["Shirt"] })).toMatchObject({
    customer: "c-3",
    lines: '["Shirt"]',
  });
});

test("each record has all columns of the schema, whatever it lacks", () => {
  const { names, flatten } = columnsOf(order);
  expect(Object.keys(flatten({}))).toEqual(names);
});

test("where columns would be too many, deeper objects are JSON", () => {
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, { type: "string" }]));
  const properties = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`o${i}`, { type: "object", properties: wide }]),
  );
  const { names, flatten } = columnsOf({ properties });
  expect(names).toHaveLength(30);
  expect(flatten({ o1: { f1: "x" } }).o1).toBe('{"f1":"x"}');
});
