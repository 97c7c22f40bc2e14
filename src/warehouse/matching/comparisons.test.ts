import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { join, sql } from "../sql/sql.js";
import { isOneEditAway, level } from "./comparisons.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "level-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

test("a level is looked up by its text, and an unknown text is a bug", () => {
  expect(level("unit", "differs").text).toBe("1");
  expect(level("unit", "is the same").text).toBe("2");
  expect(() => level("unit", "differs by a typo")).toThrow("no level of unit");
});

test("checking parts first misses no edit in a text of three letters or more", async () => {
  const { all, hidden } = await engine.row(sql`
    with letter(x) as (values (''), ('a'), ('b')),
    text as (
      select distinct a.x || b.x || c.x || d.x || e.x || f.x || g.x as x
      from letter as a, letter as b, letter as c, letter as d, letter as e, letter as f, letter as g
      where length(a.x || b.x || c.x || d.x || e.x || f.x || g.x) >= 3)
    select count(*) as all, count(*) filter (where not ${isOneEditAway("x")}) as hidden
    from text as l, text as r
    where damerau_levenshtein(l.x, r.x) <= 1`);
  expect(all).toBeGreaterThan(1_000);
  expect(hidden).toBe(0);
});

test("checking parts first misses no edit of a long text", async () => {
  const long = "abcdefghijklmnop";
  const edits = Array.from({ length: long.length - 3 }, (_, i) => long.slice(0, i + 3)).flatMap((text) =>
    [...text, ""].flatMap((_, at) => {
      const [before, after] = [text.slice(0, at), text.slice(at)];
      const swapped = after.length > 1 ? [`${before}${after[1]}${after[0]}${after.slice(2)}`] : [];
      return [`${before}${after.slice(1)}`, `${before}z${after.slice(1)}`, `${before}z${after}`, ...swapped]
        .filter((edited) => edited.length >= 3)
        .flatMap((edited) => [sql`(${text}, ${edited})`, sql`(${edited}, ${text})`]);
    }),
  );
  const { hidden } = await engine.row(sql`
    select count(*) filter (where not ${isOneEditAway("x")}) as hidden
    from (values ${join(edits)}) as pair(own, other), (select pair.own as x) as l, (select pair.other as x) as r`);
  expect(hidden).toBe(0);
});
