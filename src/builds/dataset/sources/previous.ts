// Reuse of a dataset's previous build where its source has not changed: a table has the version, or a
// bucket the files, that were read before. The build links the files of the previous one and has its result.

import { mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { DatasetResult } from "../../../domain/proposal/dataset-result.js";
import { linkFile } from "../../../warehouse/layers.js";
import type { StepTools } from "../../kind/kind.js";
import type { DatasetInput } from "../input.js";

/** Facts about its source that a build leaves for the next, stored as JSON in its directory. */
export interface SourceFacts {
  /** Fingerprint of everything but the rows: the configuration, the step, and the people to delete. */
  print: string;
  /** As it was built from files. */
  result: DatasetResult;
  /** See `DatasetResult.content`. */
  content: string;
}

/** Null for a first build, and after one whose files are damaged. */
export const readSourceFacts = async <F extends SourceFacts>(
  { history }: DatasetInput,
  file: string,
): Promise<F | null> => {
  const { previous = null, known = null } = history ?? {};
  if (previous?.isIntact !== true || known) return null;
  const text = await readFile(path.join(previous.dir, file), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as F);
};

/**
 * The result of before; null where rows that were dated in the future have come due. `except`: a file that
 * the build writes itself.
 */
export const takeOver = async (
  { history }: DatasetInput,
  { dir, now }: Pick<StepTools, "dir" | "now">,
  { result }: Pick<SourceFacts, "result">,
  except: string,
): Promise<DatasetResult | null> => {
  const from = history?.previous?.dir;
  if (from === undefined || (result.next_due !== null && result.next_due * 1000 <= now)) return null;
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name === except) continue;
    const within = path.relative(from, path.join(entry.parentPath, entry.name));
    await mkdir(path.dirname(path.join(dir, within)), { recursive: true });
    await linkFile(path.join(from, within), path.join(dir, within));
  }
  return result;
};
