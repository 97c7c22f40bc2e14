// Comparison of files with what they were when they were complete. The size is compared each time. The
// content is hashed once for each identity of the file (inode, size, time of last change), because nothing
// changes a file without changing those but a disk that decays: that is left to whoever reads the whole file,
// and to the patrol.

import { type BigIntStats, stat } from "node:fs";
import { promisify } from "node:util";
import type { FileHash } from "../domain/machine/stored-file.js";
import type { HashFile } from "./hasher.js";

/** `unreadable`: the disk cannot read it. */
export type FileFault = "missing" | "unreadable" | "size" | "content";

interface Verified {
  identity: string;
  sha256: string;
}

/** Beyond this number of files, the oldest are verified again when they are read next. */
const maxVerified = 200_000;

const statBig = promisify(stat) as (file: string, options: { bigint: true }) => Promise<BigIntStats>;

export const identityOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

export class FileChecker {
  private readonly verified = new Map<string, Verified>();
  private readonly hashing = new Map<string, Promise<string>>();

  constructor(private readonly hash: HashFile) {}

  /** Null for a file that is as expected. Throws what is no fault of the file, such as too many open files. */
  async faultOf(file: string, expected: FileHash): Promise<FileFault | null> {
    try {
      const found = await statBig(file, { bigint: true });
      if (!found.isFile() || found.size !== BigInt(expected.bytes)) return "size";
      const sha256 = await this.sha256Of(file, identityOf(found));
      return sha256 === expected.sha256 ? null : "content";
    } catch (error) {
      return faultIn(error);
    }
  }

  /** Whether these are the statistics of a file whose content was found to have this hash. */
  isVerified(file: string, stats: BigIntStats, sha256: string): boolean {
    const known = this.verified.get(file);
    return known?.identity === identityOf(stats) && known.sha256 === sha256;
  }

  /** Takes the hash from whoever has just written the file. */
  async trust(file: string, { sha256 }: FileHash): Promise<void> {
    this.remember(file, { identity: identityOf(await statBig(file, { bigint: true })), sha256 });
  }

  /** The content is hashed again when it is asked for next. */
  forget(file: string): void {
    this.verified.delete(file);
  }

  private async sha256Of(file: string, identity: string): Promise<string> {
    const known = this.verified.get(file);
    if (known?.identity === identity) return known.sha256;
    const sha256 = await this.hashOnce(file);
    const after = identityOf(await statBig(file, { bigint: true }));
    if (after === identity) this.remember(file, { identity, sha256 });
    return sha256;
  }

  /** Once for concurrent readers. */
  private hashOnce(file: string): Promise<string> {
    const running =
      this.hashing.get(file) ??
      this.hash(file)
        .then(({ sha256 }) => sha256)
        .finally(() => this.hashing.delete(file));
    this.hashing.set(file, running);
    return running;
  }

  private remember(file: string, verified: Verified): void {
    this.verified.delete(file);
    this.verified.set(file, verified);
    const [oldest] = this.verified.keys();
    if (this.verified.size > maxVerified && oldest !== undefined) this.verified.delete(oldest);
  }
}

const faults: Record<string, FileFault> = { ENOENT: "missing", ENOTDIR: "missing", EIO: "unreadable" };

/** The fault of the file behind an error of reading it. Throws every other error. */
export const faultIn = (error: unknown): FileFault => {
  const fault = faults[(error as NodeJS.ErrnoException).code ?? ""];
  if (fault === undefined) throw error;
  return fault;
};
