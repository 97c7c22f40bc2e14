// Arrivals of a bucket's files, so that they have the history that uploads have. A file arrives when the
// bucket says that it was written, but never before one that was read already nor later than now; an object
// that replaces another, or is deleted, ends the time of the one before. A pure function of two lists.

import type { EpochMs } from "../../../domain/resource/resource.js";
import type { StorageFile } from "../../connection/storage/storage.js";

/** A file that a build has read. */
export interface ReadFile extends StorageFile {
  sha256: string;
  arrivedAt: EpochMs;
}

/**
 * Comparison of the listed files with those read before. The hash and the arrival of a file with other bytes
 * are not known yet.
 */
export interface Compared {
  /** Files that are as they were. */
  same: ReadFile[];
  /** New ones, and those whose objects were written again. */
  other: StorageFile[];
  gone: ReadFile[];
}

export const compareFiles = (before: readonly ReadFile[], listed: readonly StorageFile[]): Compared => {
  const known = new Map(before.map((file) => [file.name, file]));
  const names = new Set(listed.map(({ name }) => name));
  const sameAs = ({ name, tag, bytes }: StorageFile): ReadFile | undefined => {
    const file = known.get(name);
    return file?.tag === tag && file.bytes === bytes ? file : undefined;
  };
  return {
    same: listed.flatMap((file) => sameAs(file) ?? []),
    other: listed.filter((file) => !sameAs(file)),
    gone: before.filter(({ name }) => !names.has(name)),
  };
};

export interface Arrivals {
  files: ReadFile[];
  /** Files that count no longer, with the moment since when. */
  replaced: (ReadFile & { replacedAt: EpochMs })[];
  /** The newest moment of all. */
  through: EpochMs;
}

/**
 * The history after files were read. `read`: the others of `compareFiles` with their hashes, in the order of
 * their list; one with the bytes of before has not changed. `through`: the newest moment that an earlier
 * build knew.
 */
export const arrivalsOf = (
  { same, gone }: Pick<Compared, "same" | "gone">,
  read: readonly (StorageFile & { sha256: string })[],
  before: readonly ReadFile[],
  { through, now }: { through: EpochMs; now: EpochMs },
): Arrivals => {
  const known = new Map(before.map((file) => [file.name, file]));
  const files = [...same];
  const replaced: Arrivals["replaced"] = [];
  let newest = before.reduce((most, { arrivedAt }) => Math.max(most, arrivedAt), through);
  for (const file of read) {
    const earlier = known.get(file.name);
    if (earlier?.sha256 === file.sha256) {
      files.push({ ...file, arrivedAt: earlier.arrivedAt });
      continue;
    }
    newest = Math.max(Math.min(file.modifiedMs, now), newest + 1);
    files.push({ ...file, arrivedAt: newest });
    if (earlier) replaced.push({ ...earlier, replacedAt: newest });
  }
  for (const file of gone) {
    newest = Math.max(now, newest + 1);
    replaced.push({ ...file, replacedAt: newest });
  }
  return { files: files.sort((a, b) => b.arrivedAt - a.arrivedAt), replaced, through: newest };
};
