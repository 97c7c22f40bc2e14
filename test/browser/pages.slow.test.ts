// Accessibility and layout of the pages that people open most, and in a whole run of every page, on a service with one
// built resource of each type.

import { isDeepStrictEqual } from "node:util";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { isWhole } from "../run/amounts.js";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { openBrowser, type Visitor, visit } from "./support/browser.js";
import { layoutShifts, watchLayoutShifts } from "./support/layout-shifts.js";
import { routes } from "./support/routes.js";
import { type ShopConsole, startShopConsole } from "./support/shop.js";
import { visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let shop: ShopConsole;

beforeAll(async () => {
  shop = await startShopConsole();
  ({ service, browser } = shop);
  return shop.stop;
});

const mainRoutes = [
  "/",
  "/data",
  "/claims",
  "/predictions",
  "/datasets/:id/mapping",
  "/cohorts/new",
  "/predictions/:id",
  "/pipelines/:id",
  "/people/:id",
];
const tested = isWhole("console") ? routes : mainRoutes;

const open = async (route: string): Promise<Visitor> => {
  const visitor = await visitSignedIn(browser, service.url, shop.key);
  await watchLayoutShifts(visitor.context);
  await visitor.page.goto(shop.addressOf(route));
  await visitor.settled();
  return visitor;
};

test("the routes are found", () => {
  expect(routes.length).toBeGreaterThan(40);
  expect(routes).toEqual(expect.arrayContaining(mainRoutes));
});

test.concurrent.for(tested)(
  "%s does not shift while it loads, and is accessible",
  async (route, { expect }) => {
    const { page, leave } = await open(route);
    expect.soft(await layoutShifts(page), "layout shifts").toEqual([]);
    expect.soft(await accessibilityViolations(page), "accessibility, light theme, on a screen").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 740 });
    expect.soft(await overhang(page), "pixels beyond the edge of a phone").toBe(0);
    expect.soft(await accessibilityViolations(page), "accessibility, dark theme, on a phone").toEqual([]);
    await page.setViewportSize({ width: 3840, height: 2160 });
    expect.soft(await overhang(page), "pixels beyond the edge of a large screen").toBe(0);
    await leave();
  },
);

test("the header ends where the scroll bar begins, on a short page as on a long one", async () => {
  const withBars = await openBrowser({ ignoreDefaultArgs: ["--hide-scrollbars"] });
  onTestFinished(() => withBars.close());
  const { page, settled, leave } = await visitSignedIn(withBars, service.url, shop.key);
  const [widths, heights]: number[][] = [[], []];
  for (const route of ["/webhooks", "/predictions/:id"]) {
    await page.goto(shop.addressOf(route));
    await settled();
    const { left = 0, header } = await page.evaluate(() => ({
      left: innerWidth - document.documentElement.clientWidth,
      header: innerWidth - document.querySelector("header")!.getBoundingClientRect().right,
    }));
    expect([route, header]).toEqual([route, left]);
    widths!.push(left);
    heights!.push(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight));
  }
  expect(heights![0]).toBe(0);
  expect(heights![1]).toBeGreaterThan(0);
  expect(widths![0]).toBeGreaterThan(0);
  expect(widths![1]).toBe(widths![0]);
  await leave();
});

test("another number to contact moves its line, and draws the picture no second time", async () => {
  const { page, leave } = await open("/predictions/:id");
  const picture = page.getByRole("img", { name: /^Expected number by people reached/ });
  const before = await picture.elementHandle();
  const line = picture.locator("line.chosen");
  const { x: from } = (await line.boundingBox())!;
  await page.getByRole("slider", { name: "Reach the top" }).focus();
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowRight");
  expect((await line.boundingBox())!.x).toBeGreaterThan(from);
  const number = await page.getByRole("slider").getAttribute("aria-valuetext");
  expect(await picture.getAttribute("aria-label")).toContain(
    `likeliest ${number?.replace(" customers", "")}.`,
  );
  expect(await before!.evaluate((svg) => svg.isConnected)).toBe(true);
  await leave();
});

