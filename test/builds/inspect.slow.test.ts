// Inspections in child processes that run compiled code, as in the service.

import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Reads } from "../../src/builds/execute/reads.js";
import type { createInspector, Inspector } from "../../src/builds/inspect/inspector.js";
import { FileChecker } from "../../src/integrity/file-checker.js";
import { FileGuard } from "../../src/integrity/file-guard.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { openShop, type PeopleShop } from "../api/people-shop.js";
import { type Compiled, compile } from "../support/compiled.js";

let api: BuildingApi;
let shop: PeopleShop;
let compiled: Compiled;
let inspector: Inspector;
beforeAll(async () => {
  api = await startBuildingApi();
  shop = await openShop(api);
  compiled = compile(["src"]);
  const module = await import(compiled.pathOf("src/builds/inspect/inspector.ts"));
  const { dataDir } = api;
  const places = { dataDir, workDir: path.join(dataDir, "work") };
  inspector = (module.createInspector as typeof createInspector)(api.db, places, {
    files: new FileGuard({
      dataDir: api.dataDir,
      checker: new FileChecker(hashFile),
      report: async (damaged) => expect.fail(JSON.stringify(damaged)),
    }),
    reads: new Reads(),
  });
});
afterAll(async () => {
  inspector.close();
  compiled.remove();
  await api.close();
});

test("a child process answers inspections and leaves no files behind", async () => {
  const { inspect } = inspector;
  const id = await shop.idOf("email=kate@example.com");
  const [person, people, nobody] = await Promise.all([
    inspect(shop.accountId, "person", { id }),
    inspect(shop.accountId, "people", { phone: "802-555-0182" }),
    inspect(shop.accountId, "person", { id: "17" }),
  ]);
  expect(person).toMatchObject({ id, recordCount: 2, household: [{ recordCount: 1 }] });
  expect(people).toHaveLength(2);
  expect(nobody).toBeNull();
  expect(await readdir(path.join(api.dataDir, "work"))).toEqual([]);
});

test("a refusal in the child process is thrown in the parent, and the same child answers the next inspection", async () => {
  const { inspect } = inspector;
  const byDay = (pattern: string) => ({
    stream_name: "order",
    stream_conditions: [{ property: "datetime", _matches: pattern }],
  });
  await expect(inspect(shop.accountId, "cohort_preview", byDay("("))).rejects.toMatchObject({
    code: "condition-invalid",
  });
  expect(await inspect(shop.accountId, "cohort_preview", byDay("^2025-0[13]"))).toMatchObject({
    population: 3,
    unread: [],
  });
});
