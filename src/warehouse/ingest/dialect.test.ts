import { expect, test } from "vitest";
import { distinctNames } from "./dialect.js";

test("names of columns are trimmed, none is empty, and no two are the same", () => {
  expect(distinctNames(["id ", "", "id", "id_2", "id", "column_2"])).toEqual([
    "id",
    "column_2",
    "id_2",
    "id_2_2",
    "id_3",
    "column_2_2",
  ]);
});

test("twenty thousand equal names become distinct at once, also where their numbers are taken", () => {
  const count = 20_000;
  const taken = Array.from({ length: count }, (_, i) => `a_${i + 2}`);
  const names = distinctNames([...taken, ...Array<string>(count).fill("a")]);
  expect(new Set(names).size).toBe(2 * count);
  expect(names[count]).toBe("a");
  expect(names[count + 1]).toBe(`a_${count + 2}`);
});

test("of a name that is longer than names may be the beginning counts, also if several begin alike", () => {
  const long = "n".repeat(10_000);
  const [first, second, third] = distinctNames([long, `${long}2`, "id"]);
  expect(first).toBe("n".repeat(1_000));
  expect(second).toBe(`${first}_2`);
  expect(third).toBe("id");
});
