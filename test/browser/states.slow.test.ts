// States of pages: nothing there yet, a slow service, a service that is away and comes back, and a key that may only
// read.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { visit } from "./support/browser.js";
import { layoutShifts, watchLayoutShifts } from "./support/layout-shifts.js";
import { type ShopConsole, startShopConsole } from "./support/shop.js";
import { signUpInBrowser, visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let shop: ShopConsole;

beforeAll(async () => {
  shop = await startShopConsole();
  ({ service, browser } = shop);
  return shop.stop;
});

const lists = ["/", "/data", "/predictions", "/people", "/claims", "/settings", "/cohorts", "/pipelines"];
const records = ["/predictions/:id", "/pipelines/:id", "/people/:id"];

/** Light on a screen, dark on a telephone. PICTURES is a directory for pictures to look at. */
const look = async (page: Page, name: string): Promise<void> => {
  for (const [scheme, width] of [["light", 1280] as const, ["dark", 360] as const]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await accessibilityViolations(page), `${name}, ${scheme}`).toEqual([]);
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overhang, `${name}: pixels beyond the edge at ${width}`).toBeLessThanOrEqual(0);
    const to = process.env.PICTURES;
    if (!to) continue;
    await mkdir(to, { recursive: true });
    await page.screenshot({ path: path.join(to, `${name}-${scheme}.png`), fullPage: width > 400 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light" });
};

const named = (route: string): string => route.replaceAll(/[/:]+/g, "-").replace(/^-$/, "-home");

test("an account without anything says what to do first, on every page", async () => {
  const { page, settled, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "nobody@example.com");
  for (const route of lists) {
    await page.goto(`/console${route}`);
    await settled();
    expect.soft((await page.getByRole("main").textContent())!.length, route).toBeGreaterThan(60);
    await look(page, `empty${named(route)}`);
  }
  await leave();
});

/** Answers come in another order than they were asked for. */
const slowMs = (place: number): number => 300 + ((place * 7) % 5) * 250;

test.for([...lists, ...records])("%s has its place while the service is slow", async (route) => {
  const { page, context, settled, leave } = await visitSignedIn(browser, service.url, shop.key);
  await watchLayoutShifts(context);
  let place = 0;
  await page.route("**/v1/**", async (request) => {
    if (request.request().url().endsWith("/notices")) return request.continue();
    await new Promise((resolve) => setTimeout(resolve, slowMs(place++)));
    await request.continue().catch(() => undefined);
  });
  await page.goto(shop.addressOf(route), { waitUntil: "domcontentloaded" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect.soft(await accessibilityViolations(page), "while it loads").toEqual([]);
  await settled();
  expect(await layoutShifts(page, 0.001), "layout shifts").toEqual([]);
  await leave();
});

/** A page that came with all its answers says it of its connection alone. */
const isAway = /The service does not answer|No connection to the service/;

test.for([...lists, ...records])(
  "%s says that the service is away, and recovers by itself",
  async (route) => {
    const { page, settled, leave } = await visitSignedIn(browser, service.url, shop.key);
    const isSession = (url: string) => /sessions\/current$/.test(url);
    await page.route("**/v1/**", (request) =>
      isSession(request.request().url()) ? request.continue() : request.abort(),
    );
    await page.goto(shop.addressOf(route), { waitUntil: "domcontentloaded" });
    await page.getByText(isAway).first().waitFor();
    await look(page, `away${named(route)}`);
    await page.unroute("**/v1/**");
    await expect
      .poll(() => page.getByText(isAway).count(), {
        timeout: 60_000,
      })
      .toBe(0);
    await settled();
    await leave();
  },
);

test("a key that may only read does not sign in, and the page says why", async () => {
  const { page, leave } = await visit(browser, service.url);
  const issued = await page.request.post("/v1/accounts/current/api_keys", {
    headers: { authorization: `Bearer ${shop.key}` },
    data: { name: "reports", scope: "read" },
  });
  const { api_key } = await issued.json();
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  await page.getByLabel("API key").fill(api_key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText(/scope/).waitFor();
  await look(page, "read-only");
  await leave();
});
