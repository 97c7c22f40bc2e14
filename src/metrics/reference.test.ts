import { expect, test } from "vitest";
import { createMetrics } from "./metrics.js";
import { metricsReference } from "./reference.js";

test("the reference page says what the metrics are", async () => {
  await expect(metricsReference(createMetrics("1"))).toMatchFileSnapshot("../../docs/reference/metrics.md");
});
