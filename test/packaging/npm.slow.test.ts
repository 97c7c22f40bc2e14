// The npm package as a registry would serve it: staged, packed, and installed in an empty directory with
// scripts disallowed.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { skipWithout } from "../run/needs.js";
import { eventually } from "../support/eventually.js";
import { freePort } from "../support/ports.js";

const root = path.resolve(import.meta.dirname, "../..");
let dir: string;
let packed: { filename: string; size: number; files: { path: string }[] };

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "bellwether-package-"));
  const stage = path.join(dir, "stage");
  execFileSync(process.execPath, ["packaging/npm/stage.mjs", stage], { cwd: root, stdio: "pipe" });
  const args = ["pack", "--json", "--pack-destination", dir, stage];
  [packed] = JSON.parse(execFileSync("npm", args, { cwd: dir, encoding: "utf8" }));
});
afterAll(() => rmSync(dir, { recursive: true }));

test("the package is smaller than 3 MB, and has the program, the console, the licences and no test", () => {
  const files = packed.files.map(({ path }) => path);
  expect(packed.size).toBeLessThan(3_000_000);
  expect(files).toEqual(
    expect.arrayContaining([
      ...["dist/src/cli/main.js", "dist/web/index.html", "LICENSE", "THIRD-PARTY-NOTICES.md", "README.md"],
      ...["man/bellwether.1", "man/bellwether-serve.1"],
    ]),
  );
  expect(files.filter((file) => /\.test\.|^(src|web|test|bench)\//.test(file))).toEqual([]);
});

test("the manifest has no scripts, and the versions of all dependencies are exact", () => {
  const manifest = JSON.parse(readFileSync(path.join(dir, "stage/package.json"), "utf8"));
  expect(manifest).not.toHaveProperty("scripts");
  expect(manifest).not.toHaveProperty("devDependencies");
  expect(manifest.man).toContain("./man/bellwether-upload.1");
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+(-|$)/);
});

test("installed without running any script, it serves, and tells its version", async (context) => {
  const home = path.join(dir, "home");
  mkdirSync(home);
  writeFileSync(path.join(home, "package.json"), "{}");
  const tarball = path.join(dir, packed.filename);
  const installed = spawnSync("npm", ["install", "--ignore-scripts", "--prefer-offline", tarball], {
    cwd: home,
    encoding: "utf8",
  });
  const isUnreachable = /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NOTCACHED)|ERR_SOCKET_TIMEOUT/;
  if (isUnreachable.test(installed.stderr)) return skipWithout("the npm registry", context);
  expect(installed.status, installed.stderr).toBe(0);

  const npx = (...args: string[]) => ["--no-install", "bellwether", ...args];
  const said = execFileSync("npx", npx("--version"), { cwd: home, encoding: "utf8" });
  expect(said.trim()).toBe(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).version);

  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    BELLWETHER_DATA: path.join(dir, "data"),
    DATABASE_URL: "",
  };
  const service = spawn("npx", npx("serve"), { cwd: home, env, stdio: "ignore", detached: true });
  try {
    const url = `http://127.0.0.1:${port}`;
    const isReady = await eventually("the service", async () => {
      if (service.exitCode !== null) throw new Error(`npx ended with ${service.exitCode}.`);
      return fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => undefined,
      );
    });
    expect(isReady).toBe(true);
    expect(await (await fetch(url)).text()).toContain("<title>");
    const demo = ["demo", "--customers", "300", "--dir", path.join(dir, "demo")];
    expect(execFileSync("npx", npx(...demo), { cwd: home, encoding: "utf8", env })).toContain("AUC");
  } finally {
    const ended = once(service, "exit");
    process.kill(-service.pid!, "SIGTERM");
    await ended;
  }
});
