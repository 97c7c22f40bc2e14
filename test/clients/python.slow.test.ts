// The Python client as a user installs it: checked by mypy, pyright and ruff, against a service that is busy and
// breaks, in its notebook from a file to a lift chart, with each library of tables, and on each Python of the machine.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { openBreakableProxy } from "../browser/support/breakable-proxy.js";
import { needs, skipWithout } from "../run/needs.js";
import { copyPythonClient } from "../support/python-client.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { type RunningService, startService } from "../support/service.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const scripts = path.join(import.meta.dirname, "python");

const packages = [
  ...["pandas==3.1.1", "tqdm==4.70.1", "matplotlib==3.11.2", "nbclient==0.11.0", "ipykernel==7.4.0"],
  ...["polars==2.1.0", "pyarrow==26.0.1", "duckdb==2.0.1", "pyarrow-stubs==20.0.0.20260819"],
  ...["mypy==2.4.1", "pyright==1.1.414", "ruff==0.17.6", "pandas-stubs==3.1.0.261029", "setuptools==80.9.0"],
];
const olderPackages = [
  "pandas==2.3.3",
  "polars==1.35.2",
  "pyarrow==21.0.0",
  "duckdb==1.4.2",
  "matplotlib==3.9.4",
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
  for (const made of ["types.py", "kinds.py", "aio.py"])
    await rm(path.join(packageDir(), "src/bellwether", made), { force: true });
  await run(program("pip"), ["install", ...pipFlags, "--force-reinstall", packageDir()]);
};

test("mypy --strict and ruff find nothing, and the installed package is typed", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const cwd = packageDir();
  expect((await run(program("mypy"), [], { cwd })).stdout).toContain("Success");
  expect((await run(program("ruff"), ["check", "--extend-exclude", "build", "."], { cwd })).stdout).toContain(
    "All checks passed",
  );
  await run(program("ruff"), ["format", "--check", "--extend-exclude", "build", "."], { cwd });
  const typed = [
    "-c",
    "import importlib.resources as r; print(r.files('bellwether').joinpath('py.typed').is_file())",
  ];
  expect((await run(program("python"), typed, { cwd: dir })).stdout).toBe("True\n");
});

test("pyright finds nothing, knows all types of the package, and no public signature says Any", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  if (!needs["the npm registry"].isThere()) return skipWithout("the npm registry", context);
  const env = {
    ...process.env,
    PATH: `${programs}:${process.env.PATH}`,
    VIRTUAL_ENV: path.dirname(programs),
  };
  expect((await run(program("pyright"), [], { cwd: packageDir(), env })).stdout).toContain("0 errors");
  const types = ["--verifytypes", "bellwether", "--ignoreexternal", "--outputjson"];
  const { stdout } = await run(program("pyright"), types, { cwd: dir, env, maxBuffer: 2 ** 28 });
  expect(JSON.parse(stdout).typeCompleteness.exportedSymbolCounts).toMatchObject({
    withAmbiguousType: 0,
    withUnknownType: 0,
  });
  const signatures = path.join(scripts, "signatures.py");
  expect((await run(program("python"), [signatures])).stdout).toBe("");
});

test("both type checkers refuse wrong arguments, and know what comes back", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const cwd = path.join(dir, "typed");
  await mkdir(cwd);
  await cp(path.join(scripts, "typed.py"), path.join(cwd, "typed.py"));
  const { stdout } = await run(program("mypy"), ["--strict", "typed.py"], { cwd });
  expect(stdout).toContain("Success");
  if (!needs["the npm registry"].isThere()) return skipWithout("the npm registry", context);
  await writeFile(path.join(cwd, "pyrightconfig.json"), '{ "reportUnnecessaryTypeIgnoreComment": "error" }');
  const env = {
    ...process.env,
    PATH: `${programs}:${process.env.PATH}`,
    VIRTUAL_ENV: path.dirname(programs),
  };
  expect((await run(program("pyright"), ["typed.py"], { cwd, env })).stdout).toContain("0 errors");
});

