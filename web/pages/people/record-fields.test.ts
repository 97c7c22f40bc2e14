import { expect, test } from "vitest";
import { fieldsOf, isUnusual } from "./record-fields.js";

const written = (...names: string[]) => names.map((person_last_name) => ({ fields: { person_last_name } }));
const unusual = (records: ReturnType<typeof written>) =>
  records.map(({ fields }) => isUnusual("person_last_name", fields, records));

test("what most records have does not stand out, and the others do", () => {
  expect(unusual(written("Ward", "WARD", "Wrad"))).toEqual([false, false, true]);
});

test("of two that differ, both stand out", () => {
  expect(unusual(written("Ward", "Lee"))).toEqual([true, true]);
});

test("where all agree, nothing does", () => {
  expect(unusual(written("Ward", " ward"))).toEqual([false, false]);
  expect(unusual(written("Ward"))).toEqual([false]);
});

test("fields that no record tells are left out", () => {
  expect(fieldsOf(written("Ward"))).toEqual(["person_last_name"]);
});
