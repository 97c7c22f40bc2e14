// A stored file as it was when it was complete: files never change afterwards, so other bytes at its path are damage.

export interface FileHash {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

export interface StoredFile extends FileHash {
  /** Relative to the directory of the result, or to the data directory. */
  path: string;
}
