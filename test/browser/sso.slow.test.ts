// Single sign-on in the browser, through oidc-provider: every case that there is for providers of any make.

import { beforeAll, test } from "vitest";
import { runProviders, type SsoWorld, startSso } from "./support/sso.js";
import { ssoCases } from "./support/sso-cases.js";

let world: SsoWorld;

beforeAll(async () => {
  world = await startSso(runProviders);
  return world.stop;
});

for (const [title, run] of Object.entries(ssoCases)) test(title, (context) => run(world, context));
