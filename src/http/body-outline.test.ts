import fc from "fast-check";
import { expect, test } from "vitest";
import { type BodyOutline, outlineOf } from "./body-outline.js";

const counted = (text: string): BodyOutline => {
  const parts = outlineOf(text);
  let part = parts.next();
  while (!part.done) part = parts.next();
  return part.value;
};

test.each([
  ["7", { values: 1, fields: 0, depth: 0 }],
  ["{}", { values: 2, fields: 0, depth: 1 }],
  ['{"a":[1,2],"b":{"c":null}}', { values: 6, fields: 3, depth: 2 }],
  ['{"a{[,:":"\\"}{[,:\\\\"}', { values: 2, fields: 1, depth: 1 }],
  ['["unfinished', { values: 2, fields: 0, depth: 1 }],
])("the outline of %s", (text, outline) => {
  expect(counted(text)).toEqual(outline);
});

const fieldsIn = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce(
        (sum: number, each) => sum + fieldsIn(each),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )
    : 0;

test("fields are counted exactly, whatever the texts contain", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(counted(JSON.stringify(value)).fields).toBe(fieldsIn(JSON.parse(JSON.stringify(value))));
    }),
  );
});
