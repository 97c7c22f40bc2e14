// The story of the document's examples, told with real builds: every request succeeds. With
// BELLWETHER_RECORD_EXAMPLES=1 its requests and answers become the examples in
// src/http/openapi/examples.json.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import type { OpenApi } from "../../src/docs/openapi.js";
import { startBuildingApi } from "./building.js";
import { record } from "./examples/recorder.js";
import { tell } from "./examples/story.js";
import { callerOf } from "./harness.js";

const hourMs = 3_600_000;
const file = new URL("../../src/http/openapi/examples.json", import.meta.url);

test("a shop that makes every request of the API is never refused", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-examples-"));
  const api = await startBuildingApi();
  try {
    const document: OpenApi = (await api.app.inject("/openapi.json")).json();
    const shop = await generateShop({ customers: 1000, seed: 1, out: dir });
    const { body: account } = await callerOf(api.app, {}).post("/accounts", { name: "Elm Street Tea" });
    const recording = record(api.as(account.api_key), document);
    const transactions = await readFile(shop.transactions, "utf8");
    const build = async () => {
      await api.build();
      api.tick(hourMs);
    };
    const { ids } = await tell({ caller: recording.caller, transactions, build });
    expect(recording.failures, api.log.filter((line) => line.includes('"level":50')).join("")).toEqual([]);
    const examples = recording.examples(new Map([...ids, ["accounts/Elm Street Tea", account.id]]));
    expect(Object.keys(examples).length).toBeGreaterThan(80);
    if (process.env.BELLWETHER_RECORD_EXAMPLES)
      await writeFile(file, `${JSON.stringify(examples, null, 2)}\n`);
  } finally {
    await api.close();
    await rm(dir, { recursive: true });
  }
});
