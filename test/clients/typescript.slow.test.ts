// The TypeScript client as a user installs it: packed, installed, compiled with the code of its README, and
// run as its example, from a file to scores; and what it refuses to do on the way.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Bellwether, BuildFailed, OpenQuestions } from "../../clients/typescript/src/index.js";
import { generateShop } from "../../examples/shop/shop.js";
import { type RunningService, startService } from "../support/service.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const client = path.join(root, "clients/typescript");

let dir: string;
let service: RunningService;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-typescript-"));
  service = await startService();
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", dir], { cwd: client });
  const [{ filename }] = JSON.parse(stdout);
  await writeFile(path.join(dir, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", path.join(dir, filename)], {
    cwd: dir,
  });
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

test("the package is small, brings nothing, and fits a page", async () => {
  const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: dir });
  expect(stdout.trim().split("\n").slice(1)).toEqual([
    path.join(dir, "node_modules/@bellwether-scores/client"),
  ]);
  const [{ size }] = JSON.parse((await run("npm", ["pack", "--dry-run", "--json"], { cwd: client })).stdout);
  expect(size).toBeLessThan(120_000);

  const entry = path.join(client, "dist/index.js");
  const lib = { entry, formats: ["iife"], name: "client", fileName: "client" };
  const program = `import { build } from "vite";
    await build({ configFile: false, logLevel: "silent", build: { lib: ${JSON.stringify(lib)}, minify: true, outDir: ${JSON.stringify(dir)}, emptyOutDir: false } });`;
  await run(process.execPath, ["--input-type=module", "-e", program], { cwd: root });
  const built = await readFile(path.join(dir, "client.iife.js"));
  expect(gzipSync(built, { level: 9 }).length).toBeLessThan(7 * 1024);
});

test.each(["nodenext", "bundler"])(
  "the code of the README compiles, with modules as of %s",
  async (resolution) => {
    const readme = await readFile(path.join(client, "README.md"), "utf8");
    const code = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block]) => block).join("\n");
    expect(code).toContain("bw.pages(");
    await writeFile(path.join(dir, "readme.ts"), code);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: "es2022",
      types: [],
      lib: ["es2022", "dom"],
      ...(resolution === "nodenext"
        ? { module: "nodenext" }
        : { module: "esnext", moduleResolution: "bundler" }),
    };
    await writeFile(
      path.join(dir, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["readme.ts"] }),
    );
    const compiler = path.join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", dir]).catch((error) => error);
    expect(stdout).toBe("");
  },
);

test("the example leads from a CSV file to the likeliest customers", async () => {
  const { transactions } = await generateShop({ customers: 400, seed: 1, out: dir });
  const { key } = await Bellwether.signUp(service.url, { name: "Example" });
  const example = path.join(dir, "first-score.mjs");
  await writeFile(example, await readFile(path.join(client, "examples/first-score.mjs")));
  const { stdout, stderr } = await run(process.execPath, [example, transactions], {
    cwd: dir,
    env: { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: key },
  });
  expect(stdout).toMatch(/transaction_date .*event.datetime/);
  expect(stdout).toMatch(/Expected: \d+ of \d+ people/);
  expect(stdout).toMatch(/│ '\d{10,}' +│ 0\.\d+ +│ 100 /);
  expect(stderr).toContain("transactions.csv: uploading, 100 %");
});

test("a file with open questions is created as proposed only by agreement; what waits for a failed build fails", async () => {
  const bw = await Bellwether.signUp(service.url, { name: "Questions" });
  const rows = Array.from(
    { length: 40 },
    (_, i) => `c${i % 20}@example.com,0${1 + (i % 9)}/0${1 + (i % 8)}/2025,9.5`,
  );
  const dataset = await bw.upload("ambiguous", "Ambiguous", `email,day,total\n${rows.join("\n")}\n`);
  expect(dataset.columns()).toMatchObject({ day: "event.datetime" });
  expect(dataset.questions).not.toEqual([]);
  await expect(dataset.create()).rejects.toThrow(OpenQuestions);
  await dataset.create({ answers: "proposed" });
  await dataset.wait();
  expect(dataset.record.event_counts).toMatchObject({ transaction: { events: 40, customers: 20 } });

  await bw.addFile("broken", "broken", "email,day\na@example.com,2025-01-01\n");
  const broken = await bw.create("datasets", {
    name: "Broken",
    identity_sets: { customer: { email: "no_such_column" } },
    output_to_streams: { broken: { data_map: { datetime: "day" } } },
    options: { type: "hosted_csv", upload_directory: "broken" },
  });
  const failed: BuildFailed = await broken.wait().catch((error) => error);
  expect(failed).toBeInstanceOf(BuildFailed);
  expect(failed.message).toMatch(/^Broken failed: .*no_such_column/);
  const cohort = await bw.create("cohorts", { name: "Behind", stream_name: "broken" });
  await expect(cohort.wait()).rejects.toThrow(/^Behind waits for .*Broken.* which failed: /);
});
