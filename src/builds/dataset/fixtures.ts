// Files of a dataset and the relations that its build makes of them, for tests.

import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import { datasetFiles, relation } from "../../warehouse/relations.js";
import { ident, join, type Relation, sql } from "../../warehouse/sql/sql.js";
import type { Step } from "../kind/kind.js";
import { buildRows } from "./build-rows.js";
import type { DatasetInput, UploadedFile } from "./input.js";
import type { Strategy } from "./reading/strategy.js";

export type FileBodies = Record<string, string | Buffer>;

/** The files as they were uploaded, one second after the other. */
export const uploadedFiles = async (
  root: string,
  files: FileBodies,
  firstAt = 1000,
): Promise<UploadedFile[]> => {
  const dir = await mkdtemp(path.join(root, "files-"));
  return Promise.all(
    Object.entries(files).map(async ([filename, body], i) => {
      const stored = { path: path.join(dir, filename), filename, bytes: body.length };
      await writeFile(stored.path, body);
      return { ...stored, sha256: filename, arrived_at: firstAt + i * 1000 };
    }),
  );
};

export const rowsOf = (engine: Engine, rows: Relation): Promise<Row[]> =>
  engine.rows(sql`select * from ${rows} as r order by all`);

/** People and events that a build made of the files. */
export const builtRelations = async (
  engine: Engine,
  dir: string,
  { streams }: Pick<DatasetResult, "streams">,
): Promise<Record<string, Row[]>> => {
  const files = datasetFiles(dir);
  const relations: Record<string, Row[]> = {
    identities: await rowsOf(engine, relation(files.identities)),
    links: await rowsOf(engine, relation(files.links)),
    traits: await rowsOf(engine, relation(files.traits)),
  };
  for (const [name, { properties }] of Object.entries(streams)) {
    const columns = ["identity_key", "event_time", "arrival_time", "value"];
    const all = [...columns, ...properties.map((property) => `p_${property.name}`)].map((each) =>
      ident(each),
    );
    relations[name] = await rowsOf(engine, sql`(select ${join(all)} from ${relation(files.events(name))})`);
  }
  return relations;
};

export type DatasetStep = (
  ...args: Parameters<Step<DatasetInput, DatasetResult>>
) => Promise<DatasetResult | null>;

/** The step of one strategy. */
export const builtBy =
  (strategy: Strategy): DatasetStep =>
  (input, tools) =>
    buildRows([strategy], input, tools);

export interface BuiltDataset {
  dir: string;
  result: DatasetResult;
  relations: Record<string, Row[]>;
}

/** A build below `root`; null where the step leaves it to another. */
export const builtDataset = async (
  engine: Engine,
  root: string,
  input: DatasetInput,
  step: DatasetStep,
): Promise<BuiltDataset | null> => {
  const dir = await mkdtemp(path.join(root, "build-"));
  const now = Date.UTC(2027, 0, 1);
  const result = await step(input, { engine, dir, now, seed: 1, progress: () => {} });
  return result && { dir, result, relations: await builtRelations(engine, dir, result) };
};
