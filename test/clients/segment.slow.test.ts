// Clients of Segment and RudderStack as the registries have them, unmodified, against the real service: in Node,
// Python, Go and Java, and in a page of another site.

import { execFile } from "node:child_process";
import { copyFile, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import { chromiumPath } from "../browser/support/chromium.js";
import { needs, skipWithout } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { npmPackages } from "../support/npm-packages.js";
import { pythonEnvironment } from "../support/python-environment.js";
import { type RunningService, startService } from "../support/service.js";

const run = promisify(execFile);
const scripts = path.join(import.meta.dirname, "segment");

const versions = [
  "@segment/analytics-node@3.1.0",
  "@rudderstack/rudder-sdk-node@3.0.13",
  "@segment/analytics-next@1.84.3",
];

let service: RunningService;
let client: Client;
let key: string;
let packages: string | undefined;

beforeAll(async () => {
  packages = await npmPackages("segment-clients", versions);
  service = await startService({ env: { BELLWETHER_EVENT_SECONDS: "1" } });
  ({ client } = await signUp(service.url));
  const made = await client.post<{ api_key: string }>("/accounts/current/api_keys", {
    name: "page",
    scope: "events",
  });
  key = made.api_key;
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

interface Dataset {
  options: { upload_directory: string };
  event_counts?: Record<string, { events: number; value_total?: number }>;
}

/** What builds have made of the events of a stream so far. */
const countsOf = async (stream: string) => {
  const datasets = await client.get<Dataset[]>("/datasets");
  const own = datasets.find(({ options }) => options.upload_directory === `events_${stream}`);
  return own?.event_counts?.[stream] ?? { events: 0 };
};

/** The same, once there are so many. */
const built = (stream: string, events: number) =>
  eventually(`${events} events of ${stream}`, async () => {
    const counts = await countsOf(stream);
    return counts.events >= events ? counts : undefined;
  });

const runNode = async (script: string) => {
  // Packages are found from where the script is.
  const copy = path.join(packages!, script);
  await copyFile(path.join(scripts, script), copy);
  await run(process.execPath, [copy, service.url, key]);
};

test("the clients for Node send all calls, and a device's visits become its user's", async (context) => {
  if (packages === undefined) return skipWithout("the npm registry", context);
  await runNode("node.mjs");
  await runNode("rudder.mjs");
  expect(await built("transaction", 2)).toMatchObject({ events: 2, value_total: 32.5 });
  expect(await built("product_viewed", 50)).toMatchObject({ events: 50 });
  expect(await built("visit", 1)).toMatchObject({ events: 1 });
  const person = await eventually("the device belongs to the user", async () => {
    const found = await client
      .get<{ id: string; fields: object }[]>("/people?email=node@example.com")
      .catch(() => []);
    const id = found[0]?.id;
    const events = id
      ? await client.get<{ events: { stream_name: string }[] }>(`/people/${id}/events`).catch(() => null)
      : null;
    const names = events?.events.map(({ stream_name }) => stream_name).sort();
    return names && names.length >= 3 ? names : undefined;
  });
  expect(person).toEqual(["product_viewed", "transaction", "visit"]);
});

test("the client for Python sends all calls", async (context) => {
  const programs = await pythonEnvironment("segment-python", ["segment-analytics-python==2.4.0"]);
  if (programs === undefined) return skipWithout("Python's packages", context);
  const { events: before } = await countsOf("product_viewed");
  await run(path.join(programs, "python"), [path.join(scripts, "client.py"), service.url, key]);
  expect(await built("order_refunded", 1)).toMatchObject({ events: 1, value_total: 10 });
  expect(await built("product_viewed", before + 50)).toMatchObject({ events: before + 50 });
});

/** A copy of a client's program in a directory of its own, which holds what it downloads. */
const copyOf = async (name: string): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), `segment-${name}-`));
  await cp(path.join(scripts, name), dir, { recursive: true });
  return dir;
};

test("the client for Go sends all calls", async (context) => {
  if (!needs.Go.isThere()) return skipWithout("Go", context);
  const dir = await copyOf("go");
  const { events: before } = await countsOf("product_viewed");
  try {
    await run("go", ["build", "-o", "shop", "."], { cwd: dir });
    await run(path.join(dir, "shop"), [service.url, key]);
  } finally {
    await rm(dir, { recursive: true });
  }
  expect(await built("order_cancelled", 1)).toMatchObject({ events: 1, value_total: 20 });
  expect(await built("product_viewed", before + 50)).toMatchObject({ events: before + 50 });
});

test("the client for Java sends all calls", async (context) => {
  if (!needs.Maven.isThere()) return skipWithout("Maven", context);
  const dir = await copyOf("java");
  const { events: before } = await countsOf("product_viewed");
  try {
    await run("mvn", ["-q", "-B", "dependency:build-classpath", "-Dmdep.outputFile=classpath.txt"], {
      cwd: dir,
    });
    const classes = await readFile(path.join(dir, "classpath.txt"), "utf8");
    await run("java", ["-cp", classes, "Shop.java", service.url, key], { cwd: dir });
  } finally {
    await rm(dir, { recursive: true });
  }
  expect(await built("order_updated", 1)).toMatchObject({ events: 1, value_total: 12.5 });
  expect(await built("product_viewed", before + 50)).toMatchObject({ events: before + 50 });
});

test("the client in a page of another site finds its settings here, and sends", async (context) => {
  if (packages === undefined) return skipWithout("the npm registry", context);
  const umd = path.join(packages, "node_modules/@segment/analytics-next/dist/umd");
  const page = `<!doctype html><title>Shop</title><script src="/index.js"></script><script>
    const analytics = AnalyticsNext.AnalyticsBrowser.load({ writeKey: ${JSON.stringify(key)}, cdnURL: ${JSON.stringify(service.url)} });
    analytics.page("Start");
    analytics.identify("page-1", { email: "page@example.com" });
    analytics.track("Order Completed", { order_id: "b1", total: 7, currency: "EUR" }).then(() => { document.title = "sent"; });
  </script>`;
  const site = createServer(async (request, response) => {
    if (request.url === "/") return response.setHeader("content-type", "text/html").end(page);
    const file = path.join(umd, path.basename(request.url!));
    const script = await readFile(file).catch(() => null);
    if (!script) return response.writeHead(404).end();
    response.setHeader("content-type", "text/javascript").end(script);
  }).listen(0, "127.0.0.1");
  // Chromium has no sandbox for root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args });
  try {
    const tab = await browser.newPage();
    const faults: string[] = [];
    tab.on("pageerror", (error) => faults.push(error.message));
    await tab.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await tab.waitForFunction("document.title === 'sent'");
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
    site.close();
  }
  await eventually("the order of the page", async () => {
    const found = await client.get<object[]>("/people?email=page@example.com").catch(() => []);
    return found.length === 1 ? true : undefined;
  });
});
