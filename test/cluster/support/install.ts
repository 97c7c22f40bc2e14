// Installation of the engines, before the first test: it takes minutes the first time, which no test's time should include.

import { environmentOf, olderSpark, requireJava, sail, spark } from "./environments.js";

export const setup = async (): Promise<void> => {
  requireJava();
  for (const engine of [sail, spark, olderSpark] as const) await environmentOf(engine);
};
