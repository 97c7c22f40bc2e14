import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { exitCodes } from "./exit.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bellwether-completion-"));
});
afterAll(() => rmSync(dir, { recursive: true }));

const scriptOf = async (shell: string): Promise<string> => {
  const { terminal, out } = quiet();
  expect(await run(["completion", shell], terminal)).toBe(exitCodes.done);
  const file = path.join(dir, shell);
  writeFileSync(file, out());
  return file;
};

const proposedByBash = (script: string, ...words: string[]): string[] =>
  execFileSync(
    "bash",
    [
      "-c",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash expands it.
      'source "$0"; COMP_WORDS=(bellwether "$@"); COMP_CWORD=$#; _bellwether; printf "%s\\n" "${COMPREPLY[@]}"',
      script,
      ...words,
    ],
    { cwd: dir, encoding: "utf8" },
  )
    .trim()
    .split("\n");

test("bash completes commands, verbs and options, and files elsewhere", async () => {
  const script = await scriptOf("bash");
  expect(proposedByBash(script, "coh")).toEqual(["cohort"]);
  expect(proposedByBash(script, "cohort", "")).toEqual(expect.arrayContaining(["list", "force-update"]));
  expect(proposedByBash(script, "cohort", "create", "--min-c")).toEqual(["--min-count"]);
  expect(proposedByBash(script, "apply", "--w")).toEqual(["--wait"]);
  expect(proposedByBash(script, "apply", "bas")).toEqual(["bash"]);
});

test("zsh reads its script", needing("zsh"), async () => {
  execFileSync("zsh", ["-n", await scriptOf("zsh")]);
});

test("fish completes commands, verbs and options", needing("fish"), async () => {
  const script = await scriptOf("fish");
  const proposed = (line: string) =>
    execFileSync("fish", ["--no-config", "-c", `source ${script}; complete -C '${line}'`], {
      encoding: "utf8",
      env: { ...process.env, HOME: dir },
    });
  expect(proposed("bellwether coh")).toMatch(/^cohort\t/m);
  expect(proposed("bellwether cohort ")).toMatch(/^force-update\t/m);
  expect(proposed("bellwether cohort create --min-c")).toMatch(/^--min-count\t/m);
});

test("another shell is refused with those that there are", async () => {
  const { terminal, err } = quiet();
  expect(await run(["completion", "powershell"], terminal)).toBe(exitCodes.misused);
  expect(err()).toContain("bash, zsh, fish");
});
