// Reads: the files that running work uses. A step reads the results and uploads of the moment when it was
// claimed, and a newer one may replace them while it runs; the sweep leaves them until the work has ended.
// Of other nodes, only the accounts whose files they use are known.

import path from "node:path";
import type { EpochMs } from "../../domain/resource/resource.js";

interface Held {
  paths: ReadonlySet<string>;
  since: EpochMs;
}

export class Reads {
  private readonly held = new Set<Held>();

  /** `now` is the time of this node's last beat: a hold may be younger, and never older. */
  constructor(private readonly now: () => EpochMs = () => 0) {}

  /**
   * Holds files and directories, by their paths relative to the data directory, until the returned function
   * is called.
   */
  hold(paths: Iterable<string>): () => void {
    const mine = { paths: new Set(paths), since: this.now() };
    this.held.add(mine);
    return () => this.held.delete(mine);
  }

  includes(path: string): boolean {
    return [...this.held].some(({ paths }) => paths.has(path));
  }

  /** The accounts whose files are held, with the moment of the oldest hold. */
  byAccount(): Record<string, EpochMs> {
    const oldest: Record<string, EpochMs> = {};
    for (const { paths, since } of this.held)
      for (const accountId of new Set([...paths].map(accountOf)))
        oldest[accountId] = Math.min(oldest[accountId] ?? since, since);
    return oldest;
  }
}

/** Directories that another node reads. */
export interface ReadsOfNode {
  reads: Readonly<Record<string, EpochMs>>;
  readsAsOf: EpochMs;
}

/**
 * Whether one of the nodes may read a file that the store had given up by then. What it began to read later,
 * it found without the file.
 */
export const mayBeRead = (nodes: readonly ReadsOfNode[], name: string, givenUpBy: EpochMs): boolean =>
  nodes.some(
    ({ reads, readsAsOf }) => readsAsOf <= givenUpBy || (reads[accountOf(name)] ?? Infinity) <= givenUpBy,
  );

/** uploads/<account>/… and relations/<account>/… */
export const accountOf = (name: string): string => name.split(path.sep)[1] ?? "";
