// Cache of what was read from the store and made of it. It is good for as long as nothing has been committed,
// by whatever process: a revoked key and a changed record are gone with the commit. PostgreSQL has no number
// that says so cheaply, so there nothing is kept.

import type { Db } from "./connection.js";

export class ReadCache<V> {
  private readonly kept = new Map<string, V>();
  private version: number | null = null;

  /** Keeps at most `most` values. */
  constructor(
    private readonly db: Pick<Db, "version">,
    private readonly most: number,
  ) {}

  /** Result of `read` for the store as it is now. It is handed out again and must not be changed. */
  async get(key: string, read: () => Promise<V>): Promise<V> {
    const version = this.db.version();
    if (version === null) return read();
    if (version !== this.version) this.startOver(version);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const found = await read();
    // What was committed meanwhile shows at the next call at the latest, which then starts over.
    if (this.version === version) this.keep(key, found);
    return found;
  }

  private startOver(version: number): void {
    this.kept.clear();
    this.version = version;
  }

  private keep(key: string, value: V): void {
    if (this.kept.size >= this.most) this.kept.clear();
    this.kept.set(key, value);
  }
}
