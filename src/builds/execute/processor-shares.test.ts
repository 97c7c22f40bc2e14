import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { hangMs } from "../../../test/support/eventually.js";
import { forkChild } from "./process.js";
import { buildNiceness, lastNiceness, ProcessorShares, questionNiceness } from "./processor-shares.js";

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
const nicenessOf = (pid: number): number => {
  const group = `/proc/${pid}/autogroup`;
  if (existsSync(group)) return Number(/nice (\d+)/.exec(readFileSync(group, "utf8"))![1]);
  return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[16]);
};

test.skipIf(process.platform !== "linux")(
  "an account that has used much more than another stands back, until it is alone again",
  async () => {
    const shares = new ProcessorShares();
    const [many, few] = [await burning(), await burning()];
    const leave = [shares.begin(many, "many", buildNiceness), shares.begin(few, "few", buildNiceness)];
    many.send("burn");
    const seen = () => [many, few].map(({ pid }) => nicenessOf(pid!));
    await expect.poll(seen, { timeout: hangMs }).toEqual([lastNiceness, buildNiceness]);
    leave[1]!();
    few.kill("SIGKILL");
    await once(few, "exit");
    await expect.poll(() => nicenessOf(many.pid!), { timeout: hangMs }).toBe(buildNiceness);
    leave[0]!();
  },
);

test.skipIf(process.platform !== "linux")("whoever works alone stands back for nobody", async () => {
  const shares = new ProcessorShares();
  const child = await burning();
  const leave = shares.begin(child, "alone", buildNiceness);
  child.send("burn");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(nicenessOf(child.pid!)).toBe(buildNiceness);
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
  await expect.poll(() => nicenessOf(own.pid!), { timeout: hangMs }).toBe(lastNiceness);
  expect(nicenessOf(build.pid!)).toBe(buildNiceness);
  for (const each of leave) each();
});
