// A browser for tests. Script errors, console errors, policy violations and requests to other origins fail
// the test that visits the page.

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from "playwright-core";
import { expect } from "vitest";
import { eventually, hangMs } from "../../support/eventually.js";
import { chromiumPath } from "./chromium.js";

/** Chromium has no sandbox for root. */
export const openBrowser = async (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...options,
    executablePath: await chromiumPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Resolves once the page has finished loading. */
  settled(): Promise<void>;
  /** Ends the visit; fails on violations. */
  leave(): Promise<void>;
}

/** A visitor with a fresh browser profile. `others`: addresses besides that of the service that pages lead to. */
export const visit = async (
  browser: Browser,
  url: string,
  { others = [], ...options }: BrowserContextOptions & { others?: readonly string[] } = {},
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
  context.setDefaultTimeout(hangMs);
  const violations = await violationsIn(context, [url, ...others]);
  const isQuiet = quietIn(context);
  const page = await context.newPage();
  return {
    page,
    context,
    async settled() {
      await page.getByRole("heading", { level: 1 }).waitFor();
      const isSettled = async () => (isQuiet() && (await isDrawn(page))) || undefined;
      await eventually(`${page.url()} has finished loading`, isSettled);
    },
    async leave() {
      await context.close();
      expect(violations, "violations").toEqual([]);
    },
  };
};

/** Violations, recorded as they happen. */
const violationsIn = async (
  context: BrowserContext,
  origins: readonly string[],
): Promise<readonly string[]> => {
  const violations: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`content policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  context.on("request", (request) => {
    const to = new URL(request.url());
    if (to.protocol.startsWith("http") && !origins.includes(to.origin))
      violations.push(`requested ${to.origin}`);
  });
  context.on("weberror", (error) => violations.push(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error" && !isFailedLoad(message.text()))
      violations.push(`console: ${message.text()}`);
  });
  return violations;
};

/** The browser logs every answer above 399; tests judge those themselves. */
const isFailedLoad = (text: string): boolean => text.startsWith("Failed to load resource");

/** Longer than the pause in typing after which a page sends a request. */
const quietMs = 400;

/** Whether there has been no request for a moment. The stream of notices stays open and does not count. */
const quietIn = (context: BrowserContext): (() => boolean) => {
  const pending = new Set<object>();
  let lastAt = Date.now();
  const isCounted = (request: { url(): string }) => !request.url().endsWith("/v1/notices");
  const ended = (request: object) => {
    pending.delete(request);
    lastAt = Date.now();
  };
  context.on("request", (request) => isCounted(request) && pending.add(request));
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  return () => pending.size === 0 && Date.now() - lastAt > quietMs;
};

/** No placeholder is left. */
const isDrawn = async (page: Page): Promise<boolean> =>
  (await page.locator("[role=status][aria-label^=Loading]").count()) === 0;
