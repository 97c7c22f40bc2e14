// Storage of an account's owner: files that datasets read and targets write, in a bucket or on a server. Names are
// below the directory of the connection, with slashes between their parts.

import type { BucketOptions } from "../../../domain/data/connection.js";
import type { FileHash } from "../../../domain/machine/stored-file.js";
import type { EpochMs } from "../../../domain/resource/resource.js";
import type { ConnectionAccess } from "../access.js";

export type StorageAccess<O extends BucketOptions = BucketOptions> = ConnectionAccess<O>;

export interface StorageFile {
  name: string;
  /** Tag of the content: another content has another. */
  tag: string;
  bytes: number;
  modifiedMs: EpochMs;
}

/** Marks of a file that a target has written: whose it is, and the hash of its bytes. */
export interface FileMarks {
  targetId: string;
  sha256: string;
}

/** Marks that were found: a file of somebody else has none. */
export type FoundMarks = { [Mark in keyof FileMarks]: string | undefined };

/** Maximum number of entries of a page of contents; there may be more, which would be too many to choose from. */
export const mostEntries = 1_000;

export interface OwnedStorage {
  /** Tells its files from those of the same names elsewhere. */
  identity: readonly string[];
  /** Address of a place, for sentences. */
  shown(place: string): string;
  /** Directories, with a slash at the end, and files directly below the directory of the connection, in order. */
  contents(): Promise<string[]>;
  /**
   * Files that may be at a place, and others, a page at a time. Directories count as files without bytes, so that
   * whoever counts files has counted them.
   */
  pages(place: string): AsyncIterable<StorageFile[]>;
  /** Writes the file that was listed to a new one of this machine. Refuses `bucket-file-changed`. */
  download(file: StorageFile, to: string): Promise<FileHash>;
  /** Null where there is no file. */
  marksOf(key: string): Promise<FoundMarks | null>;
  /** Writes a file whole: readers see the one of before until the new one is complete. */
  write(key: string, file: string, marks: FileMarks): Promise<void>;
}

/** Runs `work`. Refuses `connection-failed`, `connection-address-forbidden` and `bucket-unreachable`. */
export type OpenStorage<O extends BucketOptions> = <T>(
  access: StorageAccess<O>,
  work: (storage: OwnedStorage) => Promise<T>,
) => Promise<T>;
