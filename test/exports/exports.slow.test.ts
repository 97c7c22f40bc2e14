// Public data of shops, previewed and built as proposed, without an answer to any question. What they count
// equals what is known of them.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuildingApi } from "../api/building.js";
import { needing } from "../run/needs.js";
import { hasPublicData } from "../support/public-data.js";
import { buildAsProposed, startOnDayOfExport } from "./as-proposed.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startOnDayOfExport();
});
afterAll(() => api.close());

describe("public data", needing("public data", hasPublicData()), () => {
  test.each([
    ["online_retail/line_items.csv.gz", { customers: 4339, repeat_customers: 2845 }],
    ["cdnow/transactions.csv", { customers: 23570 }],
    ["completejourney/transactions_sample.csv", { customers: 2377 }],
  ])("%s", async (file, counts) => {
    const { proposal, dataset } = await buildAsProposed(api, await api.signUp(), file);
    expect(proposal.questions).toEqual([]);
    expect(dataset.event_counts.transaction).toMatchObject(counts);
    expect(proposal.figures.transaction).toEqual(dataset.event_counts.transaction);
  });
});
