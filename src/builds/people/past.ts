// Past of an account's people: those of today's build, without people who are known by later events alone. Who
// is in the files only because of what they did later would leak the future into the past. Records and traits
// have no dates and are those of today.

import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import type { PeopleResult } from "../../domain/people/people.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import { linkFile } from "../../warehouse/layers.js";
import { peopleKnownBefore } from "../../warehouse/persons/past.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import type { StepTools } from "../kind/kind.js";

export interface PastPeople {
  /** Exclusive. */
  before: EpochSeconds;
  /** Directory of today's build, and its result. */
  dir: string;
  result: PeopleResult;
}

/** `datasets` are those that today's people were made from. */
export const writePast = async (
  { before, dir: today, result }: PastPeople,
  datasets: readonly { dir: string; result: Pick<DatasetResult, "streams"> }[],
  { engine, dir }: Pick<StepTools, "engine" | "dir">,
): Promise<PeopleResult> => {
  const files = peopleFiles(dir);
  // With its layers.
  const own = path.basename(files.people, "parquet");
  for (const entry of await readdir(today, { recursive: true, withFileTypes: true })) {
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(dir, path.relative(today, from));
    if (!entry.isFile() || path.relative(dir, to).startsWith(own)) continue;
    await mkdir(path.dirname(to), { recursive: true });
    await linkFile(from, to);
  }
  const events = datasets.flatMap(({ dir: read, result: { streams } }) =>
    Object.entries(streams).flatMap(([name, { isDated }]) =>
      isDated ? [relation(datasetFiles(read).events(name))] : [],
    ),
  );
  const [people, persons] = [peopleFiles(today).people, files.persons].map((file) => relation(file));
  const people_count = await engine.writeParquet(
    peopleKnownBefore(people!, persons!, events, before),
    files.people,
  );
  return { ...result, people_count, data_through: before };
};
