// Layout shifts of a page while it loads.

import type { BrowserContext, Page } from "playwright-core";

/** As the browser reports it; TypeScript's library lacks the type. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Element | null }[];
}

interface Watched {
  shifts: { value: number; moved: string[] }[];
}

/** Starts with the next page. */
export const watchLayoutShifts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const shifts: Watched["shifts"] = [];
    Object.assign(window, { shifts });
    const nameOf = ({ node }: LayoutShift["sources"][number]) =>
      node?.outerHTML?.slice(0, 120) ?? "a removed element";
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({ value, moved: sources.map(nameOf) });
    }).observe({ type: "layout-shift", buffered: true });
  });
};

/** A higher sum is noticeable (web.dev/cls). */
const noticeable = 0.1;

/** The shifts, if their sum is noticeable. */
export const layoutShifts = async (page: Page, most = noticeable): Promise<Watched["shifts"]> => {
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  return shifts.reduce((sum, { value }) => sum + value, 0) < most ? [] : shifts;
};
