// A list on demand: the file of a target that does not exist, written from the stored scores into a directory
// of its own.

import path from "node:path";
import { slug } from "../../delivery/columns.js";
import type { ListFile, ListRequest } from "../../domain/campaign/list.js";
import type { Engine } from "../../warehouse/engine.js";
import { relation, scopeFiles } from "../../warehouse/relations.js";
import { hasColumn } from "../../warehouse/rows.js";
import { writeCsv } from "../target/csv.js";
import type { TargetInput } from "../target/input.js";
import { scoredOn } from "../target/list.js";
import { arrange, described } from "../target/step.js";
import type { ListSources } from "./list-sources.js";
import { inOwnDirectory } from "./own-directory.js";

/** Refuses `list-without-contacts`. */
export const writeList = async (
  request: ListRequest,
  engine: Engine,
  { input, outDir: dir, outcomeName }: ListSources,
): Promise<ListFile> =>
  inOwnDirectory(dir, async () => {
    const explained = await asExplained(engine, input);
    const { columns, written } = await arrange(engine, explained);
    const file = await writeCsv(engine, written, columns, input.config, dir);
    const { bytes, sha256 } = await described(path.join(dir, file));
    const name = `${slug(outcomeName).replaceAll("_", "-") || "list"}-${scoredOn(input)}${chosen(request)}.csv`;
    return { dir, path: path.join(dir, file), bytes, sha256, name: request.gzip ? `${name}.gz` : name };
  });

/** Whom the list holds, after its day: `-top-1200`. */
const chosen = ({ top, topPercent, minChance }: ListRequest): string => {
  if (top !== undefined) return `-top-${top}`;
  if (topPercent !== undefined) return `-top-${topPercent}-percent`;
  return minChance === undefined ? "" : `-over-${Number((100 * minChance).toFixed(2))}-percent`;
};

/** The scores may be older than the configuration that asks for reasons. */
const asExplained = async (engine: Engine, input: TargetInput): Promise<TargetInput> => {
  const scores = relation(scopeFiles(input.scope.dir).scores);
  const explainability = await hasColumn(engine, scores, "explanation_0");
  const { config } = input.scope;
  const payload = { ...config.payload, explainability };
  return { ...input, scope: { ...input.scope, config: { ...config, payload } } };
};