/** What pages ask for while they load, although the service sends them their first answers. */
const requested = [
  ["/", []],
  ["/predictions", []],
  ["/predictions/:id", ["reach"]],
  ["/predictions/:id/list", ["movers", "top_people"]],
  ["/predictions/:id/evidence", []],
  ["/people/:id", ["events", "events", "people/", "scores"]],
] as const;

test("the door's code is compiled as it arrives", async () => {
  const visitor = await visit(browser, service.url);
  const { request } = visitor.context;
  const [, entry] = /src="([^"]+door-[^"]+)"/.exec(await (await request.get("/")).text()) ?? [];
  const code = await (await request.get(entry!)).text();
  expect(code.slice(0, 40)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  await visitor.leave();
});

test("a thread beside the page's loads the formats of numbers and dates", async () => {
  const visitor = await visit(browser, service.url);
  const worker = visitor.page.waitForEvent("worker");
  await visitor.page.goto("/console");
  expect((await worker).url()).toBe(`${service.url}/formats.js`);
  await visitor.leave();
});

const mostVisits = 5;

/** A visit to a busy service may get some of them too late. */
test.for(requested)("%s asks once for what the service has not sent", async ([route, expected]) => {
  let paths: string[] | undefined;
  for (
    let visits = 0;
    visits < mostVisits && !(paths && isDeepStrictEqual(namesOf(paths), expected));
    visits++
  )
    paths = await requestsOf(route);
  expect(namesOf(paths!), paths!.join("\n")).toEqual(expected);
});

const namesOf = (paths: readonly string[]): string[] => paths.map(nameOf).sort();

const nameOf = (path: string): string => /\/([a-z_]+)$/.exec(path)?.[1] ?? path.replace(/[^/]+$/, "");

/** The shop's connection is tried again and again, so notices have connections read again. */
const ofNotices = ["notices", "connections"];

/** Paths of the API, but for those of notices. */
const requestsOf = async (route: string): Promise<string[]> => {
  const visitor = await visitSignedIn(browser, service.url, shop.key);
  const paths: string[] = [];
  visitor.context.on("request", (request) => {
    const path = /\/v1\/(.*)/.exec(new URL(request.url()).pathname)?.[1];
    if (path !== undefined && !ofNotices.includes(path)) paths.push(path);
  });
  await visitor.page.goto(shop.addressOf(route));
  await visitor.settled();
  await visitor.leave();
  return paths;
};

/** All bytes of the first load, as sent: page, scripts, styles, font and data. */
const firstLoads = [
  ["the door", (browser: Browser) => visit(browser, service.url), "/", 60],
  ["the home page", (browser: Browser) => visitSignedIn(browser, service.url, shop.key), "/", 110],
  [
    "a prediction",
    (browser: Browser) => visitSignedIn(browser, service.url, shop.key),
    "/predictions/:id",
    230,
  ],
] as const;

test.for(firstLoads)("%s needs few bytes", async ([, enter, route, mostKb]) => {
  const visitor = await enter(browser);
  const sent: Promise<[string, number]>[] = [];
  visitor.context.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    sent.push(request.sizes().then(({ responseBodySize }) => [pathname, responseBodySize]));
  });
  await visitor.page.goto(shop.addressOf(route));
  await visitor.settled();
  const files = (await Promise.all(sent)).sort(([, a], [, b]) => b - a);
  const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
  expect(total).toBeGreaterThan(10_000);
  expect(total, files.map(([name, bytes]) => `${bytes} ${name}`).join("\n")).toBeLessThan(1000 * mostKb);
  await visitor.leave();
});

/** The distance that the page scrolls sideways, in pixels. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(document.documentElement.scrollWidth, 0);
    return window.scrollX;
  });
