import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { catalogue } from "./catalogue.js";
import { errorsReference } from "./reference.js";
import { refuse } from "./refusal.js";

test("the reference page has the catalogue's messages", async () => {
  await expect(errorsReference()).toMatchFileSnapshot("../../docs/reference/errors.md");
});

test("a refusal has its message with its parameters filled in", () => {
  const refusal = refuse("cohort-bounds-inverted", {
    min_name: "min_count",
    min: 3,
    max_name: "max_count",
    max: 1,
  });
  expect(refusal.message).toBe(
    "min_count is 3 and max_count is 1, so nobody can match. Set max_count to at least 3.",
  );
  expect(refusal.entry.status).toBe(400);
});

test("every message ends as a sentence, and every code is thrown somewhere", async () => {
  const source = await sourceOf("src");
  for (const [code, { message }] of Object.entries(catalogue)) {
    expect(message, code).toMatch(/[.}]$/);
    expect(source.includes(`"${code}"`), `${code} is never thrown`).toBe(true);
  }
});

test("500 is a bug of ours, and nothing else is", () => {
  const statuses = (fault: string) =>
    new Set(Object.values(catalogue).flatMap((entry) => (entry.fault === fault ? [entry.status] : [])));
  expect(statuses("ours")).toEqual(new Set([500]));
  // An upload that was damaged on the server is there again once its owner repeats it, and not by itself.
  expect(statuses("world")).toEqual(new Set([409, 502, 503, 504, 507]));
});

/** All the code of a directory but its tests and the catalogue itself. */
const sourceOf = async (dir: string): Promise<string> => {
  const files = (await readdir(dir, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.endsWith("catalogue.ts"),
  );
  return (await Promise.all(files.map((file) => readFile(path.join(dir, file), "utf8")))).join("\n");
};
