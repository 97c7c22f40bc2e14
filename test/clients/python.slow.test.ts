// The Python client as a user installs it: checked by mypy and ruff, against a service that is busy and
// breaks, and in its notebook from a file to a lift chart.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { openBreakableProxy } from "../browser/support/breakable-proxy.js";
import { skipWithout } from "../run/needs.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { type RunningService, startService } from "../support/service.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const scripts = path.join(import.meta.dirname, "python");

const packages = [
  ...["pandas==3.1.1", "tqdm==4.70.1", "matplotlib==3.11.2", "nbclient==0.11.0", "ipykernel==7.4.0"],
  ...["mypy==2.4.1", "ruff==0.17.6", "pandas-stubs==3.1.0.261029", "setuptools==80.9.0"],
];
/** The directory of the environment's programs; undefined where it cannot be installed. */
let programs: string | undefined;
const program = (name: string): string => path.join(programs!, name);

let dir: string;
let service: RunningService;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-python-"));
  programs = await pythonEnvironment("python-client", packages);
  if (programs === undefined) return;
  await installClient();
  service = await startService({});
});
afterAll(async () => {
  await rm(dir, { recursive: true });
  if (programs === undefined) return;
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

const packageDir = (): string => path.join(dir, "clients/python");
const pipFlags = ["--quiet", "--no-deps", "--no-build-isolation"];

/** Installs a copy of the client, because building leaves files in the folder of the package. */
const installClient = async (): Promise<void> => {
  for (const part of ["clients/python", "docs/reference/openapi.json"])
    await cp(path.join(root, part), path.join(dir, part), { recursive: true });
  await rm(path.join(packageDir(), "src/bellwether/types.py"), { force: true });
  await run(program("pip"), ["install", ...pipFlags, "--force-reinstall", packageDir()]);
};

test("mypy --strict and ruff find nothing, and the installed package is typed", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const cwd = packageDir();
  expect((await run(program("mypy"), [], { cwd })).stdout).toContain("Success");
  expect((await run(program("ruff"), ["check", "src"], { cwd })).stdout).toContain("All checks passed");
  await run(program("ruff"), ["format", "--check", "src"], { cwd });
  const typed = [
    "-c",
    "import importlib.resources as r; print(r.files('bellwether').joinpath('py.typed').is_file())",
  ];
  expect((await run(program("python"), typed, { cwd: dir })).stdout).toBe("True\n");
});

test("an sdist can be built without the checkout, and its wheel has the types", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const build = "import sys; from setuptools.build_meta import build_sdist; print(build_sdist(sys.argv[1]))";
  await run(program("python"), ["-c", build, dir], { cwd: packageDir() });
  const sdist = path.join(dir, (await readdir(dir)).find((name) => name.endsWith(".tar.gz"))!);
  await run(program("pip"), ["wheel", ...pipFlags, "--wheel-dir", dir, sdist]);
  const wheel = path.join(dir, (await readdir(dir)).find((name) => name.endsWith(".whl"))!);
  const { stdout } = await run(program("python"), ["-m", "zipfile", "--list", wheel]);
  expect(stdout).toContain("bellwether/types.py");
});

test("requests are repeated, uploads continue, and errors say what to do", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const proxy = await openBreakableProxy(service.port, 60_000);
  const repairer = createServer((_request, response) => {
    proxy.repair();
    response.end();
  }).listen(0, "127.0.0.1");
  await once(repairer, "listening");
  const repairUrl = `http://127.0.0.1:${(repairer.address() as AddressInfo).port}`;
  try {
    const script = path.join(scripts, "behaviour.py");
    const { stdout } = await run(program("python"), [script, service.url, proxy.url, repairUrl]);
    expect(JSON.parse(stdout)).toEqual({
      busy: { id: "1", pauses_are_respected: true, keys: 1 },
      errors: {
        key: expect.stringMatching(/failed with 401 .*\nSee http.*\/docs\/errors\//),
        field: expect.stringContaining("nmae: is not a known field; did you mean name?"),
        nobody: expect.stringContaining("Start it with `bellwether serve`"),
        name: expect.stringContaining("There is no 'Nope' among cohorts."),
      },
      upload: { subpath: "orders/big.csv", is_whole: true, breaks: 1 },
      answers: { file: true, text: true, nothing: null, sent: true },
      pages: 3,
    });
  } finally {
    repairer.close();
    await proxy.close();
  }
});

test("the notebook leads from a CSV file to a lift chart", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const { transactions } = await generateShop({ customers: 400, seed: 1, out: dir });
  const response = await fetch(`${service.url}/v1/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Notebook", email: "me@example.com" }),
  });
  const { api_key } = (await response.json()) as { api_key: string };
  const notebook = path.join(root, "clients/python/examples/first-score.ipynb");
  const { stdout } = await run(program("python"), [path.join(scripts, "run_notebook.py"), notebook], {
    cwd: dir,
    env: { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: api_key, ORDERS: transactions },
  });
  expect(stdout).toMatch(/transaction_date +event.datetime/);
  expect(stdout).toMatch(/Expected: \d+ of \d+ people/);
  const env = { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: api_key };
  const lift = await run(program("python"), [path.join(scripts, "lift.py")], { cwd: dir, env });
  expect(JSON.parse(lift.stdout)).toEqual({
    pipeline: expect.stringMatching(/^Nobody is held out\. With 5 held out/),
    before: "The account has no hold-out, so nobody is left alone by all pipelines.",
    account: expect.any(String),
    treatment: expect.stringContaining("Nothing can be said"),
    unknown: expect.stringContaining("There is no 'Nope' among scopes."),
  });
  const png = await readFile(path.join(dir, "lift.png"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect((await stat(path.join(dir, "lift.png"))).size).toBeGreaterThan(10_000);
});
