// Files of a simulated store. SQLite writes them by itself, so their bytes are real; a cut of the power forgets
// commits that were neither flushed nor moved from the log into the database. The positions are those of the log's
// index, https://www.sqlite.org/walformat.html.

import realFs from "node:fs";
import path from "node:path";

// Node's own operations, before the machine takes their place.
const fs = { ...realFs };

/** Commits are numbered by frames, which begin again when the log does: then its salt is another. */
interface Place {
  salt: string;
  frames: number;
}

/** Of the database, and of its log. */
const endings = ["", "-wal"];
const headerBytes = 32;
const frameHeaderBytes = 24;
const pageSizeAt = 8;
const index = { frames: 16, salt: 32, moved: 96 };
const saltBytes = 8;

export class StoreFiles {
  private flushed: Place = { salt: "", frames: 0 };
  /** Of the process that ended last. */
  private written: Place = this.flushed;
  private moved = 0;

  constructor(private readonly store: string) {}

  isLog(file: string): boolean {
    return file === `${this.store}-wal`;
  }

  /** Everything that was written is on the disk now. */
  flush(): void {
    this.flushed = this.readIndex()?.written ?? this.flushed;
  }

  /** Keeps the files of a process that ends as they are, and notes how far its log went. */
  keep(): void {
    const found = this.readIndex();
    this.written = found?.written ?? this.written;
    this.moved = found?.moved ?? this.moved;
    for (const ending of endings) {
      remove(this.kept(ending));
      if (fs.existsSync(this.store + ending)) fs.copyFileSync(this.store + ending, this.kept(ending));
    }
  }

  /** Puts them in the place of what SQLite has made of them since: to it, they are other files. */
  putBack(): void {
    remove(`${this.store}-shm`);
    for (const ending of endings) {
      remove(this.store + ending);
      if (fs.existsSync(this.kept(ending))) fs.copyFileSync(this.kept(ending), this.store + ending);
    }
  }

  private kept(ending: string): string {
    return `${path.dirname(this.store)}.kept${ending}`;
  }

  /** Cuts the log at a place that chance chooses, behind what the disk holds. Returns how many frames were lost. */
  forget(choose: (from: number, to: number) => number): number {
    const { salt, frames } = this.written;
    const log = `${this.store}-wal`;
    if (frames === 0 || !fs.existsSync(log) || fs.statSync(log).size < headerBytes) return 0;
    const held = Math.max(this.moved, this.flushed.salt === salt ? this.flushed.frames : 0);
    const kept = choose(held, frames);
    const pageSize = fs.readFileSync(log).readUInt32BE(pageSizeAt);
    fs.truncateSync(log, headerBytes + kept * (frameHeaderBytes + pageSize));
    this.written = this.flushed = { salt, frames: kept };
    return frames - kept;
  }

  private readIndex(): { written: Place; moved: number } | undefined {
    const file = `${this.store}-shm`;
    if (!fs.existsSync(file)) return undefined;
    const bytes = fs.readFileSync(file);
    if (bytes.length === 0) return undefined;
    const salt = bytes.subarray(index.salt, index.salt + saltBytes).toString("hex");
    return {
      written: { salt, frames: bytes.readUInt32LE(index.frames) },
      moved: bytes.readUInt32LE(index.moved),
    };
  }
}

/** Node's `rmSync` removes by way of the machine's operations. */
const remove = (file: string): void => {
  if (fs.existsSync(file)) fs.unlinkSync(file);
};
