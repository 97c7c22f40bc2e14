// A browser that minds: whatever a page does that no page of the console may do fails the test that visits it.

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../../support/eventually.js";
import { chromiumPath } from "./chromium.js";

/** How long opening one may take, where Chromium has to be installed first. */
export const openingMs = 300_000;

/** As root, Chromium has no sandbox to offer. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Resolves once the page has all that it asked for. */
  settled(): Promise<void>;
  /** Ends the visit; fails if a page did what it may not do. */
  leave(): Promise<void>;
}

/** How long any one step may take. A machine that has much else to do is slow, and no page is tested by that. */
const stepMs = 15_000;

/** Someone with a browser of their own, who has not been here before. */
export const visit = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    acceptDownloads: true,
    ...options,
    baseURL: url,
  });
  context.setDefaultTimeout(stepMs);
  const misdeeds = await misdeedsIn(context, url);
  const isQuiet = quietIn(context);
  const page = await context.newPage();
  return {
    page,
    context,
    async settled() {
      await page.getByRole("heading", { level: 1 }).waitFor();
      const isSettled = async () => (isQuiet() && (await isDrawn(page))) || undefined;
      await eventually(`${page.url()} has all that it asked for`, isSettled, stepMs);
    },
    async leave() {
      await context.close();
      expect(misdeeds, "what pages did").toEqual([]);
    },
  };
};

/** What pages do that they may not do, as they do it. */
const misdeedsIn = async (context: BrowserContext, url: string): Promise<readonly string[]> => {
  const misdeeds: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`content policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  context.on("request", (request) => {
    const to = new URL(request.url());
    if (to.protocol.startsWith("http") && to.origin !== url) misdeeds.push(`asked ${to.origin}`);
  });
  context.on("weberror", (error) => misdeeds.push(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error" && !isRefusal(message.text())) misdeeds.push(`console: ${message.text()}`);
  });
  return misdeeds;
};

/** The browser notes each answer above 399, which a refusal is: those are for the tests to judge. */
const isRefusal = (text: string): boolean => text.startsWith("Failed to load resource");

/** Longer than a page waits for more keys before it asks. */
const quietMs = 400;

/** Whether nothing is being asked, and nothing was a moment ago. The stream of notices stays open for good. */
const quietIn = (context: BrowserContext): (() => boolean) => {
  const asked = new Set<object>();
  let lastAt = Date.now();
  const isCounted = (request: { url(): string }) => !request.url().endsWith("/v1/notices");
  const ended = (request: object) => {
    asked.delete(request);
    lastAt = Date.now();
  };
  context.on("request", (request) => isCounted(request) && asked.add(request));
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  return () => asked.size === 0 && Date.now() - lastAt > quietMs;
};

/** Nothing holds the place of something that is to come. */
const isDrawn = async (page: Page): Promise<boolean> =>
  (await page.locator("[role=status][aria-label^=Loading]").count()) === 0;
