// Single sign-on in the browser, through Keycloak on Java: every case that there is for providers of any make.

import { beforeAll, test } from "vitest";
import { skipWithout } from "../run/needs.js";
import { keycloakProgram, runKeycloak } from "../support/keycloak.js";
import { type SsoWorld, startSso } from "./support/sso.js";
import { ssoCases } from "./support/sso-cases.js";

let world: SsoWorld | undefined;

beforeAll(async () => {
  const program = await keycloakProgram();
  if (program === undefined) return;
  const started = await startSso(async () => {
    const keycloak = await runKeycloak(program);
    return {
      async addProvider(redirectUri) {
        const realm = await keycloak.addRealm(redirectUri);
        let present = { name: "", password: "" };
        return {
          ...realm,
          async isThere(claims) {
            present = await realm.setUser(claims);
          },
          async pass(page) {
            await page.getByLabel("Username").fill(present.name);
            await page.getByLabel("Password", { exact: true }).fill(present.password);
            await page.getByRole("button", { name: "Sign In" }).click();
          },
        };
      },
      stop: keycloak.stop,
    };
  });
  world = started;
  return started.stop;
});

for (const [title, run] of Object.entries(ssoCases))
  test(title, (context) => (world ? run(world, context) : skipWithout("Maven", context)));
