import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createMetrics } from "../../src/metrics/metrics.js";
import { openApi } from "./harness.js";

const documented = readFileSync(new URL("../../docs/reference/metrics.md", import.meta.url), "utf8");

const sources = {
  counts: async () => ({
    jobs: [{ kind: "build", state: "queued", jobs: 3 }],
    overdue: [{ kind: "build", seconds: 90 }],
    resources: [{ type: "cohorts", status: "ready", resources: 2 }],
    accounts: 1,
  }),
  disk: async () => ({ freeBytes: 10, sizeBytes: 100 }),
  troubles: () => ["disk-full"],
};

const open = (change: object = {}) =>
  openApi({ metrics: { metrics: createMetrics("1"), sources, token: undefined, isOpen: true, ...change } });

test("the metrics have requests by route, and the states of jobs, resources, disk and troubles", async () => {
  const api = await open();
  const shop = await api.signUp();
  await shop.get("/cohorts/some-id");
  await shop.get("/no-such-path");
  const { status, body, headers } = await api.as("").get("/metrics");
  expect(status).toBe(200);
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  for (const line of [
    'bellwether_info{version="1"} 1',
    'bellwether_http_requests_total{method="GET",route="/cohorts/:id",status="404"} 1',
    'bellwether_http_requests_total{method="GET",route="unknown",status="404"} 1',
    "bellwether_store_up 1",
    'bellwether_jobs{kind="build",state="queued"} 3',
    'bellwether_oldest_due_job_seconds{kind="build"} 90',
    'bellwether_oldest_due_job_seconds{kind="mail"} 0',
    'bellwether_resources{type="cohorts",status="ready"} 2',
    "bellwether_disk_free_bytes 10",
    'bellwether_trouble{code="disk-full"} 1',
  ])
    expect(body).toContain(`${line}\n`);
});

test("every metric of the service is on the page of metrics, and nothing else is", async () => {
  const api = await open();
  const { body } = await api.as("").get("/metrics");
  const served = [...body.matchAll(/^# TYPE (bellwether_\w+)/gm)].map(([, name]) => name);
  const listed = [...documented.matchAll(/^\| `(bellwether_\w+)`/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(served.sort());
});

test("no metric names an account, a person or a file", async () => {
  const api = await openApi();
  const shop = await api.signUp("Ada's Antiques");
  await shop.post("/cohorts", { name: "Secret cohort" });
  await shop.get(`/accounts/${shop.accountId}`);
  const { body } = await api.as("").get("/metrics");
  expect(body).toContain("bellwether_accounts 1");
  for (const secret of ["Ada", "Secret", shop.accountId, shop.key]) expect(body).not.toContain(secret);
});

test("while the metadata store is away, the other metrics are still there", async () => {
  const api = await open({ sources: { ...sources, counts: () => Promise.reject(new Error("away")) } });
  const { status, body } = await api.as("").get("/metrics");
  expect(status).toBe(200);
  expect(body).toContain("bellwether_store_up 0\n");
  expect(body).not.toContain("bellwether_jobs{");
});

test("a service that other machines can reach shows its metrics to the bearer of the token alone", async () => {
  const token = "a-token-of-the-scraper";
  const closed = await open({ isOpen: false });
  expect((await closed.as("").get("/metrics")).status).toBe(403);
  const api = await open({ isOpen: false, token });
  const shop = await api.signUp();
  expect((await api.as("").get("/metrics")).status).toBe(401);
  expect((await shop.get("/metrics")).status).toBe(401);
  expect((await api.as(token).get("/metrics")).status).toBe(200);
});

test("each request has one log line, with the id that its answer carries", async () => {
  const api = await open();
  const { headers, body } = await api.as("wrong").get("/cohorts?secret=1");
  expect(headers["x-request-id"]).toBe(body.id);
  const lines = api.log.map((line) => JSON.parse(line)).filter(({ request }) => request === body.id);
  expect(lines.filter(({ req }) => req)).toMatchObject([
    {
      msg: "request answered",
      req: { method: "GET", path: "/cohorts", ip: "127.0.0.1" },
      res: { statusCode: 401 },
      responseTime: expect.any(Number),
    },
  ]);
});
