// Single sign-on in the browser, through oidc-provider: every case that there is for providers of any make.

import { beforeAll, test } from "vitest";
import { runOpenIdProvider } from "../support/openid-provider.js";
import { type SsoWorld, startSso } from "./support/sso.js";
import { ssoCases } from "./support/sso-cases.js";

let world: SsoWorld;

beforeAll(async () => {
  world = await startSso(async () => {
    const running: Awaited<ReturnType<typeof runOpenIdProvider>>[] = [];
    return {
      async addProvider(redirectUri) {
        const provider = await runOpenIdProvider({ redirectUri, hasPage: true, tokenSeconds: 60 });
        running.push(provider);
        return { ...provider, pass: (page) => page.getByRole("button", { name: "Sign in here" }).click() };
      },
      stop: () => Promise.all(running.map(({ stop }) => stop())),
    };
  });
  return world.stop;
});

for (const [title, run] of Object.entries(ssoCases)) test(title, (context) => run(world, context));
