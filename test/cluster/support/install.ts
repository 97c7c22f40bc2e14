// Installation of the engines, before the first test: it takes minutes the first time, which no test's time
// should include.

import { environmentOf, olderSpark, quickJava, requireJava, sail, spark } from "./environments.js";

export const setup = async (): Promise<void> => {
  requireJava();
  await environmentOf(sail);
  for (const engine of [spark, olderSpark] as const) await quickJava(engine);
};
