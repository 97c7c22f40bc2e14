// People are found in any spelling of a name or telephone.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { identityFields } from "../../domain/data/dataset.js";
import { openEngine } from "../engine.js";
import { ident, join, literal, sql } from "../sql/sql.js";
import { searchPeople } from "./search.js";

const records = [
  { person_full_name: "Anna Smith-Lopez", phone: "+1 (802) 555-0182" },
  { person_full_name: "SMITH-LOPEZ, Anna", phone: "802.555.0183" },
  { person_full_name: "Siobhán O’Brien" },
  { person_full_name: "Seán Ó Briain" },
  { person_full_name: "A. Smythe" },
];

test("a name is found with any marks between its letters, and a telephone with any between its digits", async () => {
  const engine = await openEngine({
    memoryMb: 256,
    threads: 1,
    tempDir: await mkdtemp(path.join(tmpdir(), "search-")),
  });
  const rows = records.map((record, key) => {
    const fields = identityFields.map((field) => {
      const value = (record as Record<string, string>)[field] ?? null;
      return sql`cast(${literal(value)} as varchar) as ${ident(field)}`;
    });
    return sql`select cast(${key + 1} as bigint) as identity_key, cast(${key + 101} as bigint) as person_id, ${join(fields)}`;
  });
  const identities = await engine.createTable("held_record", join(rows, " union all "));
  const found = async (search: object): Promise<string[]> => {
    const searched = { datasets: [identities], persons: identities, country: "US" } as const;
    return searchPeople(engine, searched, search, 20);
  };
  expect(await found({ name: "Anna Smith-Lopez" })).toEqual(["101"]);
  expect(await found({ name: "smithlopez" })).toEqual(["102"]);
  expect(await found({ name: "O'Brien" })).toEqual(["103"]);
  expect(await found({ phone: "8025550182" })).toEqual(["101"]);
  expect(await found({ phone: "+18025550183" })).toEqual(["102"]);
  await engine.close();
});
