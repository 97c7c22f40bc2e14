import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IdentityField, identityFields } from "../../domain/data/dataset.js";
import { type Engine, openEngine } from "../engine.js";
import { join, literal, sql } from "../sql/sql.js";
import { identityKeyOf } from "./identities.js";

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
  const original = async (...fields: (keyof typeof values)[]) => {
    const parts = identityFields.slice(0, 12).map((field) => {
      const value = fields.includes(field as keyof typeof values)
        ? values[field as keyof typeof values]
        : null;
      return sql`coalesce(${value}, chr(30))`;
    });
    return engine.row(
      sql`select cast(cast(md5_number_lower(concat_ws(chr(31), ${join(parts)})) >> 1 as bigint) as varchar) as key`,
    );
  };
  const values = { customer_id: "c1", email: "a@b.c", postcode: "1000" };
  expect(await keyed({ email: "a@b.c" })).toEqual(await original("email"));
  expect(await keyed({ customer_id: "c1" })).toEqual(await original("customer_id"));
  expect(await keyed(values)).toEqual(await original("customer_id", "email", "postcode"));
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
