import { expect, test } from "vitest";
import { fieldsOf, isUnusual } from "./record-fields.js";

const recordsWith = (...names: string[]) =>
  names.map((person_last_name) => ({ fields: { person_last_name } }));
const unusual = (records: ReturnType<typeof recordsWith>) =>
  records.map(({ fields }) => isUnusual("person_last_name", fields, records));

test("a value is unusual if most records have another one", () => {
  expect(unusual(recordsWith("Ward", "WARD", "Wrad"))).toEqual([false, false, true]);
});

test("two records that differ are both unusual", () => {
  expect(unusual(recordsWith("Ward", "Lee"))).toEqual([true, true]);
});

test("equal values are not unusual, and neither is a single one", () => {
  expect(unusual(recordsWith("Ward", " ward"))).toEqual([false, false]);
  expect(unusual(recordsWith("Ward"))).toEqual([false]);
});

test("fields without a value in any record are left out", () => {
  expect(fieldsOf(recordsWith("Ward"))).toEqual(["person_last_name"]);
});
