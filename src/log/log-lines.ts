// Lines of the log, which nobody waits for. Those of some milliseconds are written together, one batch after the
// other, by another thread or to a pipe that takes what it has room for: a write of its own for each line would
// be a tenth of what a short request costs. What cannot be written, because the disk is full or fails or
// because nobody reads the pipe, waits up to a number of bytes; lines beyond are dropped and counted, and the
// log says how many once it can be written again.

import { constants, fstatSync, openSync, type Stats, write, writeSync } from "node:fs";
import { Socket } from "node:net";
import { limits } from "../domain/resource/limits.js";

export interface LogWriterOptions {
  /** Default: standard output. */
  fd?: number;
  /** Bytes that may wait. */
  mostBytes?: number;
  /** Milliseconds for which lines gather before they are written. */
  gatherMs?: number;
  /** Pause after a write that failed. */
  pauseMs?: number;
}

export interface LogWatcher {
  /** Lines of the log that were dropped since the last call. */
  dropped(lines: number): void;
  /** Begins when the log cannot be written or lines are dropped, and ends when one is written again. */
  trouble(isPresent: boolean, cause?: unknown): void;
}

/** Writes what it can of some bytes, and calls back with their number. */
type Write = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

const defaultPauseMs = 250;
const defaultGatherMs = 20;
const batchBytes = 65_536;

export class LogWriter {
  private readonly waiting: string[] = [];
  private waitingBytes = 0;
  /** Rest of the batch that is being written. */
  private rest = Buffer.alloc(0);
  private isWriting = false;
  private isBroken = false;
  private droppedLines = 0;
  /** While lines gather, or after a write that failed. */
  private timer: NodeJS.Timeout | undefined;
  private readonly idle: (() => void)[] = [];
  private watcher: LogWatcher = { dropped() {}, trouble() {} };
  private readonly mostBytes: number;
  private readonly gatherMs: number;
  private readonly pauseMs: number;
  private readonly target: Target;

  constructor({
    fd = 1,
    mostBytes = limits.waitingLogBytes.is,
    gatherMs = defaultGatherMs,
    pauseMs = defaultPauseMs,
  }: LogWriterOptions = {}) {
    this.mostBytes = mostBytes;
    this.gatherMs = gatherMs;
    this.pauseMs = pauseMs;
    this.target = targetOf(fd);
  }

  /** Learns of the present trouble, and of later ones. */
  watch(watcher: LogWatcher): void {
    this.watcher = watcher;
    if (this.droppedLines > 0) watcher.trouble(true);
  }

  write(line: string): void {
    if (this.waitingBytes + this.rest.length + line.length > this.mostBytes) this.drop(1);
    else {
      this.waiting.push(line);
      this.waitingBytes += line.length;
      this.gather();
    }
  }

  /** Resolves when nothing waits any more, or after the time at the latest. */
  async flush(mostMs: number): Promise<void> {
    if (!this.isWriting && this.waiting.length === 0 && this.rest.length === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      this.idle.push(() => {
        clearTimeout(timer);
        resolve();
      });
      this.goOn();
    });
  }

  /** For the last moment of the process: what can be written at once is. */
  flushNow(): void {
    if (this.isWriting || !this.target.writeNow) return;
    try {
      this.target.writeNow(Buffer.concat([this.rest, Buffer.from(this.waiting.join(""))]));
    } catch {
      // Nobody is left who could be warned.
    }
  }

  private gather(): void {
    if (this.isWriting || this.timer) return;
    if (this.waitingBytes >= batchBytes || this.idle.length > 0) this.next();
    else this.goOnAfter(this.gatherMs);
  }

  private goOnAfter(ms: number): void {
    this.timer = setTimeout(() => this.goOn(), ms).unref();
  }

  private goOn(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.next();
  }

  private next(): void {
    if (this.isWriting) return;
    if (this.rest.length === 0) this.rest = this.takeBatch();
    if (this.rest.length === 0) {
      for (const resolve of this.idle.splice(0)) resolve();
      return;
    }
    this.isWriting = true;
    this.target.write(this.rest, (error, written) => {
      this.isWriting = false;
      if (error) this.fail(error);
      else this.succeed(written);
    });
  }

  private takeBatch(): Buffer<ArrayBuffer> {
    let [bytes, lines] = [0, 0];
    for (; lines < this.waiting.length && bytes < batchBytes; lines++) bytes += this.waiting[lines]!.length;
    const text = this.waiting.splice(0, lines).join("");
    this.waitingBytes -= text.length;
    return Buffer.from(text);
  }

  private succeed(written: number): void {
    this.rest = this.rest.subarray(written);
    if (this.rest.length === 0 && this.droppedLines > 0) this.recover();
    if (this.rest.length === 0 && this.waiting.length > 0) this.gather();
    else this.next();
  }

  /** Half a line may be in the file: the next one begins on a line of its own. */
  private recover(): void {
    const lost = lostLines(this.droppedLines);
    if (this.isBroken) this.waiting.unshift("\n");
    this.waiting.push(lost);
    this.waitingBytes += lost.length + (this.isBroken ? 1 : 0);
    this.droppedLines = 0;
    this.isBroken = false;
    this.watcher.trouble(false);
  }

  private fail(error: NodeJS.ErrnoException): void {
    this.goOnAfter(this.pauseMs);
    // Nobody reads the pipe at the moment: the bytes wait.
    if (error.code === "EAGAIN") return;
    this.isBroken = true;
    const lost = this.rest.toString().split("\n").length - 1;
    this.rest = Buffer.alloc(0);
    this.drop(lost, error);
  }

  private drop(lines: number, cause?: unknown): void {
    const isFirst = this.droppedLines === 0;
    this.droppedLines += lines;
    this.watcher.dropped(lines);
    if (isFirst) this.watcher.trouble(true, cause);
  }
}

/** In the form of the other lines. */
const lostLines = (lines: number): string => {
  const msg = `${lines} lines of the log could not be written, and are lost`;
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lines, msg })}\n`;
};

interface Target {
  write: Write;
  /** Absent: it might wait. */
  writeNow?(bytes: Buffer): void;
}

const targetOf = (fd: number): Target => {
  const kind = fstatSync(fd);
  if (kind.isSocket()) return socketTarget(fd);
  const own = kind.isFIFO() ? withoutWaiting(fd) : fd;
  return {
    write: (bytes, done) => write(own, bytes, 0, bytes.length, null, done),
    ...(canWriteNow(kind, own !== fd) && { writeNow: (bytes: Buffer) => void writeSync(own, bytes) }),
  };
};

const canWriteNow = (kind: Stats, isNonBlocking: boolean): boolean =>
  kind.isFIFO() ? isNonBlocking : !kind.isCharacterDevice();

/**
 * A full pipe would keep a thread that writes to it, so it is opened again for this process alone. Without
 * `/proc`, the thread waits.
 */
const withoutWaiting = (fd: number): number => {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return fd;
  }
};

/** As under systemd. A socket has room again when it says so. */
const socketTarget = (fd: number): Target => {
  let fault: NodeJS.ErrnoException | null = null;
  const socket = new Socket({ fd, readable: false, writable: true });
  socket.on("error", (error) => {
    fault = error;
  });
  socket.unref();
  return {
    write: (bytes, done) => {
      if (fault) return void setImmediate(done, fault, 0);
      socket.write(bytes, (error) => done(error ?? null, bytes.length));
    },
  };
};