test("an sdist can be built without the checkout, and its wheel has the types", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const build = "import sys; from setuptools.build_meta import build_sdist; print(build_sdist(sys.argv[1]))";
  await run(program("python"), ["-c", build, dir], { cwd: packageDir() });
  const sdist = path.join(dir, (await readdir(dir)).find((name) => name.endsWith(".tar.gz"))!);
  await run(program("pip"), ["wheel", ...pipFlags, "--wheel-dir", dir, sdist]);
  const wheel = path.join(dir, (await readdir(dir)).find((name) => name.endsWith(".whl"))!);
  const { stdout } = await run(program("python"), ["-m", "zipfile", "--list", wheel]);
  for (const made of ["types.py", "kinds.py", "aio.py"]) expect(stdout).toContain(`bellwether/${made}`);
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

/** Of the shop that the notebook predicts. */
let account: NodeJS.ProcessEnv;

test("the notebook leads from a CSV file to a lift chart", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const { transactions } = await generateShop({ customers: 400, seed: 1, out: dir });
  const response = await fetch(`${service.url}/v1/accounts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Notebook", email: "me@example.com" }),
  });
  const { api_key } = (await response.json()) as { api_key: string };
  account = { ...process.env, BELLWETHER_URL: service.url, BELLWETHER_KEY: api_key, ORDERS: transactions };
  const notebook = path.join(root, "clients/python/examples/first-score.ipynb");
  const { stdout } = await run(program("python"), [path.join(scripts, "run_notebook.py"), notebook], {
    cwd: dir,
    env: account,
  });
  expect(stdout).toMatch(/transaction_date +event.datetime/);
  expect(stdout).toMatch(/Expected: \d+ of \d+ people/);
  const lift = await run(program("python"), [path.join(scripts, "lift.py")], { cwd: dir, env: account });
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

const cannotBeUploaded = expect.stringContaining("cannot be uploaded. Give a table");

/** What tables.py says, whichever versions of the libraries there are. */
const expectedOfTables = {
  columns: ["arrow", "batches", "duckdb", "file", "lazy", "pandas", "path", "polars", "rows"],
  wrong: [...Array.from({ length: 5 }, () => cannotBeUploaded), expect.stringContaining("open(path, 'rb')")],
  names: expect.arrayContaining(["person_id", "email", "probability", "percentile", "status", "reasons"]),
  same: [true, true],
  duckdb: true,
  wrong_into: expect.stringContaining("Did you mean 'pandas'?"),
  reasons: ["person_id", "feature", "reason", "value", "effect", "direction"],
  proba: {
    shape: [4, 2],
    is_ordered: true,
    adds_up: true,
    nobody: true,
    classes: [0, 1],
    wrong: expect.stringContaining("has no column 'emial'"),
  },
  drawn: { verdict: true, lift: true, calibration: true },
  nothing_observed: expect.stringContaining("there is nothing to compare"),
  verdict: true,
  shown: {
    resource: true,
    verdict: true,
    suggestions: true,
    client: expect.stringMatching(/^<Bellwether http/),
  },
  mistakes: [
    "There is no kind of resource 'cohort'. Did you mean 'cohorts'?",
    "There is no 3 among cohorts. list('cohorts') has them all.",
    "int 3 is no suggestion: give one of suggestions(), or its id.",
    "str 'x' is no resource to wait for: find(kind, name) gives one.",
    expect.stringContaining("int 3 is nobody"),
    expect.stringContaining("3 is not a URL"),
  ],
};

test("tables of each library go in and come out, and figures have something drawn", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const tables = [path.join(scripts, "tables.py"), dir];
  const { stdout } = await run(program("python"), tables, { cwd: dir, env: account });
  expect(JSON.parse(stdout)).toEqual({ ...expectedOfTables, pandas: "3" });
  for (const figure of ["verdict", "lift", "calibration"])
    expect((await stat(path.join(dir, `${figure}.png`))).size).toBeGreaterThan(10_000);
});

test("tables of the libraries of before go in and come out as well", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const older = await pythonEnvironment("python-client-older", olderPackages);
  if (older === undefined) return skipWithout("Python's packages", context);
  const client = await copied("older");
  const tables = [path.join(scripts, "tables.py"), dir];
  const env = { ...account, PYTHONPATH: client };
  const { stdout } = await run(path.join(older, "python"), tables, { cwd: dir, env });
  expect(JSON.parse(stdout)).toEqual({ ...expectedOfTables, pandas: "2" });
});

const copied = async (name: string): Promise<string> => {
  const client = path.join(dir, name);
  await copyPythonClient(client);
  return client;
};

/** Pythons of the machine, by version: those in PATH, and those of pyenv. */
const pythons = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const pyenv = path.join(process.env.PYENV_ROOT ?? path.join(homedir(), ".pyenv"), "versions");
  const versions = await readdir(pyenv).catch(() => []);
  const dirs = [...versions.map((version) => path.join(pyenv, version, "bin")), "/usr/local/bin", "/usr/bin"];
  for (const minor of [9, 10, 11, 12, 13, 14])
    for (const at of dirs) {
      const file = path.join(at, `python3.${minor}`);
      if (await stat(file).catch(() => undefined)) found.set(`3.${minor}`, file);
    }
  return found;
};

test("each Python of the machine predicts without any package, also asynchronously", async (context) => {
  if (programs === undefined) return skipWithout("Python's packages", context);
  const client = await copied("bare");
  for (const [version, python] of await pythons()) {
    const env = { ...account, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" };
    const { stdout } = await run(python, ["-S", path.join(scripts, "bare.py")], { cwd: dir, env });
    expect(JSON.parse(stdout)).toEqual({
      python: version,
      rows: 20,
      scores: expect.stringContaining("pip install pandas"),
      plot: expect.stringContaining("pip install matplotlib"),
      asynchronous: {
        statuses: ["ready", "ready", "ready"],
        found: true,
        is_free: true,
        rows: true,
        kinds: ["cohorts"],
        verdict: true,
        refused: expect.stringContaining("did you mean name?"),
      },
    });
  }
});
