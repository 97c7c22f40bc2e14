// Tracked rows of a target's file. Each build keeps its rows with a hash of their values, and of the builds
// before it the hashes alone: they are linked from build to build, until newer ones take their place.

import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { formerBuilds, type TrackedBuild, type TrackedBuilds } from "../../domain/target/tracked-build.js";
import {
  formerRows,
  keyedFileRows,
  printOfRows,
  strangersAmong,
  trackedRows,
} from "../../warehouse/delivery/changes.js";
import type { FileColumn, RowOrder } from "../../warehouse/delivery/file.js";
import type { Engine } from "../../warehouse/engine.js";
import { linkFile } from "../../warehouse/layers.js";
import { peopleFiles, relation, targetFiles } from "../../warehouse/relations.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import { rowsAsWritten } from "./csv.js";
import type { PreviousTracking, TargetInput } from "./input.js";

interface WrittenFile {
  rows: Relation;
  columns: readonly FileColumn[];
  order: RowOrder;
  sha256: string;
}

/** Writes the rows of the file, and the hashes of the files before it, into the step's directory. */
export const trackRows = async (
  { config, peopleDir, previousTracking: before = null }: TargetInput,
  { rows, columns, order, sha256 }: WrittenFile,
  { engine, dir, now }: Pick<StepTools, "engine" | "dir" | "now">,
): Promise<TrackedBuilds> => {
  const keyed = await rowsAsWritten(engine, keyedFileRows(rows, columns, order), columns, config);
  const names = columns.map(({ output_col }) => output_col);
  const file = targetFiles(dir).rows;
  const count = await engine.writeParquet(trackedRows(keyed, names), file);
  const current = { build: await nameOf(file, names, engine), sha256, built_at: now, rows: count };
  if (before === null) return { current, former: [] };
  const former = formerBuilds(current, [...(before.current ? [before.current] : []), ...before.former]);
  await keepFormer(former, before, relation(peopleFiles(peopleDir).people), dir, engine);
  return { current, former };
};

const nameOf = async (file: string, columns: readonly string[], engine: Engine): Promise<string> => {
  const { print } = await engine.row<{ print: string }>(printOfRows(relation(file)));
  return createHash("sha256")
    .update(JSON.stringify([columns, print]))
    .digest("hex")
    .slice(0, 16);
};

const keepFormer = async (
  builds: readonly TrackedBuild[],
  { current, dir: previousDir }: PreviousTracking,
  people: Relation,
  dir: string,
  engine: Engine,
): Promise<void> => {
  await mkdir(path.dirname(targetFiles(dir).former("")), { recursive: true });
  for (const { build } of builds) {
    const wasCurrent = build === current?.build;
    const from = wasCurrent ? targetFiles(previousDir).rows : targetFiles(previousDir).former(build);
    const to = targetFiles(dir).former(build);
    if (wasCurrent || (await hasStrangers(from, people, engine)))
      await engine.writeParquet(formerRows(relation(from), people), to);
    else await linkFile(from, to);
  }
};

/** Whether the file has people who were erased since, or became somebody else. */
const hasStrangers = async (file: string, people: Relation, engine: Engine): Promise<boolean> => {
  const { strangers } = await engine.row<{ strangers: number }>(strangersAmong(relation(file), people));
  return strangers > 0;
};
