// Preview of a deployment: the first rows, stored next to its file, so that they can be shown without reading it.

import { readFile } from "node:fs/promises";
import path from "node:path";

/** A JSON array of rows, at most `previewRows` of them, in the order of the file. Long texts are cut. */
export const previewFile = "preview.json";

export type PreviewRow = Record<string, string | number | boolean | null>;

export const readPreview = async (dir: string): Promise<PreviewRow[]> =>
  JSON.parse(await readFile(path.join(dir, previewFile), "utf8")) as PreviewRow[];
