import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readBody } from "./body.js";
import { typeAt } from "./types.js";

const cohort = typeAt("cohorts");

const fileWith = async (content: string): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "written-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = path.join(dir, "cohort.yaml");
  await writeFile(file, content);
  return file;
};

test("flags make a body, with numbers as numbers and lists as lists", async () => {
  expect(await readBody(cohort, { values: { name: "A", "min-count": "2" } })).toEqual({
    name: "A",
    min_count: 2,
  });
  const values = { include: ["A", "B"], outcome: ["O"], recommender: ["R"], preview: false };
  expect(await readBody(typeAt("scopes"), { values })).toEqual({
    population: { include: ["A", "B"] },
    payload: { outcome_ids: ["O"], recommender_ids: ["R"] },
    preview: false,
  });
});

test("flags go before the command line, and that before the file; nulls stay", async () => {
  const file = await fileWith("name: File\nmin_count: 1\nmax_count: null\n");
  const written = { file, text: '{"min_count": 2}', values: { name: "Flag" } };
  expect(await readBody(cohort, written)).toEqual({ name: "Flag", min_count: 2, max_count: null });
});

test("null clears a number", async () => {
  expect(await readBody(cohort, { values: { "min-count": "null" } })).toEqual({ min_count: null });
});

test.each([
  [{ values: {} }, "The cohort is not described"],
  [{ text: "{", values: {} }, "the command line: "],
  [{ text: "[1]", values: {} }, "Expected one object in the command line."],
  [{ file: "nowhere.yaml", values: {} }, "nowhere.yaml cannot be read"],
  [{ values: { "min-count": "two" } }, "--min-count is two, but must be a number, or null to clear it."],
])("%j is refused in words", async (written, message) => {
  await expect(readBody(cohort, written)).rejects.toThrow(message);
});
