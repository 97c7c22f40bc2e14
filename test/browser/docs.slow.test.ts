// The documentation in a browser: search, tabs, trial requests, pages without script, and the five calls of
// its first page.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import ts from "typescript";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { SearchEntry } from "../../src/words/search-entry.js";
import { search } from "../../web/docs/search.js";
import { signUp } from "../support/drive.js";
import { copyPythonClient } from "../support/python-client.js";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

test("the search finds every operation by its name, its ID and its path", async () => {
  const { page, leave } = await visit(browser, service.url);
  const entries: SearchEntry[] = await (await page.request.get("/docs/search.json")).json();
  const { paths } = await (await page.request.get("/openapi.json")).json();
  const operations = Object.entries<Record<string, { operationId: string; summary: string }>>(paths).flatMap(
    ([at, methods]) =>
      Object.entries(methods).map(([method, { operationId, summary }]) => ({
        anchor: `#${operationId}`,
        queries: [summary, operationId, `${method} ${at}`],
      })),
  );
  expect(operations.length).toBeGreaterThan(150);
  const missed = operations.flatMap(({ anchor, queries }) =>
    queries.filter((query) => !search(entries, query).some(({ url }) => url.endsWith(anchor))),
  );
  expect(missed).toEqual([]);
  await leave();
});

test("pages of the documentation run nothing of the console", async () => {
  const { page, leave } = await visit(browser, service.url);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("/docs");
  await page.getByRole("combobox").waitFor();
  expect(scripts).toEqual(["/docs/docs.js", expect.stringMatching(/^\/assets\/theme-/)]);
  await leave();
});

test("the search is used by keyboard, and needs no network once it was used", async () => {
  const { page, context, leave } = await visit(browser, service.url);
  await page.goto("/docs/guides/people");
  await page.keyboard.press("/");
  await page.keyboard.type("membership over time");
  const results = page.getByRole("listbox", { name: "Results" });
  await results.getByRole("option", { name: "Read a cohort's membership over time" }).waitFor();
  await context.setOffline(true);
  await page.getByRole("combobox").fill("create cohort");
  await results.getByRole("option", { name: "Create a cohort POST /cohorts", selected: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await context.setOffline(false);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/api/cohorts#createCohort");
  await page.getByRole("heading", { level: 2, name: "Create a cohort" }).waitFor();
  await leave();
});

test("the chosen language holds for all samples and is remembered; old addresses lead to their operation", async () => {
  const { page, leave } = await visit(browser, service.url, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto("/docs#createCohort");
  await page.waitForURL("**/docs/api/cohorts#createCohort");
  const article = page.locator("#createCohort");
  await article.getByText("Python", { exact: true }).click();
  await page.goto("/docs/api/scopes");
  const sample = page.locator("#createScope .samples");
  await sample.locator('pre[data-language="python"]').waitFor();
  expect(await sample.locator("pre:visible").count()).toBe(1);
  await sample.getByRole("button", { name: "Copy" }).click();
  await sample.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await sample.locator('pre[data-language="python"] code').textContent());
  await leave();
});

test("without script the tabs show their code, and nothing asks for a script", async () => {
  const { page, leave } = await visit(browser, service.url, { javaScriptEnabled: false });
  await page.goto("/docs/api/cohorts");
  const samples = page.locator("#createCohort .samples");
  await samples.getByText("TypeScript", { exact: true }).click();
  await samples.locator('pre[data-language="typescript"]').waitFor();
  expect(await samples.locator("pre:visible").count()).toBe(1);
  await leave();
});

test("an operation is tried only after signing in, and a change only by a second press", async () => {
  const stranger = await visit(browser, service.url);
  await stranger.page.goto("/docs/api/streams");
  await stranger.page.locator("#getStreams").getByText("Try it").click();
  await stranger.page.locator("#getStreams").getByRole("link", { name: "Sign in to the console" }).waitFor();
  await stranger.leave();

  const { client, key } = await signUp(service.url);
  const { page, leave } = await visitSignedIn(browser, service.url, key);
  await page.goto("/docs/api/streams");
  const create = page.locator('article[data-method="POST"][data-path="/streams/{stream}"]');
  await create.getByText("Try it").click();
  await create.getByText("Signed in to the account “Acme”").waitFor();
  await create.getByLabel("stream").fill("visits");
  await create.getByRole("button", { name: "Find or create a stream …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("POST /v1/streams/visits may change data of the account “Acme”.").waitFor();
  expect(await client.get("/v1/streams")).toEqual([]);
  await dialog.getByRole("button", { name: "Find or create a stream" }).click();
  await create.locator("output").getByText("200 OK").waitFor();
  expect(await client.get("/v1/streams")).toMatchObject([{ stream_name: "visits" }]);

  const read = page.locator("#getStream");
  await read.getByText("Try it").click();
  await read.getByLabel("stream").fill("visits");
  await read.getByRole("button", { name: "Send GET /streams/{stream}" }).click();
  await read.locator("output").getByText('"stream_name": "visits"').waitFor();
  await read.getByLabel("stream").fill("nothing");
  await read.getByRole("button", { name: "Send GET /streams/{stream}" }).click();
  await read.locator("output").getByText("404 Not Found").waitFor();
  expect(await read.getByRole("link", { name: "About this error" }).getAttribute("href")).toBe(
    "/docs/errors/resource-unknown",
  );
  expect(await accessibilityViolations(page)).toEqual([]);
  await leave();
});

test("pages are accessible, and fit a phone", async () => {
  const { page, leave } = await visit(browser, service.url, { viewport: { width: 390, height: 800 } });
  for (const url of ["/docs", "/docs/api/scopes", "/docs/guides/datasets", "/docs/errors"]) {
    await page.goto(url);
    expect({ url, violations: await accessibilityViolations(page) }).toEqual({ url, violations: [] });
    expect({ url, beyond: await overflow(page) }).toEqual({ url, beyond: 0 });
  }
  await leave();
});

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

/** Text of a sample, as the page shows it. */
const sampleOf = async (page: Page, language: string, within = "main"): Promise<string> => {
  const code = page.locator(`${within} pre[data-language="${language}"] code`).first();
  return (await code.textContent())!;
};

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");

/** A directory in which the clients are installed. */
const workplace = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-samples-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  await mkdir(path.join(dir, "node_modules/@bellwether-scores"), { recursive: true });
  await symlink(
    path.join(root, "clients/typescript"),
    path.join(dir, "node_modules/@bellwether-scores/client"),
  );
  await copyPythonClient(dir);
  return dir;
};

/** Output of a sample. */
const printed = async (language: string, code: string, dir: string, env: object = {}): Promise<string> => {
  const options = {
    cwd: dir,
    env: { ...process.env, ...env, PYTHONPATH: dir },
  };
  if (language === "curl") return (await run("bash", ["-c", code], options)).stdout;
  if (language === "python") return (await run("python3", ["-c", code], options)).stdout;
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ESNext } });
  await writeFile(path.join(dir, "sample.mjs"), outputText);
  return (await run(process.execPath, ["sample.mjs"], options)).stdout;
};

