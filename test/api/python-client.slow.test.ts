// Python clients, generated from the committed document by openapi-python-client and by openapi-generator, run a whole
// workflow; and linters find no error in the document.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { needing, skipWithout } from "../run/needs.js";
import { npmPackages } from "../support/npm-packages.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { startBuildingApi } from "./building.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const document = path.join(root, "docs/reference/openapi.json");

const temporary = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-python-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
};

/** Runs the workflow of a program with the client in `dir`, and looks at what the service has made of it. */
const expectWorkflow = async (programs: string, program: string, dir: string): Promise<void> => {
  const api = await startBuildingApi();
  try {
    const url = `${await api.app.listen({ port: 0, host: "127.0.0.1" })}/v1`;
    const { key } = await api.signUp();
    const shop = await generateShop({ customers: 400, seed: 1, out: dir });
    const file = path.join(import.meta.dirname, "python-client", program);
    let isRunning = true;
    const finished = run(path.join(programs, "python"), [file, url, key, shop.transactions], {
      env: { ...process.env, PYTHONPATH: dir },
      maxBuffer: 2 ** 26,
    }).finally(() => {
      isRunning = false;
    });
    finished.catch(() => {});
    while (isRunning) {
      await api.build();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { dataset, streams, headline, csv } = JSON.parse((await finished).stdout);
    expect(dataset.identity_sets.shipping.house_number_and_street).toEqual([
      "shipping_address1",
      "shipping_address2",
    ]);
    expect(dataset.output_to_streams.transaction.data_map.value).toEqual({ column_name: "total" });
    expect(streams).toEqual(["transaction"]);
    expect(headline).toContain("entered “Repeat purchasers”");
    expect(csv.split("\n")[0]).toMatch(/^person_id,.*propensity_probability/);
    expect(csv.split("\n").length).toBeGreaterThan(50);
  } finally {
    api.app.server.closeAllConnections();
    await api.close();
  }
};

test("the client of openapi-python-client keeps the mapping and brings the file", async (context) => {
  const programs = await pythonEnvironment("openapi-python-client", ["openapi-python-client==0.29.1"]);
  if (programs === undefined) return skipWithout("Python's packages", context);
  const dir = await temporary();
  await run(path.join(programs, "openapi-python-client"), [
    "generate",
    "--path",
    document,
    "--output-path",
    path.join(dir, "bellwether_client"),
    "--meta",
    "none",
  ]);
  await expectWorkflow(programs, "workflow.py", dir);
});

const generatorVersion = "7.17.0";

/** The program of openapi-generator, from Maven's local repository or Maven Central. */
const openapiGenerator = async (): Promise<string> => {
  const name = "openapi-generator-cli";
  const jar = path.join(homedir(), ".m2/repository/org/openapitools", name, generatorVersion);
  const file = path.join(jar, `${name}-${generatorVersion}.jar`);
  if (!existsSync(file))
    await run("mvn", [
      "-q",
      "-B",
      "dependency:get",
      `-Dartifact=org.openapitools:${name}:${generatorVersion}`,
    ]);
  return file;
};

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
    const options = ["generate", "-g", "python", "-i", document, "-o", dir];
    await run("java", ["-jar", await openapiGenerator(), ...options], { maxBuffer: 2 ** 26 });
    await expectWorkflow(programs, "model_workflow.py", dir);
  },
);

test("redocly and spectral find no error in the document", async (context) => {
  const linters = await npmPackages("openapi-linters", [
    "@redocly/cli@2.77.0",
    "@stoplight/spectral-cli@6.16.3",
  ]);
  if (linters === undefined) return skipWithout("the npm registry", context);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off" };
  const redocly = ["lint", document, "--extends", "recommended", "--format", "json"];
  const options = { cwd: linters, env, maxBuffer: 2 ** 26 };
  const { stdout } = await run(path.join(linters, "node_modules/.bin/redocly"), redocly, options);
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0 });
  const ruleset = path.join(await temporary(), "ruleset.json");
  await writeFile(ruleset, '{ "extends": ["spectral:oas"] }');
  const spectral = ["lint", document, "--ruleset", ruleset, "--fail-severity", "error"];
  const found = await run(path.join(linters, "node_modules/.bin/spectral"), spectral, options);
  expect(found.stdout).toContain("No results with a severity of 'error' found");
});
