// Measured page: a page in a fresh profile of a real Chromium whose processor is slowed down. It has the layout
// shifts and the bytes of its first load, the longest of its interactions until the next paint and, in a browser that nothing
// listens to, the largest contentful paint.

import type { Browser, BrowserContext, Page } from "playwright-core";
import type { BareBrowser } from "./bare-browser.js";

export interface PageFigures {
  /** Milliseconds. */
  largestPaint: number;
  /** Milliseconds from the input to the paint after it, of the slowest interaction. */
  interaction: number;
  slowest: string;
  shift: number;
  bytes: number;
  /** Processor time of the page's main thread until it has loaded, in ms of the processor that is not slowed down. */
  processor: number;
}

export interface Interaction {
  name: string;
  act(page: Page): Promise<unknown>;
}

export interface Visit {
  url: string;
  key: string;
  place: string;
  interactions: readonly Interaction[];
  /** How many times slower the processor is. */
  slowness: number;
}

const quietMs = 600;
const mostMs = 120_000;

/** Entries of the browser's own observers. The shortest event that it reports takes 16 ms. */
const observers = `
  window.bench = { shift: 0, events: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.bench.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.bench.events.push(duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

export const measurePage = async (
  { browser, bare }: { browser: Browser; bare: BareBrowser },
  { url, key, place, interactions, slowness }: Visit,
): Promise<PageFigures> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: url,
    reducedMotion: "reduce",
  });
  try {
    const answer = await context.request.post("/v1/sessions", { data: { api_key: key } });
    if (!answer.ok()) throw new Error(`Signing in was answered with ${answer.status()}.`);
    const [cookie] = await context.cookies();
    const largestPaint = await bare.largestPaint(
      `${url}${place}`,
      `${cookie!.name}=${cookie!.value}`,
      slowness,
    );
    const isQuiet = quietIn(context);
    const page = await context.newPage();
    page.setDefaultTimeout(mostMs);
    await page.addInitScript(observers);
    const cdp = await context.newCDPSession(page);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    await cdp.send("Network.enable");
    await cdp.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
    await cdp.send("Performance.enable");
    let bytes = 0;
    cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(place);
    await settled(page, isQuiet);
    const shift = await page.evaluate<number>("window.bench.shift");
    const firstBytes = bytes;
    const { metrics } = await cdp.send("Performance.getMetrics");
    const seconds = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
    const processor = (1000 * seconds) / slowness;
    const slow = await slowestOf(page, interactions, isQuiet);
    return { largestPaint, shift, bytes: firstBytes, processor, ...slow };
  } finally {
    await context.close();
  }
};

const slowestOf = async (
  page: Page,
  interactions: readonly Interaction[],
  isQuiet: () => boolean,
): Promise<Pick<PageFigures, "interaction" | "slowest">> => {
  let slow = { interaction: 0, slowest: "" };
  for (const { name, act } of interactions) {
    await page.evaluate("window.bench.events.length = 0");
    await act(page);
    await settled(page, isQuiet);
    const longest = await page.evaluate<number>("Math.max(0, ...window.bench.events)");
    if (longest > slow.interaction) slow = { interaction: longest, slowest: name };
  }
  return slow;
};

/** Whether there has been no request for a moment. The stream of notices stays open and does not count. */
const quietIn = (context: BrowserContext): (() => boolean) => {
  const pending = new Set<object>();
  let lastAt = performance.now();
  const isCounted = (request: { url(): string }) => !request.url().endsWith("/v1/notices");
  const ended = (request: object) => {
    pending.delete(request);
    lastAt = performance.now();
  };
  context.on("request", (request) => isCounted(request) && pending.add(request));
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  return () => pending.size === 0 && performance.now() - lastAt > quietMs;
};

/** Resolves once no request is under way and no placeholder is left. */
const settled = async (page: Page, isQuiet: () => boolean): Promise<void> => {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  for (const until = performance.now() + mostMs; performance.now() < until; await page.waitForTimeout(100)) {
    const isDrawn = (await page.locator("[role=status][aria-label^=Loading]").count()) === 0;
    if (isDrawn && isQuiet()) return;
  }
  throw new Error(`${page.url()} has not settled within ${mostMs / 1000} s.`);
};
