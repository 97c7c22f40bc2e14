// A stored file as it was when it was complete: files never change afterwards, so other bytes at its path are damage.

export interface FileHash {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /**
   * With a bucket: the object that holds the bytes, where the file was linked from an earlier result. Absent:
   * that of its own path.
   */
  object?: string;
}

/**
 * Mark of an uploaded file, which no other of its account has: no two arrive at one moment, except a merged file and
 * its last part.
 */
export const fileMark = ({ sha256, created_at }: { sha256: string; created_at: number }): string =>
  `${created_at}-${sha256.slice(0, 16)}`;

export interface StoredFile extends FileHash {
  /** Relative to the directory of the result, or to the data directory. */
  path: string;
}
