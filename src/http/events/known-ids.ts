// Ids of the last events, so that one that is sent again is known: always so many, and at most twice as many. An
// id whose event is not on the disk yet is known by the promise that it will be.

export class KnownIds {
  private newer = new Map<string, true | Promise<void>>();
  private older = new Map<string, true | Promise<void>>();

  constructor(private readonly least: number) {}

  /** Undefined: not known. A promise rejects if its event was not taken after all. */
  find(id: string): true | Promise<void> | undefined {
    return this.newer.get(id) ?? this.older.get(id);
  }

  /** They stay known if the promise is fulfilled, and are forgotten if it fails. */
  add(ids: readonly string[], written: Promise<void>): void {
    for (const id of ids) this.newer.set(id, written);
    written.then(
      () => this.keep(ids),
      () => this.forget(ids),
    );
  }

  private keep(ids: readonly string[]): void {
    for (const id of ids) this.newer.set(id, true);
    if (this.newer.size < this.least) return;
    this.older = this.newer;
    this.newer = new Map();
  }

  private forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.newer.delete(id);
      this.older.delete(id);
    }
  }
}
