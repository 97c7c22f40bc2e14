import { describe, expect, test } from "vitest";
import { fitted } from "./tool.js";

const long = "x".repeat(50);

describe("answers that fit", () => {
  test("a short answer stays as it is", () => {
    const answer = { people: [1, 2, 3], name: "Shop" };
    expect(fitted(answer, 1000)).toEqual({ people: [1, 2, 3], name: "Shop" });
  });

  test("the longest lists are cut, also within others, and the answer says what was left out", () => {
    const cut = fitted(
      {
        short: [long],
        inner: { rows: Array.from({ length: 100 }, () => [long, long]) },
        names: Array.from({ length: 40 }, () => long),
      },
      2000,
    ) as { left_out: Record<string, number>; names: string[]; inner: { rows: string[][] }; short: string[] };
    expect(JSON.stringify(cut).length).toBeLessThan(2100);
    expect(cut.left_out).toEqual({
      "inner.rows": 100 - cut.inner.rows.length,
      names: 40 - cut.names.length,
    });
    expect(cut.short).toEqual([long]);
  });

  test("lists of the items of a list count for it", () => {
    const cut = fitted({ rows: [{ values: [long, long, long] }, { values: [long, long, long] }] }, 150);
    expect(JSON.stringify(cut).length).toBeLessThan(220);
    expect(Object.keys((cut as unknown as { left_out: object }).left_out)).toContain("rows");
  });

  test("an answer that is long without lists is left to the text's limit", () => {
    expect(fitted({ note: long }, 10)).toEqual({ note: long });
  });
});
