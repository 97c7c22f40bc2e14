// Questions before something is deleted: asked in a pseudo terminal, and not asked where there is none.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/exit.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { needing } from "../run/needs.js";
import { eventually } from "../support/eventually.js";
import { type RunningService, startService } from "../support/service.js";

const program = path.resolve("dist/src/cli/main.js");
/** Runs a command in a pseudo terminal: `script` of util-linux. */
const isThere = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

let service: RunningService;
let dir: string;
let access: Record<string, string>;

beforeAll(async () => {
  service = await startService();
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-questions-"));
  access = { BELLWETHER_URL: service.url, BELLWETHER_KEY: "" };
  const key = await done("account", "create", "--name", "Shop", "--email", "me@example.com");
  access = { ...access, BELLWETHER_KEY: key.trim() };
  await done("stream", "create", "order");
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

/** Output of a command that is run here. */
const done = async (...args: string[]): Promise<string> => {
  const { terminal, out, err } = quiet(access);
  const code = await run(args, terminal);
  expect(code, err()).toBe(exitCodes.done);
  return out();
};

/** Starts the program; `answer` is typed once the question is there. */
const started = async (command: string, args: readonly string[], answer?: string) => {
  const child = spawn(command, args, { env: { ...process.env, ...access } });
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const ended = once(child, "close");
  if (answer === undefined) child.stdin.end();
  else {
    await eventually("the question", async () => (out.includes("[y/N]") ? true : undefined));
    child.stdin.write(answer);
  }
  const [code] = await ended;
  return { code, out, err };
};

const piped = (...args: string[]) => started(process.execPath, [program, ...args]);
const inTerminal = (answer: string | undefined, ...args: string[]) => {
  const words = [process.execPath, program, ...args].map((word) => `'${word}'`).join(" ");
  return started("script", ["-qec", words, "/dev/null"], answer);
};

const cohort = async (name: string): Promise<string> => {
  await done("cohort", "create", "--name", name, "--stream", "order");
  return JSON.parse(await done("cohort", "get", name, "--json")).id;
};
const cohorts = async (): Promise<string[]> =>
  JSON.parse(await done("cohort", "list", "--json")).map(({ name }: { name: string }) => name);

describe("in a terminal", needing("script (a terminal)", isThere), () => {
  test("a resource is deleted once the user agrees, after a sentence on what is lost and how to keep it", async () => {
    const id = await cohort("Buyers");
    const refused = await inTerminal("n\n", "cohort", "delete", "Buyers");
    expect(refused.out).toContain(
      `This deletes cohort Buyers (${id}) with all its results, and cannot be undone.`,
    );
    expect(refused.out).toContain(`bellwether cohort archive ${id}`);
    expect(refused.out).toContain("Nothing was deleted.");
    expect([refused.code, await cohorts()]).toEqual([exitCodes.misused, ["Buyers"]]);
    const agreed = await inTerminal("y\n", "cohort", "delete", "Buyers");
    expect([agreed.code, await cohorts()]).toEqual([exitCodes.done, []]);
  });

  test.each([
    ["Ctrl-C", "\x03"],
    ["Ctrl-D", "\x04"],
  ])("%s at the question deletes nothing", async (key, typed) => {
    await cohort(key);
    const { code } = await inTerminal(typed, "cohort", "delete", key);
    expect([code, await cohorts()]).toEqual([exitCodes.interrupted, [key]]);
    await done("cohort", "delete", key);
  });

  test("--yes is not asked", async () => {
    await cohort("Buyers");
    const { code, out } = await inTerminal(undefined, "cohort", "delete", "Buyers", "--yes");
    expect([code, out]).toEqual([exitCodes.done, expect.not.stringContaining("[y/N]")]);
  });

  test("apply says what --prune deletes before it asks", async () => {
    await cohort("Buyers");
    await cohort("Others");
    const file = path.join(dir, "nothing.yaml");
    await writeFile(file, "cohorts: {}\n");
    const refused = await inTerminal("\n", "apply", file, "--prune");
    expect(refused.out).toContain(
      "It deletes 2 resources with all results, which cannot be undone. Apply this plan?",
    );
    expect([refused.code, (await cohorts()).length]).toEqual([exitCodes.misused, 2]);
    expect((await inTerminal("yes\n", "apply", file, "--prune")).code).toBe(exitCodes.done);
    expect(await cohorts()).toEqual([]);
  });
});

test("a script is not asked", async () => {
  await cohort("Buyers");
  const { code, out, err } = await piped("cohort", "delete", "Buyers");
  expect([code, out, err]).toEqual([exitCodes.done, "cohort Buyers deleted\n", ""]);
});
