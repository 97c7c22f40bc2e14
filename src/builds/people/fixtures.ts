// People builds from records written out in a test.

import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { PeopleConfig, PeopleResult } from "../../domain/people/people.js";
import type { Engine } from "../../warehouse/engine.js";
import {
  keyedRecords,
  type TestDataset,
  type TestRecord,
  writeDataset,
} from "../../warehouse/persons/fixtures.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import { minIncrementalIdentities } from "./state.js";
import { peopleFrom } from "./step.js";

interface BuildOptions {
  previousDir?: string | null;
  previousResult?: PeopleResult;
  config?: PeopleConfig;
  now?: number;
  /** See `peopleFrom`. */
  minIncremental?: number;
}

export const resolveDatasets = async (
  engine: Engine,
  root: string,
  datasets: TestDataset[],
  {
    previousDir = null,
    previousResult,
    config = {},
    now = 0,
    minIncremental = minIncrementalIdentities,
  }: BuildOptions = {},
): Promise<{ dir: string; result: PeopleResult }> => {
  const dir = await mkdtemp(path.join(root, "built-"));
  const tools = { engine, dir, now, seed: 1, progress: () => {} };
  return {
    dir,
    result: await peopleFrom(
      { config, datasets, previousDir, previousResult: previousResult ?? null },
      tools,
      minIncremental,
    ),
  };
};

/** The person of each record, in the records' order; null for a record that identifies nobody. */
export const personsIn = async (
  engine: Engine,
  dir: string,
  records: readonly TestRecord[],
): Promise<(string | null)[]> => {
  const found = await engine.rows<{ person: string | null }>(sql`
    select cast(person.person_id as varchar) as person
    from ${keyedRecords(records)} as record
    left join ${relation(peopleFiles(dir).persons)} as person using (identity_key)
    order by record.place`);
  return found.map(({ person }) => person);
};

/**
 * For each record, the first record of the same person: `[0, 0, 2]` if the first two are one person and the
 * third is another; -1 for a record that identifies nobody.
 */
export const groupRecords = async (
  engine: Engine,
  root: string,
  records: readonly TestRecord[],
  config: PeopleConfig,
): Promise<number[]> => {
  const { dir } = await resolveDatasets(engine, root, [await writeDataset(engine, root, "d", records)], {
    config,
  });
  const persons = await personsIn(engine, dir, records);
  return persons.map((person) => (person === null ? -1 : persons.indexOf(person)));
};
