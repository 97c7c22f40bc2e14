// Snapshots of scores: files that builds of a pipeline hand on unchanged, to be compared with later events.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { ArmSnapshot } from "../../../domain/campaign/holdout.js";
import { linkFile } from "../../../warehouse/layers.js";
import { scopeFiles } from "../../../warehouse/relations.js";

/** Makes a snapshot of the previous build one of this build. */
export const keepSnapshot = async (from: string, to: string): Promise<void> => {
  await prepareSnapshot(to);
  await linkFile(from, to);
};

/** The same of scores with groups, as of each cutoff. */
export const keepArmSnapshots = async (
  snapshots: readonly ArmSnapshot[],
  from: string,
  to: string,
): Promise<void> => {
  for (const { cutoff } of snapshots)
    await keepSnapshot(scopeFiles(from).armSnapshot(cutoff), scopeFiles(to).armSnapshot(cutoff));
};

/** Makes the directory of a snapshot. */
export const prepareSnapshot = async (file: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
};
