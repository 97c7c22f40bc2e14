// Snapshots of scores: files that builds of a pipeline hand on unchanged, to be compared with later events.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { linkFile } from "../../../warehouse/layers.js";

/** Makes a snapshot of the previous build one of this build. */
export const keepSnapshot = async (from: string, to: string): Promise<void> => {
  await prepareSnapshot(to);
  await linkFile(from, to);
};

/** Makes the directory of a snapshot. */
export const prepareSnapshot = async (file: string): Promise<void> => {
  await mkdir(path.dirname(file), { recursive: true });
};
