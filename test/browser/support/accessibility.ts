// What keeps people from using a page, as far as a program can tell.

import axe from "axe-core";
import type { Page } from "playwright-core";

/** Each rule that the page breaks, with where. */
export const accessibilityViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map(({ html }) => html.slice(0, 200))].join("\n  "),
  );
};
