// Python clients, generated from the committed document by openapi-python-client and by openapi-generator, run a whole
// workflow; and linters find no error in the document.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { needing, skipWithout } from "../run/needs.js";
import { expectWorkflow, generateClient, openapiFile } from "../support/foreign-client.js";
import { npmPackages } from "../support/npm-packages.js";
import { pythonEnvironment } from "../support/python-environment.js";

const run = promisify(execFile);

const temporary = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-python-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
};

/** Runs the workflow of a Python program with the client in `dir`. */
const expectPythonWorkflow = (programs: string, program: string, dir: string): Promise<void> =>
  expectWorkflow(dir, (args) =>
    run(path.join(programs, "python"), [path.join(import.meta.dirname, "python-client", program), ...args], {
      env: { ...process.env, PYTHONPATH: dir },
      maxBuffer: 2 ** 26,
    }),
  );

test("the client of openapi-python-client keeps the mapping and brings the file", async (context) => {
  const programs = await pythonEnvironment("openapi-python-client", ["openapi-python-client==0.29.1"]);
  if (programs === undefined) return skipWithout("Python's packages", context);
  const dir = await temporary();
  await run(path.join(programs, "openapi-python-client"), [
    "generate",
    "--path",
    openapiFile,
    "--output-path",
    path.join(dir, "bellwether_client"),
    "--meta",
    "none",
  ]);
  await expectPythonWorkflow(programs, "workflow.py", dir);
});

test(
  "the client of openapi-generator keeps the mapping and brings the file",
  needing("Maven"),
  async (context) => {
    const packages = [
      "urllib3==2.8.0",
      "python-dateutil==4.0.0",
      "pydantic==2.14.4",
      "typing-extensions==4.16.0",
    ];
    const programs = await pythonEnvironment("openapi-generator", packages);
    if (programs === undefined) return skipWithout("Python's packages", context);
    const dir = await temporary();
    await generateClient("python", dir);
    await expectPythonWorkflow(programs, "model_workflow.py", dir);
  },
);

test("redocly and spectral find no error in the document", async (context) => {
  const linters = await npmPackages("openapi-linters", [
    "@redocly/cli@2.77.0",
    "@stoplight/spectral-cli@6.16.3",
  ]);
  if (linters === undefined) return skipWithout("the npm registry", context);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off" };
  const redocly = ["lint", openapiFile, "--extends", "recommended", "--format", "json"];
  const options = { cwd: linters, env, maxBuffer: 2 ** 26 };
  const { stdout } = await run(path.join(linters, "node_modules/.bin/redocly"), redocly, options);
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0 });
  const ruleset = path.join(await temporary(), "ruleset.json");
  await writeFile(ruleset, '{ "extends": ["spectral:oas"] }');
  const spectral = ["lint", openapiFile, "--ruleset", ruleset, "--fail-severity", "error"];
  const found = await run(path.join(linters, "node_modules/.bin/spectral"), spectral, options);
  expect(found.stdout).toContain("No results with a severity of 'error' found");
});
