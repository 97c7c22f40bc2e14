// Which pages the console has: what web/app.tsx says. A page that is added there is looked at by every test that looks at pages.

import { readFileSync } from "node:fs";

const app = readFileSync(new URL("../../../web/app.tsx", import.meta.url), "utf8");

/** `/cohorts/:id/edit`, as they are written. */
export const routes: readonly string[] = [...app.matchAll(/^ {2}\["(\/[^"]*)", lazy\(/gm)].map(
  ([, route]) => route!,
);
