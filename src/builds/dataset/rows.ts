// Rows of a dataset as text, in a scratch directory of its build.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Engine } from "../../warehouse/engine.js";
import { datasetFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";

/** Creates the directories; returns the one for temporary files. */
export const prepareScratch = async (engine: Engine, dir: string): Promise<string> => {
  // Rows keep the order of their file, so that a rejected row can be traced to its line. Times without a zone are UTC.
  await engine.run(sql`set preserve_insertion_order = true`);
  await engine.run(sql`set TimeZone = 'UTC'`);
  const scratch = path.join(dir, "scratch");
  for (const made of [scratch, path.dirname(datasetFiles(dir).events("any"))])
    await mkdir(made, { recursive: true });
  return scratch;
};
