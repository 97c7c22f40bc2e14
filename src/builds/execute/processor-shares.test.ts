import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { hangMs } from "../../../test/support/eventually.js";
import { forkChild } from "./process.js";
import { buildNiceness, nicenessOf, ProcessorShares, questionNiceness } from "./processor-shares.js";

const burning = async (niceness = buildNiceness) => {
  const dir = mkdtempSync(path.join(tmpdir(), "bw-share-"));
  const module = path.join(dir, "child.mjs");
  writeFileSync(module, `process.once("message", () => { for (;;); });`);
  const child = await forkChild(pathToFileURL(module), { niceness });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(dir, { recursive: true });
  });
  return child;
};

/** As the system schedules: by sessions, or by processes alone. */
const seenNiceness = (pid: number): number => {
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) return Number(/nice (\d+)/.exec(readFileSync(group, "utf8"))![1]);
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[16]);
};

const build = (account: string, used: number) => ({ account, usual: buildNiceness, used });
const question = (account: string, used: number) => ({ account, usual: questionNiceness, used });

test("each account stands back for those that have used less", () => {
  expect(nicenessOf([])).toEqual([]);
  expect(nicenessOf([build("a", 1_000)])).toEqual([10]);
  expect(nicenessOf([build("a", 2.2), build("b", 1)])).toEqual([10, 10]);
  expect(nicenessOf([build("a", 2.3), build("b", 1)])).toEqual([15, 10]);
  expect(nicenessOf([build("a", 30), build("b", 1), build("c", 5)])).toEqual([19, 9, 14]);
});

test("an account with several processes has no larger share for them", () => {
  expect(nicenessOf([build("a", 1), build("a", 1)])).toEqual([10, 10]);
  expect(nicenessOf([build("a", 1), build("a", 1), build("b", 1)])).toEqual([13, 13, 10]);
  const four = [build("a", 9), build("a", 9), build("a", 9), build("a", 9)];
  expect(nicenessOf([...four, build("b", 1), build("c", 4)])).toEqual([19, 19, 19, 19, 7, 12]);
});

test("builds stand back for builds alone, and questions for everything", () => {
  expect(nicenessOf([build("a", 9), question("a", 9), question("b", 0)])).toEqual([10, 13, 5]);
  expect(nicenessOf([build("a", 9), question("a", 9), build("b", 0)])).toEqual([15, 13, 10]);
});

test.skipIf(process.platform !== "linux")(
  "an account that has used much more than another stands back, until it is alone again",
  async () => {
    const shares = new ProcessorShares();
    const [many, few] = [await burning(), await burning()];
    const leave = [shares.begin(many, "many", buildNiceness), shares.begin(few, "few", buildNiceness)];
    many.send("burn");
    const seen = () => [many, few].map(({ pid }) => seenNiceness(pid!));
    await expect.poll(seen, { timeout: hangMs }).toEqual([buildNiceness + 5, buildNiceness]);
    leave[1]!();
    few.kill("SIGKILL");
    await once(few, "exit");
    await expect.poll(() => seenNiceness(many.pid!), { timeout: hangMs }).toBe(buildNiceness);
    leave[0]!();
  },
);

test.skipIf(process.platform !== "linux")("whoever works alone stands back for nobody", async () => {
  const shares = new ProcessorShares();
  const child = await burning();
  const leave = shares.begin(child, "alone", buildNiceness);
  child.send("burn");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(seenNiceness(child.pid!)).toBe(buildNiceness);
  leave();
});

test.skipIf(process.platform !== "linux")("a build keeps its pace beside questions of others", async () => {
  const shares = new ProcessorShares();
  const [build, own, other] = [
    await burning(),
    await burning(questionNiceness),
    await burning(questionNiceness),
  ];
  const leave = [
    shares.begin(build, "many", buildNiceness),
    shares.begin(own, "many", questionNiceness),
    shares.begin(other, "few", questionNiceness),
  ];
  build.send("burn");
  own.send("burn");
  await expect
    .poll(() => seenNiceness(own.pid!), { timeout: hangMs })
    .toBeGreaterThanOrEqual(questionNiceness + 5);
  expect(seenNiceness(build.pid!)).toBe(buildNiceness);
  for (const each of leave) each();
});
