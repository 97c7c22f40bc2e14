// Package as a registry would serve it: the output of `npm pack`, unpacked in an empty directory.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
let dir: string;
let packed: { filename: string; size: number; files: { path: string }[] };

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bellwether-package-"));
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", dir];
  [packed] = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" }));
  execFileSync("tar", ["xzf", path.join(dir, packed.filename), "-C", dir]);
  symlinkSync(path.join(root, "node_modules"), path.join(dir, "package/node_modules"));
});
afterAll(() => rmSync(dir, { recursive: true }));

test("the package is smaller than 3 MB, and has the program, the console, the licence and no test", () => {
  const files = packed.files.map(({ path }) => path);
  expect(packed.size).toBeLessThan(3_000_000);
  expect(files).toEqual(
    expect.arrayContaining(["dist/src/cli/main.js", "dist/web/index.html", "LICENSE", "README.md"]),
  );
  expect(files.filter((file) => /\.test\.|^(src|web|test|bench)\//.test(file))).toEqual([]);
});

test("the program runs from the package and finds all its imports", () => {
  const program = path.join(dir, "package/dist/src/cli/main.js");
  const help = execFileSync(process.execPath, [program, "--help"], { encoding: "utf8" });
  expect(help).toContain("bellwether COMMAND");
  const shop = path.join(dir, "shop");
  const demo = ["demo", "--customers", "300", "--dir", shop];
  expect(execFileSync(process.execPath, [program, ...demo], { encoding: "utf8", cwd: dir })).toContain("AUC");
});

test("the package has no install script", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(dir, "package/package.json"), "utf8"));
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
});
