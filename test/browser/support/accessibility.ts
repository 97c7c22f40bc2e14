// Accessibility checks by axe-core.

import axe from "axe-core";
import type { Page } from "playwright-core";

/** Each broken rule with the elements that break it. */
export const accessibilityViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.map(({ id, help, nodes }) =>
    [`${id}: ${help}`, ...nodes.map(({ html }) => html.slice(0, 200))].join("\n  "),
  );
};
