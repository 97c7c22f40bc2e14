// Files of a storage that a dataset reads: those of a place that are readable, or all files of a table of a lake.

import { objectEndings } from "../../../domain/data/file-format.js";
import { isReadableName, namesAt } from "../../../domain/data/object-names.js";
import { type Limit, limits } from "../../../domain/resource/limits.js";
import { refuse } from "../../../errors/refusal.js";
import type { OwnedStorage, StorageFile } from "./storage.js";

/**
 * The files at a place, a directory or a pattern, in the order in which they came. Refuses `bucket-empty` and
 * `bucket-files-too-many`.
 */
export const listFiles = async (
  storage: Pick<OwnedStorage, "pages" | "shown">,
  place: string,
): Promise<StorageFile[]> => {
  const isAt = namesAt(place);
  const files: StorageFile[] = [];
  const refuseBeyond = (count: number, { is: limit }: Limit) => {
    if (count > limit) throw refuse("bucket-files-too-many", { limit, place: storage.shown(place) });
  };
  let listed = 0;
  for await (const page of storage.pages(place)) {
    // A server may also answer page after page without a file.
    listed += Math.max(page.length, 1);
    refuseBeyond(listed, limits.bucketObjects);
    for (const file of page)
      if (file.bytes > 0 && isAt(file.name) && isReadableName(file.name, place)) files.push(file);
    refuseBeyond(files.length, limits.bucketFiles);
  }
  if (files.length === 0)
    throw refuse("bucket-empty", { place: storage.shown(place), endings: objectEndings });
  return files.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
};

/** All files below a directory that have bytes. Refuses `bucket-files-too-many`. */
export const allFilesAt = async (
  storage: Pick<OwnedStorage, "pages" | "shown">,
  place: string,
): Promise<StorageFile[]> => {
  const files: StorageFile[] = [];
  let listed = 0;
  for await (const page of storage.pages(place)) {
    listed += Math.max(page.length, 1);
    if (listed > limits.bucketObjects.is)
      throw refuse("bucket-files-too-many", { limit: limits.bucketObjects.is, place: storage.shown(place) });
    files.push(...page.filter(({ bytes }) => bytes > 0));
  }
  return files;
};
