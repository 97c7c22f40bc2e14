// Ages of files as the service has lived them: how long it has run, on a monotonic clock, while a file stayed
// as it was. The clock of the machine may jump by days, and a file's own time is whatever wrote it; neither
// makes a file old here. Ages are kept in a file over restarts, during which nothing grows older.

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

interface Age {
  /** Changes with the file, for example its size and time. */
  mark: string;
  ms: number;
}

export class Ages {
  private before: Record<string, Age> = {};
  private now: Record<string, Age> = {};
  private elapsedMs = 0;
  private countedAtMs: number | undefined;

  constructor(
    private readonly file: string,
    private readonly monotonicMs: () => number,
  ) {}

  /** Begins a round of counting, in which every file that still exists is counted. */
  async begin(): Promise<void> {
    const atMs = this.monotonicMs();
    if (this.countedAtMs === undefined) this.before = await read(this.file);
    else this.before = this.now;
    this.elapsedMs = this.countedAtMs === undefined ? 0 : atMs - this.countedAtMs;
    this.countedAtMs = atMs;
    this.now = {};
  }

  /** Age of a file in milliseconds: 0 when it is seen for the first time, or has changed since the last round. */
  of(name: string, mark: string): number {
    const last = this.before[name];
    const ms = last?.mark === mark ? last.ms + this.elapsedMs : 0;
    this.now[name] = { mark, ms };
    return ms;
  }

  /** Makes a file young again. */
  restart(name: string): void {
    delete this.before[name];
  }

  /** Ends the round: files that were not counted are forgotten. */
  async end(): Promise<void> {
    const temporary = `${this.file}.new`;
    await mkdir(path.dirname(this.file), { recursive: true });
    await writeFile(temporary, JSON.stringify(this.now), { mode: 0o600 });
    await rename(temporary, this.file);
  }
}

/** A file that is missing or damaged makes everything young again. */
const read = async (file: string): Promise<Record<string, Age>> => {
  try {
    const found: Record<string, Age> = JSON.parse(await readFile(file, "utf8"));
    return Object.assign(Object.create(null), found);
  } catch {
    return {};
  }
};
