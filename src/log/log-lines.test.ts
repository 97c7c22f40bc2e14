import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, readSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as loopRound } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { LogWriter, type LogWriterOptions } from "./log-lines.js";

const line = (i: number): string => `{"line":${i}}\n`;

const watched = (options: LogWriterOptions) => {
  const writer = new LogWriter({ pauseMs: 1, ...options });
  const seen = { dropped: 0, troubles: [] as boolean[] };
  writer.watch({
    dropped: (lines) => {
      seen.dropped += lines;
    },
    trouble: (isPresent) => seen.troubles.push(isPresent),
  });
  return { writer, seen };
};

const opened = (file: string, flags: string | number): number => {
  const fd = openSync(file, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
};

const pipe = async (): Promise<string> => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "log-")), "pipe");
  execFileSync("mkfifo", [file]);
  return file;
};

test("lines of a file are written in their order, and flushing waits for them", async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "log-")), "service.log");
  const { writer, seen } = watched({ fd: opened(file, "a") });
  for (let i = 0; i < 20_000; i++) writer.write(line(i));
  await writer.flush(60_000);
  expect(readFileSync(file, "utf8")).toBe(Array.from({ length: 20_000 }, (_, i) => line(i)).join(""));
  expect(seen).toEqual({ dropped: 0, troubles: [] });
});

test("lines of some milliseconds are written together", async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "log-")), "service.log");
  const { writer } = watched({ fd: opened(file, "a"), gatherMs: 3_600_000 });
  for (let i = 0; i < 3; i++) {
    writer.write(line(i));
    await loopRound();
  }
  expect(readFileSync(file, "utf8")).toBe("");
  await writer.flush(60_000);
  expect(readFileSync(file, "utf8")).toBe(line(0) + line(1) + line(2));
});

test("a line is written without another one after it", async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "log-")), "service.log");
  const { writer } = watched({ fd: opened(file, "a") });
  for (let i = 0; i < 2; i++) {
    writer.write(line(i));
    await expect.poll(() => readFileSync(file, "utf8")).toContain(line(i));
  }
});

test("on a full disk lines are dropped and counted, and memory is bounded", async () => {
  const { writer, seen } = watched({ fd: opened("/dev/full", "w"), mostBytes: 100_000 });
  for (let i = 0; i < 10_000; i++) {
    writer.write(line(i));
    if (i % 100 === 0) await loopRound();
  }
  await expect.poll(() => seen.dropped).toBe(10_000);
  expect(seen.troubles).toEqual([true]);
  await writer.flush(1);
});

test("a pipe that nobody reads keeps no one waiting; when it is read again, the log says what is lost", async () => {
  const file = await pipe();
  const reader = opened(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const { writer, seen } = watched({ fd: opened(file, constants.O_WRONLY), mostBytes: 100_000 });
  for (let i = 0; i < 50_000; i++) writer.write(line(i));
  expect(seen.dropped).toBeGreaterThan(40_000);
  expect(seen.troubles).toEqual([true]);
  const parts: string[] = [];
  const bytes = Buffer.alloc(65_536);
  let isDone = false;
  void writer.flush(60_000).then(() => {
    isDone = true;
  });
  const readSome = (): boolean => {
    try {
      parts.push(bytes.toString("utf8", 0, readSync(reader, bytes)));
    } catch {
      // Nothing is there at the moment.
      return isDone;
    }
    return false;
  };
  await expect.poll(readSome, { interval: 1 }).toBe(true);
  const lines = parts
    .join("")
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
  const read = lines.filter(({ msg }) => msg === undefined);
  expect(read.map((each) => each.line)).toEqual(read.map((_, i) => i));
  expect(lines.at(-1)).toMatchObject({
    lines: 50_000 - read.length,
    level: 40,
  });
  expect(seen).toEqual({ dropped: 50_000 - read.length, troubles: [true, false] });
});

test("a pipe whose reader has gone drops lines and ends nothing", async () => {
  const file = await pipe();
  const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const { writer, seen } = watched({ fd: opened(file, constants.O_WRONLY) });
  closeSync(reader);
  writer.write(line(1));
  await expect.poll(() => seen.dropped).toBe(1);
  expect(seen.troubles).toEqual([true]);
});
