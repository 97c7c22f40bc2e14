import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { TargetConfig } from "../../domain/target.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { peopleFiles, scopeFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { OrderOf } from "../step.js";
import { buildTarget } from "./target.js";

let root: string;
let engine: Engine;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "target-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
  await engine.writeParquet(
    sql`select * from (values
      (1::bigint, 'Ada', 'ada@example.com', '12 "Elm", Apt 3'), (2::bigint, 'Bo', null, null), (3::bigint, 'Cy', null, null)
    ) t(person_id, person_first_name, email, house_number_and_street)`,
    peopleFiles(root).people,
  );
  await engine.writeParquet(
    sql`select * from (values
      (1::bigint, 'scored', 0.25::double, 50::integer), (2::bigint, 'attained', null, null), (3::bigint, 'scored', 0.75::double, 100::integer)
    ) t(person_id, status_0, probability_0, percentile_0)`,
    scopeFiles(root).scores,
  );
});

const build = async (options: Partial<TargetConfig["options"]>, preview = false) => {
  const dir = await mkdtemp(path.join(root, "out-"));
  const order: OrderOf<"targets"> = {
    config: {
      scope_id: "s",
      representation: { mode: "identified", aggregate: "person" },
      options: { type: "hosted_csv", ...options },
    },
    scope: {
      dir: root,
      config: { population: { cohort_ids: [] }, payload: { outcome_ids: ["a-b"] }, preview },
      result: { population_count: 3, outcomes: {} },
      outcomes: [{ id: "a-b", name: "Again" }],
    },
    peopleDir: root,
    identityColumns: ["email", "person_first_name", "house_number_and_street"],
  };
  await mkdir(dir, { recursive: true });
  const result = await buildTarget(order, { engine, dir, now: 0, seed: 1, progress: () => {} });
  return { result, bytes: await readFile(path.join(dir, result.file)) };
};

test("a file has identity, then probability, percentile and status, the most likely first", async () => {
  const { bytes } = await build({});
  expect(bytes.toString()).toBe(
    [
      "person_id,person_first_name,email,house_number_and_street," +
        "fdy_outcome_a_b_propensity_probability,fdy_outcome_a_b_propensity_percentile,fdy_outcome_a_b_status",
      "3,Cy,,,0.75,100,scored",
      '1,Ada,ada@example.com,"12 ""Elm"", Apt 3",0.25,50,scored',
      "2,Bo,,,,,attained",
      "",
    ].join("\n"),
  );
});

test("the same scores give the same bytes and the same hash", async () => {
  const [first, second] = [await build({}), await build({})];
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect(second.result).toEqual(first.result);
});

test("a gzipped file holds what the plain one holds", async () => {
  const [plain, zipped] = [await build({}), await build({ gzip: true })];
  expect(zipped.result.file).toBe("scores.csv.gz");
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
});

test("delimiter and quotes are as asked", async () => {
  const { bytes } = await build({ delimiter: ";", quote_all: true });
  expect(bytes.toString().split("\n")[1]).toBe('"3";"Cy";;;"0.75";"100";"scored"');
});
