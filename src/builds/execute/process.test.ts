import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { inLogContext, logContext } from "../../log/context.js";
import { forkChild, request } from "./process.js";

const childOf = (text: string): URL => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-child-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const module = path.join(dir, "child.mjs");
  writeFileSync(module, text);
  return pathToFileURL(module);
};

const nice = { niceness: 0 };

test("a child stands back as it is asked to, whether the system schedules by processes or by sessions", async () => {
  const module = childOf(`import { existsSync, readFileSync } from "node:fs";
    import { getPriority } from "node:os";
    const group = () => existsSync("/proc/self/autogroup") ? readFileSync("/proc/self/autogroup", "utf8") : "nice 12";
    for (let i = 0; i < 50 && !group().includes("nice 12"); i++) await new Promise((r) => setTimeout(r, 100));
    console.log(getPriority(), /nice \\d+/.exec(group())[0]);
    process.disconnect();`);
  const lines: string[] = [];
  const children = await Promise.all(
    [1, 2, 3].map(() => forkChild(module, { niceness: 12, onLine: (line) => lines.push(line) })),
  );
  await Promise.all(children.map((child) => once(child, "close")));
  expect(lines).toEqual(["12 nice 12", "12 nice 12", "12 nice 12"]);
});

test("what a child prints arrives line by line, in the log context of the one who started it", async () => {
  const module = childOf('console.log("one"); console.error("two\\nthree"); process.disconnect();');
  const lines: string[] = [];
  const child = await inLogContext({ build: "b-1" }, () =>
    forkChild(module, { ...nice, onLine: (line) => lines.push(`${logContext().build}: ${line}`) }),
  );
  await once(child, "close");
  expect(lines.sort()).toEqual(["b-1: one", "b-1: three", "b-1: two"]);
});

test("a child waits for the slot that it wants, and gives it back", async () => {
  const child = await forkChild(
    childOf(`process.on("message", (message) => {
      if (message.slot !== "given") return process.send({ at: "slot-wanted" });
      process.send({ at: "slot-left" });
      process.send({ at: "done", result: "computed", usage: {} });
    });`),
    nice,
  );
  onTestFinished(() => void child.kill());
  const happened: string[] = [];
  const takeSlot = async () => {
    happened.push("taken");
    return () => void happened.push("left");
  };
  expect((await request(child, {}, { takeSlot })).result).toBe("computed");
  expect((await request(child, {})).result).toBe("computed");
  expect(happened).toEqual(["taken", "left"]);
});

test("progress does not fall where a step begins again in another way", async () => {
  const child = await forkChild(
    childOf(`process.on("message", () => {
      for (const fraction of [0.1, 0.9, 0, 0.23, 0.95]) process.send({ at: "progress", fraction, doing: "reading" });
      process.send({ at: "done", result: null, usage: {} });
    });`),
    nice,
  );
  onTestFinished(() => void child.kill());
  const fractions: number[] = [];
  await request(child, {}, { onProgress: (fraction) => fractions.push(fraction) });
  expect(fractions).toEqual([0.1, 0.9, 0.9, 0.9, 0.95]);
});

test("the slot of a child that ends is given back", async () => {
  const child = await forkChild(
    childOf(`process.on("message", (message) => {
      if (message.slot === "given") process.exit(3);
      process.send({ at: "slot-wanted" });
    });`),
    nice,
  );
  let isLeft = false;
  const takeSlot = async () => () => {
    isLeft = true;
  };
  await expect(request(child, {}, { takeSlot })).rejects.toThrow("exit code 3");
  expect(isLeft).toBe(true);
});