test.each([
  ["curl", /^[^,]+@[^,]+,\d+(\.\d+)?,1,1,/m],
  ["python", /'person_id': '\d+'.*'email': '[^']+@[^']+'/],
  ["typescript", /^\S+@\S+ 0\.\d+ 100$/m],
])(
  "the five calls of the first page in %s, pasted as they are, end with scores",
  async (language, firstScore) => {
    const { page, leave } = await visit(browser, service.url);
    await page.goto("/docs");
    const calls = await sampleOf(page, language);
    await leave();
    expect(calls).toContain(service.url);
    const lines = (await printed(language, calls, await workplace())).trim().split("\n");
    expect(lines.slice(-10).join("\n")).toMatch(firstScore);
  },
);

test("samples of operations work as they are with address and key in the environment", async () => {
  const { key } = await signUp(service.url);
  const env = { BELLWETHER_URL: service.url, BELLWETHER_KEY: key };
  const dir = await workplace();
  const { page, leave } = await visit(browser, service.url);
  const expected = {
    "uploads#createUpload": "transactions/2026_01.csv",
    "uploads#getUploads": "transactions/2026_01.csv",
    "cohorts#getCohorts": "",
    "service#getHealth": "ok",
    "service#getMetrics": "# HELP",
    "accounts#createAccount": "bw_live_",
    "accounts#getAccounts": "Acme",
    "webhook_endpoints#createWebhookEndpoint": "ready",
  };
  for (const [place, part] of Object.entries(expected)) {
    const [resource, id] = place.split("#");
    await page.goto(`/docs/api/${resource}`);
    for (const language of ["python", "typescript"]) {
      const code = await sampleOf(page, language, `#${id}`);
      expect(await printed(language, code, dir, env), code).toContain(part);
    }
  }
  await leave();
});
