// Arrivals: rows that programs sent since the last build, from the files that it has not read and from the logs that
// are no file yet. A segment of a log that becomes a file is the same unit of rows, which is read once.
//
//   in a log ──▶ in a file that waits ──▶ in a build: forgotten

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eventsDirectory } from "../../domain/data/events-dataset.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { csvRows } from "./csv-rows.js";

/** A file of events that the last build has not read. */
export interface WaitingFile {
  directory: string;
  filename: string;
  path: string;
  arrivedAt: EpochMs;
}

/** Rows of one file of a directory, or of the log that becomes it. */
export interface Unit {
  directory: string;
  filename: string;
  arrivedAt: EpochMs;
  /** Columns of each row, followed by their values. */
  rows: string[][];
  /** Rows that were taken up. */
  taken: number;
}

interface OpenSegment {
  name: string;
  file: number;
  read: number;
  /** The bytes after the last line break. */
  rest: Buffer;
}

const segmentEnding = ".log";

export class Arrivals {
  private readonly units = new Map<string, Unit>();
  private readonly open = new Map<string, OpenSegment>();
  /** When a segment was seen to be gone. */
  private readonly gone = new Map<string, EpochMs>();

  /** `logDir`: of the account, with a directory for each node. */
  constructor(private readonly logDir: string) {}

  get rows(): number {
    let rows = 0;
    for (const unit of this.units.values()) rows += unit.rows.length;
    return rows;
  }

  /** In the order in which they came. */
  all(): Unit[] {
    return [...this.units.values()].sort((a, b) =>
      a.filename < b.filename ? -1 : a.filename > b.filename ? 1 : 0,
    );
  }

  /** Takes up what stands in the logs by now. */
  async readLogs(now: EpochMs): Promise<void> {
    const there = new Set<string>();
    for (const node of await namesIn(this.logDir))
      for (const entry of await namesIn(path.join(this.logDir, node)))
        if (entry.endsWith(segmentEnding)) {
          const name = entry.slice(0, -segmentEnding.length);
          there.add(name);
          if (!this.open.has(name) && !this.gone.has(name))
            this.begin(name, path.join(this.logDir, node, entry));
        }
    for (const segment of this.open.values()) {
      this.readOn(segment, now);
      if (there.has(segment.name)) continue;
      closeSync(segment.file);
      this.open.delete(segment.name);
      this.gone.set(segment.name, now);
    }
  }

  /** Reads files that wait and are not known, and forgets what a build has read; `asOf`: when they were listed. */
  async readFiles(files: readonly WaitingFile[], asOf: EpochMs): Promise<void> {
    const waiting = new Map(files.map((file) => [keyOf(file), file]));
    for (const [key, { filename }] of this.units) {
      const segment = filename.replace(/\.csv$/, "");
      const goneAt = this.gone.get(segment);
      const mayBeListed = !this.open.has(segment) && (goneAt === undefined || goneAt < asOf);
      if (!waiting.has(key) && mayBeListed) this.units.delete(key);
    }
    for (const [segment, at] of this.gone) if (at < asOf - rememberedMs) this.gone.delete(segment);
    for (const [key, file] of waiting) {
      if (this.units.has(key)) continue;
      const text = await readFile(file.path, "utf8").catch(() => null);
      if (text !== null) this.units.set(key, { ...unitOf(file), rows: csvRows(text) });
    }
  }

  /** As if nothing had been taken up yet. */
  restart(): void {
    for (const unit of this.units.values()) unit.taken = 0;
  }

  close(): void {
    for (const { file } of this.open.values()) closeSync(file);
    this.open.clear();
  }

  private begin(name: string, file: string): void {
    try {
      this.open.set(name, { name, file: openSync(file, "r"), read: 0, rest: Buffer.alloc(0) });
    } catch {
      // It became a file meanwhile.
    }
  }

  private readOn(segment: OpenSegment, now: EpochMs): void {
    // A write that failed was cut off: its lines were never acknowledged.
    if (fstatSync(segment.file).size < segment.read) this.readAgain(segment);
    for (;;) {
      const bytes = Buffer.allocUnsafe(1 << 18);
      const read = readSync(segment.file, bytes, 0, bytes.length, segment.read);
      if (read === 0) return;
      segment.read += read;
      const all = Buffer.concat([segment.rest, bytes.subarray(0, read)]);
      const end = all.lastIndexOf(10) + 1;
      segment.rest = all.subarray(end);
      for (const line of all.toString("utf8", 0, end).split("\n")) this.addLine(segment.name, line, now);
    }
  }

  private readAgain(segment: OpenSegment): void {
    Object.assign(segment, { read: 0, rest: Buffer.alloc(0) });
    for (const [key, unit] of this.units) if (unit.filename === `${segment.name}.csv`) this.units.delete(key);
  }

  private addLine(segment: string, line: string, now: EpochMs): void {
    const event = line === "" ? null : eventOf(line);
    if (event === null) return;
    const file = { directory: eventsDirectory(event.stream), filename: `${segment}.csv`, arrivedAt: now };
    const unit = this.units.get(keyOf(file)) ?? unitOf(file);
    this.units.set(keyOf(file), unit);
    unit.rows.push(event.row);
  }
}

/** A file that is listed later than this after its log has gone was listed before. */
const rememberedMs = 600_000;

const keyOf = ({ directory, filename }: Pick<WaitingFile, "directory" | "filename">): string =>
  `${directory}/${filename}`;

const unitOf = ({ directory, filename, arrivedAt }: Omit<WaitingFile, "path">): Unit => ({
  directory,
  filename,
  arrivedAt,
  rows: [],
  taken: 0,
});

/** Null for a line that a machine which lost its power left in the place of one. */
const eventOf = (line: string): { stream: string; row: string[] } | null => {
  try {
    return JSON.parse(line) as { stream: string; row: string[] };
  } catch {
    return null;
  }
};

const namesIn = async (dir: string): Promise<string[]> => (await readdir(dir).catch(() => [])).sort();
