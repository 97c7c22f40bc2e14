import { expect, test } from "vitest";
import { refuse, retryLater } from "../errors/refusal.js";
import { measureMails, measureSteps, measureWebhooks } from "./measure.js";
import { createMetrics } from "./metrics.js";

const never = new AbortController().signal;
const step = (signal = never) => ({ request: { type: "cohorts" }, onUsage: () => {}, signal });

const fails = (error: unknown) => async () => {
  throw error;
};

test("a step counts by the way it ends", async () => {
  const metrics = createMetrics("1");
  const ends: [() => Promise<object>, AbortSignal?][] = [
    [async () => ({})],
    [fails(refuse("body-missing"))],
    [fails(retryLater("mail-unreachable", {}))],
    [fails(new Error("killed"))],
    [fails(new Error("killed")), AbortSignal.abort()],
  ];
  for (const [runStep, signal] of ends) await measureSteps(metrics, runStep)(step(signal)).catch(() => {});
  const { values } = await metrics.builds.get();
  expect(values.map(({ labels, value }) => [labels.end, value])).toEqual([
    ["built", 1],
    ["refused", 1],
    ["delayed", 1],
    ["crashed", 1],
    ["stopped", 1],
  ]);
  expect(values.every(({ labels }) => labels.type === "cohorts")).toBe(true);
});

test("a step of several builds counts each by the way it ends", async () => {
  const metrics = createMetrics("1");
  const parts = (["built", "refused", "built", "failed"] as const).map((at) => ({ at }));
  await measureSteps(metrics, async () => ({ parts }))(step());
  const { values } = await metrics.builds.get();
  expect(values.map(({ labels, value }) => [labels.end, value])).toEqual([
    ["built", 2],
    ["refused", 1],
    ["crashed", 1],
  ]);
});

test("a built step reports its time, processor time and memory, and its own listener still hears of them", async () => {
  const metrics = createMetrics("1");
  const heard: object[] = [];
  const usage = { cpuSeconds: 3, peakMb: 2 };
  const run = measureSteps(metrics, async ({ onUsage }) => {
    onUsage(usage);
    return {};
  });
  await run({ ...step(), onUsage: (used) => heard.push(used) });
  expect(heard).toEqual([usage]);
  const text = await metrics.registry.metrics();
  expect(text).toContain('bellwether_build_cpu_seconds_total{type="cohorts"} 3');
  expect(text).toContain('bellwether_build_peak_memory_bytes{type="cohorts"} 2097152');
  expect(text).toContain('bellwether_build_duration_seconds_count{type="cohorts"} 1');
});

test("mails and webhooks count as sent or failed", async () => {
  const metrics = createMetrics("1");
  await measureMails(metrics, async () => {})();
  await measureMails(metrics, fails(new Error("away")))().catch(() => {});
  for (const status of [200, 204, 500]) await measureWebhooks(metrics, async () => status)();
  await measureWebhooks(metrics, fails(new Error("away")))().catch(() => {});
  const text = await metrics.registry.metrics();
  expect(text).toContain('bellwether_mails_total{end="sent"} 1');
  expect(text).toContain('bellwether_mails_total{end="failed"} 1');
  expect(text).toContain('bellwether_webhooks_total{end="sent"} 2');
  expect(text).toContain('bellwether_webhooks_total{end="failed"} 2');
});
