// How far a page moves under the eyes of who reads it, while it comes.

import type { BrowserContext, Page } from "playwright-core";

/** As the browser tells it; the type is not in TypeScript's library. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Element | null }[];
}

interface Watched {
  shifts: { value: number; moved: string[] }[];
}

/** From the next page on. */
export const watchLayoutShifts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const shifts: Watched["shifts"] = [];
    Object.assign(window, { shifts });
    const nameOf = ({ node }: LayoutShift["sources"][number]) =>
      node?.outerHTML?.slice(0, 120) ?? "what is gone";
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({ value, moved: sources.map(nameOf) });
    }).observe({ type: "layout-shift", buffered: true });
  });
};

/** Above this a page is felt to jump (web.dev/cls). */
const least = 0.1;

/** What moved, if all of it together was noticeable. */
export const layoutShifts = async (page: Page): Promise<Watched["shifts"]> => {
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  return shifts.reduce((sum, { value }) => sum + value, 0) < least ? [] : shifts;
};
