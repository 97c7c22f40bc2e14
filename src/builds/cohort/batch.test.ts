import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personIdOf, writeAccount } from "../../../test/support/small-account.js";
import { stepTools } from "../../../test/support/step-tools.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { cohortFiles } from "../../warehouse/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { buildCohorts } from "./batch.js";
import { buildCohort } from "./step.js";

let engine: Engine;
let account: AccountSnapshot;
const root = mkdtempSync(path.join(tmpdir(), "cohorts-together-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 2, tempDir: root });
  const events = Array.from({ length: 600 }, (_, i) => ({
    person: personIdOf((i * 7) % 90),
    time: (10 + ((i * 13) % 400)) * 86_400 + (i % 3) * 7_000,
    value: i % 5,
  }));
  account = await writeAccount(engine, root, events);
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const of = (config: Partial<CohortConfig>): CohortConfig => ({ stream_name: "transaction", ...config });
const tools = (dir: string) => stepTools(engine, dir);
const dirOf = () => mkdtempSync(path.join(root, "out-"));

const configs: CohortConfig[] = [
  of({}),
  of({ max_count: 1 }),
  of({ min_count: 0, max_count: 2 }),
  of({ min_count: 0 }),
  of({ min_count: 0, max_count: 0 }),
  of({ min_count: 2, max_count: 3 }),
  of({ min_count: 6 }),
  of({ min_count: 7, max_count: 9 }),
  of({ min_count: 500 }),
  of({ min_value: 9 }),
  of({ min_count: 2, recency: { occurrence: "last", max_days: 90 } }),
  of({ stream_conditions: [{ property: "value", _gte: 2 }] }),
];

test.each([
  ["all counts", configs],
  ["few counts", configs.slice(0, 4)],
])("cohorts that are built together are those that are built one by one: %s", async (_name, chosen) => {
  const dirs = chosen.map(dirOf);
  const together = await buildCohorts({ configs: chosen, account }, tools(root), dirs);
  for (const [i, config] of chosen.entries()) {
    const dir = dirOf();
    const value = await buildCohort({ config, account }, tools(dir));
    expect(together[i], JSON.stringify(config)).toEqual({ status: "fulfilled", value });
    const [own, shared] = [dir, dirs[i]!].map((each) => readFileSync(cohortFiles(each).members));
    expect(shared!.equals(own!), JSON.stringify(config)).toBe(true);
  }
});

test("a cohort that is refused leaves the others alone", async () => {
  const chosen = [of({}), { stream_name: "nowhere" }, of({ min_count: 2 })];
  const settled = await buildCohorts({ configs: chosen, account }, tools(root), chosen.map(dirOf));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(settled[1]).toMatchObject({ reason: { code: "stream-unknown" } });
});
