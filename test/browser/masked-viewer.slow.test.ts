// Pages as a viewer without personal data sees them: no name, mailbox, telephone number, customer ID or street of a person
// in their text, attributes, fields, accessible names, requests, storage and downloads.

import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page, Response } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "../api/building.js";
import { inspectHere } from "../api/inspect-here.js";
import {
  buildNeedleAccount,
  mailOf,
  type NeedleAccount,
  ownStreet,
  personalIn,
} from "../privacy/needle-account.js";
import { openBrowser } from "./support/browser.js";
import { routes } from "./support/routes.js";
import { visitSignedIn } from "./support/sign-in.js";

let api: BuildingApi;
let browser: Browser;
let account: NeedleAccount;
let url: string;
let ids: Record<string, string>;
const log: string[] = [];

beforeAll(async () => {
  api = await startBuildingApi({
    logger: { level: "trace", stream: { write: (line) => log.push(line) } },
    consoleDir: path.resolve("dist/web"),
    inspect: (...question) => inspectHere(api.db, api.dataDir)(...question),
  });
  account = await buildNeedleAccount(api, "https://hooks.example.com/in");
  const holdout = { name: "Left alone", share: 0.1, stream_name: "order" };
  const { body: made } = await account.post("/holdouts", holdout);
  await account.post(`/scopes/${account.ids.scope}/replays`, { dates: [new Date(api.now()).toISOString()] });
  await api.build();
  const firstOf = async (type: string) => (await account.get(`/${type}`)).body[0].id;
  ids = {
    datasets: account.ids.orders,
    places: account.ids.place,
    connections: account.ids.connection,
    cohorts: account.ids.customers,
    outcomes: account.ids.outcome,
    predictions: account.ids.outcome,
    "persona-sets": account.ids.personas,
    recommenders: account.ids.recommender,
    "hold-outs": made.id,
    pipelines: account.ids.scope,
    deployments: account.ids.file,
    triggers: await firstOf("triggers"),
    webhooks: await firstOf("webhook_endpoints"),
    streams: await firstOf("streams"),
    traits: await firstOf("traits"),
    people: (await account.get(`/people?email=${mailOf(7)}`)).body[0].id,
  };
  url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  browser = await openBrowser();
  return async () => {
    await browser.close();
    await api.close();
  };
});

const addressOf = (route: string): string =>
  `/console${route.replace(/([^/]+)\/:id/, (_, kind: string) => `${kind}/${ids[kind]}`)}`;

const keyOf = async (role: string): Promise<string> =>
  (await account.post("/accounts/current/api_keys", { name: role, role })).body.api_key;

/** By route, what says who somebody is, and where it was; `refused`: what a page asked for or offers in vain. */
const walkAs = async (
  key: string,
  walked: readonly string[],
): Promise<{ personal: Record<string, string[]>; refused: string[] }> => {
  const { page, leave, settled } = await visitSignedIn(browser, url, key);
  const answers: Promise<[string, string]>[] = [];
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${page.url()} asks for ${response.url()}`);
    if (!isOpenEnded(response)) answers.push(readAnswer(response));
  });
  const found: Record<string, string[]> = {};
  for (const route of walked) {
    answers.splice(0);
    await page.goto(addressOf(route));
    await settled();
    await openAll(page);
    await settled();
    const seen = [
      ...(await partsOf(page)),
      ...(await downloadsOf(page, refused)),
      ...(await Promise.all(answers)),
    ];
    const personal = seen.flatMap(([where, text]) =>
      personalIn(text.replaceAll(ownStreet, "")).map((needle) => `${where}: ${needle}`),
    );
    if (personal.length > 0) found[route] = personal;
  }
  await leave();
  return { personal: found, refused };
};

/** The stream of notices, and code. */
const isOpenEnded = (response: Response): boolean => /\/v1\/notices|\/assets\//.test(response.url());

const readAnswer = async (response: Response): Promise<[string, string]> => {
  const text = await response.text().catch(() => "");
  return [new URL(response.url()).pathname, `${JSON.stringify(await response.allHeaders())}\n${text}`];
};

/** Folds, and the tables of charts. */
const openAll = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.setAttribute("open", "");
  });
  const closed = page.getByRole("button", { name: /^Show table of/ });
  // An open one has another name.
  while ((await closed.count()) > 0) await closed.first().click();
};

const partsOf = async (page: Page): Promise<[string, string][]> => [
  ["page", await page.content()],
  ["accessible names", await page.locator("body").ariaSnapshot()],
  [
    "fields",
    await page.evaluate(() =>
      [...document.querySelectorAll("input, textarea, select")]
        .map((field) => (field as HTMLInputElement).value)
        .join("\n"),
    ),
  ],
  ["storage", await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))],
];

/** Files that the page makes, and those that it links to. */
const downloadsOf = async (page: Page, refused: string[]): Promise<[string, string][]> => {
  const files: [string, string][] = [];
  for (const button of await page.getByRole("button", { name: /^Download CSV/ }).all()) {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    files.push([download.suggestedFilename(), await readFile(await download.path(), "utf8")]);
  }
  const links = await page
    .locator("a[href*='/v1/']")
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  for (const link of new Set(links)) {
    const answer = await page.request.get(link);
    if (answer.status() === 403) refused.push(`${page.url()} links to ${link}`);
    files.push([new URL(link).pathname, `${JSON.stringify(answer.headers())}\n${await answer.text()}`]);
  }
  return files;
};

test("no page, request or download of a viewer without personal data says who somebody is", async () => {
  const key = await keyOf("masked_viewer");
  log.splice(0);
  expect(await walkAs(key, routes)).toEqual({ personal: {}, refused: [] });
  expect(log.filter((line) => personalIn(line.replaceAll(ownStreet, "")).length > 0)).toEqual([]);
});

test("the same walk finds them where a viewer may see them", async () => {
  const walked = ["/people/:id", "/deployments/:id"];
  const { personal: found } = await walkAs(await keyOf("viewer"), walked);
  expect(Object.keys(found)).toEqual(walked);
  const where = Object.values(found).flat().join("\n");
  for (const part of ["page:", "accessible names:", "/v1/people/"]) expect(where).toContain(part);
});

test.each(["viewer", "editor"])("no page asks for what %s may not see", async (role) => {
  const { page, leave, settled } = await visitSignedIn(browser, url, await keyOf(role));
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${page.url()} asks for ${response.url()}`);
  });
  for (const route of routes) {
    await page.goto(addressOf(route));
    await settled();
  }
  await leave();
  expect(refused).toEqual([]);
});
