import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Compiled, compile } from "../../../test/support/compiled.js";

let compiled: Compiled;
beforeAll(() => {
  compiled = compile(["src/builds"]);
});
afterAll(() => compiled.remove());

const neverResting = () => `
  import { Worker } from "node:worker_threads";
  const lifeline = ${JSON.stringify(compiled.pathOf("src/builds/execute/lifeline.ts"))};
  new Worker(lifeline, { execArgv: [] }).on("online", () => {
    console.log("busy");
    for (;;);
  });
`;

test("a process ends with its parent even if its event loop is blocked", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", neverResting()]);
  await once(child.stdout, "data");
  child.stdin.destroy();
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
});
