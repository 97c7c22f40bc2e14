// Public data of shops by the wizard alone: as proposed, with the first suggestion, to a verdict and a list.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildingApi } from "../api/building.js";
import { needing } from "../run/needs.js";
import { hasPublicData } from "../support/public-data.js";
import { buildAsProposed, predict, startOnDayOfExport } from "./as-proposed.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startOnDayOfExport();
});
afterAll(() => api.close());

describe("the first suggestion", needing("public data", hasPublicData()), () => {
  test.each([
    ["online_retail/line_items.csv.gz", { customers: 4339, repeat_customers: 2845 }],
    ["completejourney/transactions_sample.csv", { customers: 2377 }],
  ])("%s", async (file, counts) => {
    const caller = await api.signUp();
    const { proposal, dataset } = await buildAsProposed(api, caller, file);
    expect(proposal.questions).toEqual([]);
    expect(dataset.event_counts.transaction).toMatchObject(counts);
    const [first] = (await caller.get("/suggestions")).body;
    expect(first.id).toBe("buys_again:transaction");
    const { outcome, listOf } = await predict(api, caller, first.id);
    const { decision, headline } = outcome.verdict ?? {};
    expect(
      ["clearly_better", "slightly_better"],
      JSON.stringify({ decision, headline, note: outcome.verdict }),
    ).toContain(decision);
    const rows = await listOf();
    expect(rows.length).toBeGreaterThan(0.98 * counts.customers);
    expect(rows.length).toBeLessThanOrEqual(counts.customers);
  });
});
