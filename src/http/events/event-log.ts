// Log of the events of one account that were acknowledged and are in no file yet: lines that are appended to a
// segment on the disk. Whoever appends waits for one flush together with all that came meanwhile.
//
//   open ──▶ closed: nothing more is appended; its events become files
//     └──▶ broken: a write failed, so its end is cut off or, if that fails too, the next lines go to another segment
//
// A process that is killed leaves segments behind, whose last line may be torn: that one was not acknowledged.

import { constants } from "node:fs";
import { type FileHandle, mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { giveTurn } from "../../domain/machine/event-loop.js";
import { sync } from "../../integrity/sync.js";

export interface Segment {
  /** Without the ending; unique. */
  name: string;
  file: string;
  bytes: number;
  openedAtMs: number;
}

interface Waiting {
  lines: Buffer;
  done(): void;
  failed(error: unknown): void;
}

export interface EventLogOptions {
  dir: string;
  /** Makes the name of a segment. */
  name(): string;
  /** Whether another process may take the segments away, because it thinks that this one is dead. */
  isShared: boolean;
  monotonicMs(): number;
}

export class EventLog {
  private waiting: Waiting[] = [];
  private isWriting = false;
  /** Callers that wait for the end of the segment. */
  private endings: { done(): void; failed(error: unknown): void }[] = [];
  private current: { segment: Segment; handle: FileHandle } | undefined;
  private closed: Segment[] = [];

  constructor(private readonly options: EventLogOptions) {}

  /** Bytes that wait for the disk, and that are in the open segment. */
  get bytes(): number {
    const waiting = this.waiting.reduce((sum, { lines }) => sum + lines.length, 0);
    return waiting + (this.current?.segment.bytes ?? 0);
  }

  get openedAtMs(): number | undefined {
    return this.current?.segment.openedAtMs;
  }

  /** Resolves once the lines are on the disk. Rejects if they may not be; then they do not count. */
  append(lines: Buffer): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ lines, done, failed });
      if (!this.isWriting) void this.writeAll();
    });
  }

  /** Ends the open segment, between two writes, and returns all that have ended since the last call. */
  async close(): Promise<Segment[]> {
    await new Promise<void>((done, failed) => {
      this.endings.push({ done, failed });
      if (!this.isWriting) void this.writeAll();
    });
    return this.closed.splice(0);
  }

  /** Nothing is awaited between the last look for work and the end, so that nothing is left behind. */
  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0 || this.endings.length > 0) {
      const endings = this.endings.splice(0);
      if (endings.length > 0) await settle(this.endSegment(), endings);
      const batch = this.waiting.splice(0);
      if (batch.length > 0) await settle(this.write(Buffer.concat(batch.map(({ lines }) => lines))), batch);
    }
    this.isWriting = false;
  }

  private async write(lines: Buffer): Promise<void> {
    this.current ??= await this.begin();
    const { segment, handle } = this.current;
    try {
      await writeWhole(handle, lines, segment.bytes);
    } catch (error) {
      await this.cutBack();
      throw error;
    }
    segment.bytes += lines.length;
    if (!this.options.isShared || (await isThere(segment.file))) return;
    // Another process has taken it away, and may have read it before these lines were there.
    await handle.close();
    this.current = undefined;
    await this.write(lines);
  }

  private async begin() {
    const { dir, name, monotonicMs } = this.options;
    const made = await mkdir(dir, { recursive: true });
    if (made !== undefined) await sync(path.dirname(dir));
    const segment = { name: name(), file: "", bytes: 0, openedAtMs: monotonicMs() };
    segment.file = path.join(dir, `${segment.name}${segmentEnding}`);
    // Each write is flushed by itself, which takes one call of the system and not two.
    const handle = await open(segment.file, flushedWrites);
    await sync(dir).catch(async (error) => {
      await handle.close();
      // It has no events, and nobody would look for it before the next start.
      await rm(segment.file, { force: true }).catch(() => {});
      throw error;
    });
    return { segment, handle };
  }

  /** Removes the bytes that a failed write left. */
  private async cutBack(): Promise<void> {
    const { segment, handle } = this.current!;
    const isWhole = await handle
      .truncate(segment.bytes)
      .then(
        () => handle.datasync().then(() => true),
        () => false,
      )
      .catch(() => false);
    if (!isWhole) await this.endSegment();
  }

  private async endSegment(): Promise<void> {
    if (!this.current) return;
    const { segment, handle } = this.current;
    this.current = undefined;
    await handle.close();
    this.closed.push(segment);
  }
}

const settle = (
  work: Promise<void>,
  waiting: readonly { done(): void; failed(error: unknown): void }[],
): Promise<void> =>
  work.then(
    () => {
      for (const { done } of waiting) done();
    },
    (error) => {
      for (const { failed } of waiting) failed(error);
    },
  );

export const segmentEnding = ".log";

const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = constants;
const flushedWrites = O_WRONLY | O_CREAT | O_EXCL | O_DSYNC;

const writeWhole = async (handle: FileHandle, bytes: Buffer, at: number): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, at + written);
    written += bytesWritten;
  }
};

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** An event in the log. */
export interface LoggedEvent {
  stream: string;
  /** Each column, followed by its value. */
  row: string[];
  lists?: string[];
}

/** The row of a logged event. */
export const flatRow = (row: ReadonlyMap<string, string>): string[] => {
  const flat: string[] = [];
  for (const [column, value] of row) flat.push(column, value);
  return flat;
};

export const lineOf = (event: LoggedEvent): string => `${JSON.stringify(event)}\n`;

/** The event of a line; null for a torn one, which was never acknowledged. */
const eventOf = (line: string): LoggedEvent | null => {
  try {
    return JSON.parse(line) as LoggedEvent;
  } catch {
    return null;
  }
};

/** Lines that are read in a millisecond or two. */
const linesInTurn = 200;

/**
 * The events of a segment, and the number of lines that are none: a last line without its end, or what a machine
 * that lost its power left in its place. Requests are answered between its parts.
 */
export const eventsIn = async (text: string): Promise<{ events: LoggedEvent[]; torn: number }> => {
  const lines = text.split("\n");
  let torn = lines.pop() === "" ? 0 : 1;
  const events: LoggedEvent[] = [];
  for (const [i, line] of lines.entries()) {
    if (i % linesInTurn === linesInTurn - 1) await giveTurn();
    const event = eventOf(line);
    if (event) events.push(event);
    else torn++;
  }
  return { events, torn };
};
