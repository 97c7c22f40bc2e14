import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EventLog, eventsIn, lineOf } from "./event-log.js";

const open = async (isShared = false) => {
  const dir = await mkdtemp(path.join(tmpdir(), "event-log-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let segments = 0;
  const name = () => `s${++segments}`;
  return { dir, log: new EventLog({ dir: path.join(dir, "a", "b"), name, isShared, monotonicMs: () => 0 }) };
};

test("lines that are appended together are all there, in their order", async () => {
  const { log } = await open();
  await Promise.all(Array.from({ length: 500 }, (_, i) => log.append(Buffer.from(`${i}\n`))));
  const [segment, ...others] = await log.close();
  expect(others).toEqual([]);
  const text = await readFile(segment!.file, "utf8");
  expect(text).toBe(Array.from({ length: 500 }, (_, i) => `${i}\n`).join(""));
  expect(segment!.bytes).toBe(text.length);
});

test("lines after the end of a segment are in another", async () => {
  const { log } = await open();
  await log.append(Buffer.from("one\n"));
  const [first] = await log.close();
  await log.append(Buffer.from("two\n"));
  const [second] = await log.close();
  expect(first!.name).not.toBe(second!.name);
  expect(await log.close()).toEqual([]);
});

test("a segment ends while lines come without a pause, and every line is in one", async () => {
  const { log } = await open();
  let isOver = false;
  let appended = 0;
  const append = async () => {
    while (!isOver) {
      await log.append(Buffer.from("x\n"));
      appended++;
    }
  };
  const appending = Promise.all(Array.from({ length: 8 }, append));
  const segments = [];
  for (let i = 0; i < 5; i++) segments.push(...(await log.close()));
  isOver = true;
  await appending;
  segments.push(...(await log.close()));
  const texts = await Promise.all(segments.map(({ file }) => readFile(file, "utf8")));
  expect(texts.join("").length / 2).toBe(appended);
  expect(segments.length).toBeGreaterThan(1);
});

test("lines of a segment that another process has taken away are written again", async () => {
  const { dir, log } = await open(true);
  await log.append(Buffer.from("one\n"));
  await rm(path.join(dir, "a", "b", "s1.log"));
  await log.append(Buffer.from("two\n"));
  const [kept] = await log.close();
  expect(await readFile(kept!.file, "utf8")).toBe("two\n");
});

test("a directory that cannot be made refuses, and the next append tries again", async () => {
  const { dir, log } = await open();
  await writeFile(path.join(dir, "a"), "");
  await expect(log.append(Buffer.from("one\n"))).rejects.toThrow();
  await rm(path.join(dir, "a"));
  await log.append(Buffer.from("two\n"));
  const [segment] = await log.close();
  expect(await readFile(segment!.file, "utf8")).toBe("two\n");
});

test("a torn last line is no event", async () => {
  const event = { stream: "s", row: ["event_id", "1"] };
  const text = lineOf(event) + lineOf(event);
  expect(await eventsIn(text)).toEqual({ events: [event, event], torn: 0 });
  expect(await eventsIn(text.slice(0, -2))).toEqual({ events: [event], torn: 1 });
  expect(await eventsIn(`${text}\0\0\0\n`)).toEqual({ events: [event, event], torn: 1 });
  expect(await eventsIn("")).toEqual({ events: [], torn: 0 });
});
