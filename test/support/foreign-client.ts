// Clients of others' generators: their program runs a whole workflow, from a file to the delivered list, against the
// service, and says what it saw.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { startBuildingApi } from "../api/building.js";

const run = promisify(execFile);

/** The document that clients are made from. */
export const openapiFile = path.resolve(import.meta.dirname, "../../docs/reference/openapi.json");

/** `program` runs with the URL, a key and the file of orders, whose place is `dir`, and prints what it saw as JSON. */
export const expectWorkflow = async (
  dir: string,
  program: (args: string[]) => Promise<{ stdout: string }>,
): Promise<void> => {
  const api = await startBuildingApi();
  try {
    const url = `${await api.app.listen({ port: 0, host: "127.0.0.1" })}/v1`;
    const { key } = await api.signUp();
    const shop = await generateShop({ customers: 400, seed: 1, out: dir });
    let isRunning = true;
    const finished = program([url, key, shop.transactions]).finally(() => {
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

const generatorVersion = "7.17.0";

/**
 * Makes a client in `dir` by openapi-generator, whose program is in Maven's local repository or at Maven Central. Without
 * webhooks, of which it makes methods whose bodies have no type (7.17).
 */
export const generateClient = async (language: string, dir: string, ...options: string[]): Promise<void> => {
  const name = "openapi-generator-cli";
  const jar = path.join(homedir(), ".m2/repository/org/openapitools", name, generatorVersion);
  const file = path.join(jar, `${name}-${generatorVersion}.jar`);
  const artifact = `-Dartifact=org.openapitools:${name}:${generatorVersion}`;
  if (!existsSync(file)) await run("mvn", ["-q", "-B", "dependency:get", artifact]);
  const { webhooks: _, ...rest } = JSON.parse(await readFile(openapiFile, "utf8"));
  const document = path.join(dir, "openapi.json");
  await writeFile(document, JSON.stringify(rest));
  const made = ["generate", "-g", language, "-i", document, "-o", dir, ...options];
  await run("java", ["-jar", file, ...made], { maxBuffer: 2 ** 26 });
};
