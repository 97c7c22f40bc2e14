// The routes of the console, read from web/routes.tsx, so that tests of all pages include new ones.

import { readFileSync } from "node:fs";

const app = readFileSync(new URL("../../../web/routes.tsx", import.meta.url), "utf8");

/** As written there: `/cohorts/:id/edit`. */
export const routes: readonly string[] = [...app.matchAll(/^ {2}\["(\/[^"]*)", \(\) => import\(/gm)].map(
  ([, route]) => route!,
);
