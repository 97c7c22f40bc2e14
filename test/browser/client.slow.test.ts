// The TypeScript client in a page of an application that stands beside the service, under one address: a
// small server gives the page and the client's files, and passes the rest on.

import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { Bellwether, Progress } from "../../clients/typescript/src/index.js";
import { generateShop } from "../../examples/shop/shop.js";
import { signUp } from "../support/drive.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

const client = path.resolve(import.meta.dirname, "../../clients/typescript/dist");
const page = `<!doctype html><title>Shop</title><h1>Shop</h1><input type="file">
<script type="module">import * as client from "/client/index.js"; Object.assign(globalThis, client);</script>`;

const openApplication = async (): Promise<string> => {
  const server = createServer((incoming, answer) => {
    const url = incoming.url!;
    if (url === "/") return void answer.setHeader("content-type", "text/html").end(page);
    if (url === "/favicon.ico") return void answer.writeHead(204).end();
    if (url.startsWith("/client/")) {
      answer.setHeader("content-type", "text/javascript");
      return void createReadStream(path.join(client, path.basename(url))).pipe(answer);
    }
    const { method, headers } = incoming;
    const passed = request({ port: service.port, host: "127.0.0.1", path: url, method, headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
    });
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

interface Page {
  Bellwether: typeof Bellwether;
}

test("a page uploads the file that its visitor chose, waits, and reads the scores", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-page-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const { transactions } = await generateShop({ customers: 400, seed: 1, out: dir });
  const { key } = await signUp(service.url);
  const visitor = await visit(browser, await openApplication());
  const parts: string[] = [];
  visitor.context.on("request", (sent) => {
    if (sent.method() === "PATCH" && sent.url().includes("resumable"))
      parts.push(sent.headers()["upload-offset"]!);
  });
  await visitor.page.goto("/");
  await visitor.page.locator("input").setInputFiles(transactions);
  const seen = await visitor.page.evaluate(async (givenKey) => {
    const { Bellwether } = globalThis as unknown as Page;
    const bw = new Bellwether(location.origin, givenKey, { partBytes: 50_000 });
    const progress: Progress[] = [];
    const onProgress = (each: Progress) => progress.push(each);
    const [file] = document.querySelector("input")!.files!;
    const orders = await bw.upload("orders", "Orders", file!, { onProgress });
    await orders.create({ answers: "proposed" });
    await orders.wait({ onProgress });
    const again = await bw.predict("buys_again:transaction");
    await again.wait({ onProgress });
    const streamed: string[] = [];
    for await (const { person_id } of again.rows()) {
      streamed.push(person_id);
      if (streamed.length === 3) break;
    }
    const stop = new AbortController();
    const aborted = again.wait({ signal: stop.signal, onProgress: () => stop.abort() }).then(
      () => "ready",
      (error) => error.name,
    );
    const unknown = await bw.find("cohorts", "Nope").catch((error) => error.name);
    return { progress, scores: await again.scores({ top: 5 }), streamed, unknown, aborted: await aborted };
  }, key);
  await visitor.leave();

  expect(parts.length).toBeGreaterThan(2);
  expect(seen.progress[0]).toEqual({ name: "transactions.csv", text: "uploading", share: 0 });
  expect(seen.progress.at(-1)).toMatchObject({ text: "ready", share: 1 });
  expect(seen.scores).toHaveLength(5);
  const chances = seen.scores.map(({ probability }) => probability!);
  expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  expect(seen.scores[0]).toMatchObject({
    percentile: 100,
    status: "scored",
    email: expect.stringContaining("@"),
  });
  expect(seen.scores[0]!.reasons[0]).toMatchObject({
    reason: expect.any(String),
    effect: expect.any(Number),
  });
  expect(seen.streamed).toEqual(seen.scores.slice(0, 3).map(({ person_id }) => person_id));
  expect(seen.unknown).toBe("BellwetherError");
});
