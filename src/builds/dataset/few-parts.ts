// Parts of a dataset's events, which become fewer: a small one, and those after it, become one. The larger a part
// the more must come after it, so that an event is written again a few times only, and never read from its file.

import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Engine } from "../../warehouse/engine.js";
import { mergeParts, partsOf } from "../../warehouse/layers.js";
import { datasetFiles, readStateFiles } from "../../warehouse/relations.js";

const maxParts = 48;
/** The last parts stay: streams that were built since know them by name. */
const partsKept = 8;

/** The names of the parts, after some of them have become one. */
export const withFewParts = async (
  engine: Engine,
  dir: string,
  streams: readonly string[],
  parts: readonly string[],
): Promise<readonly string[]> => {
  if (parts.length <= maxParts) return parts;
  const { keys, owners, lines, joined } = readStateFiles(dir);
  const sizes = await Promise.all(partsOf(keys).map(async (part) => (await stat(part)).size));
  const merged = partsToMerge(sizes);
  const { events } = datasetFiles(dir);
  const files = [keys, ...streams.flatMap((name) => [events, owners, lines, joined].map((of) => of(name)))];
  for (const file of files.filter((each) => existsSync(each))) await mergeParts(engine, file, merged);
  return [...parts.slice(0, merged.first), ...parts.slice(merged.until - 1)];
};

/** The last parts but those that stay, as long as each is not much larger than those after it together. The base is none of them. */
export const partsToMerge = (sizes: readonly number[]): { first: number; until: number } => {
  const until = sizes.length - partsKept;
  let [first, total] = [until - 1, sizes[until - 1]!];
  while (first > 1 && sizes[first - 1]! <= 2 * total) total += sizes[--first]!;
  return { first: Math.min(first, until - 2), until };
};
