import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { type BuildTime, watchTime } from "./build-time.js";

/** The limit that a process exceeds that runs for ever. */
const exceededBy = async (program: string, most: BuildTime): Promise<string | undefined> => {
  const child = spawn(process.execPath, ["-e", program]);
  const watch = watchTime(child, most);
  onTestFinished(() => watch.end());
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
  return watch.exceeded();
};

test("a process that takes longer than it may is killed", async () => {
  const waiting = "setInterval(() => {}, 1000)";
  expect(await exceededBy(waiting, { minutes: 0.001, processorMinutes: 60 })).toBe("0.001 minutes");
});

test("so is one that takes more processor time", needing("Linux"), async () => {
  const busy = "for (;;);";
  expect(await exceededBy(busy, { minutes: 60, processorMinutes: 0.005 })).toBe(
    "0.005 minutes of processor time",
  );
});
