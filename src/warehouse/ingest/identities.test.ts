import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IdentityField, identityFields } from "../../domain/dataset.js";
import { type Engine, openEngine } from "../engine.js";
import { literal, sql } from "../sql/sql.js";
import { identityKeyOf, keyOf } from "./identities.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "keys-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const keyed = async (identity: Partial<Record<IdentityField, string>>) => {
  const columns = Object.fromEntries(Object.entries(identity).map(([field, text]) => [field, literal(text)]));
  return engine.row(sql`select cast(${identityKeyOf(columns)} as varchar) as key`);
};

test("an identity of the original fields keeps its original key", async () => {
  const first = identityFields.slice(0, 12).map((field) => (field === "email" ? sql`'a@b.c'` : sql`null`));
  const before = await engine.row(sql`select cast(${keyOf(first)} as varchar) as key`);
  expect(await keyed({ email: "a@b.c" })).toEqual(before);
});

test("a value in a later field changes the key, differently for each field", async () => {
  const keys = await Promise.all([
    keyed({ email: "a@b.c" }),
    keyed({ email: "a@b.c", birth_date: "1" }),
    keyed({ email: "a@b.c", national_id: "1" }),
    keyed({ email: "a@b.c", birth_date: "1", national_id: "1" }),
  ]);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
});
