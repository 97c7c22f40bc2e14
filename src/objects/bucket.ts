// Bucket: object storage that takes the place of a shared data directory. An object has the name that a file
// has below the data directory, such as `relations/<account>/<resource>/<build>/scores.parquet`. It is
// written before the row that names it, and never changes afterwards, so that the row is the commit.

import type { FileHash } from "../domain/machine/stored-file.js";

export interface StoredObject {
  name: string;
  bytes: number;
  /** In epoch milliseconds, by the clock of the bucket. */
  modifiedMs: number;
  /** Time since then, by the clock of the bucket. */
  ageMs: number;
}

/** A small object, whole. */
export interface SmallObject {
  bytes: Buffer;
  /** Tells it from a copy elsewhere. */
  version: string;
}

/** Fault of an object, in the words of files. */
export type ObjectFault = "missing" | "size" | "content";

/** Every operation throws `files-unavailable` where the bucket does not answer or refuses. */
export interface Bucket {
  /** For operators: without secrets. */
  readonly url: string;
  /** Stores a file, in parts if it is large. Nothing is there before it is whole. */
  put(name: string, file: string, signal?: AbortSignal): Promise<void>;
  /** Stores a small object unless there is one; false if there is. */
  create(name: string, bytes: Buffer): Promise<boolean>;
  /** Writes the object to a new file and compares it with what it must be. A file with a fault is removed. */
  get(name: string, file: string, expected: FileHash): Promise<ObjectFault | null>;
  read(name: string): Promise<SmallObject | null>;
  /** All objects whose names begin so, in order of name. */
  list(beginning: string): AsyncIterable<StoredObject>;
  /** The names of the "directories" directly below one, without a slash at the end. */
  folders(directory: string): Promise<string[]>;
  /** Without effect on those that are not there. */
  remove(names: readonly string[]): Promise<void>;
  /** Ends uploads in parts that were begun so long ago, by processes that are dead; returns their number. */
  endUploads(olderThanMs: number): Promise<number>;
  close(): void;
}

/** Parts of a resumable upload of this name, until it is complete. */
export const partsBelow = (name: string): string => `${name}.parts`;

export const allOf = async (objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> => {
  const all: StoredObject[] = [];
  for await (const object of objects) all.push(object);
  return all;
};

/** Removes all objects below a "directory". */
export const removeBelow = async (bucket: Bucket, directory: string): Promise<void> => {
  const found = await allOf(bucket.list(`${directory}/`));
  await bucket.remove(found.map(({ name }) => name));
};
