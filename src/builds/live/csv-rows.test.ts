import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell } from "../../files/csv-cell.js";
import { csvRows } from "./csv-rows.js";

test("what the service writes is read as it was", () => {
  const cell = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", '"', ",", "\n", 'a"b,c\nd'));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
      const names = ["a", 'b"', "c,d"];
      const text = [names, ...rows].map((row) => `${row.map(csvCell).join(",")}\n`).join("");
      const written = rows.map((row) => row.flatMap((value, i) => (value === "" ? [] : [names[i]!, value])));
      expect(csvRows(text)).toEqual(written);
    }),
  );
});
