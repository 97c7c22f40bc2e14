// A Python client, generated from the committed document by openapi-python-client, runs a whole workflow.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { skipWithout } from "../run/needs.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { startBuildingApi } from "./building.js";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const generator = "openapi-python-client==0.29.1";

test("a generated Python client keeps the mapping and brings the file", async (context) => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-python-"));
  const api = await startBuildingApi();
  try {
    const programs = await pythonEnvironment("openapi-python-client", [generator]);
    if (programs === undefined) return skipWithout("Python's packages", context);
    const document = path.join(root, "docs/reference/openapi.json");
    const output = path.join(dir, "bellwether_client");
    await run(path.join(programs, "openapi-python-client"), [
      ...["generate", "--path", document, "--output-path", output, "--meta", "none"],
    ]);
    const url = `${await api.app.listen({ port: 0, host: "127.0.0.1" })}/v1`;
    const { key } = await api.signUp();
    const shop = await generateShop({ customers: 400, seed: 1, out: dir });
    const program = path.join(import.meta.dirname, "python-client/workflow.py");
    let isRunning = true;
    const finished = run(path.join(programs, "python"), [program, url, key, shop.transactions], {
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
    await rm(dir, { recursive: true });
  }
});
