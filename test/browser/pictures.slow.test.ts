// Screenshots of all pages for the documentation: BELLWETHER_SCREENSHOTS=1 writes them to docs/console. They
// are reviewed by eye, not compared.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { needing } from "../run/needs.js";
import type { RunningService } from "../support/service.js";
import { routes } from "./support/routes.js";
import { type ShopConsole, startShopConsole } from "./support/shop.js";
import { visitSignedIn } from "./support/sign-in.js";

/** Enough customers for a meaningful model. */
const customers = 6000;

let service: RunningService;
let browser: Browser;
let shop: ShopConsole;

beforeAll(async () => {
  shop = await startShopConsole(customers);
  ({ service, browser } = shop);
  return shop.stop;
});

interface Look {
  width?: number;
  isDark?: boolean;
}

/** `/cohorts/:id/edit` → `cohorts-one-edit` */
const nameOf = (route: string): string =>
  route.slice(1).replaceAll(":id", "one").replaceAll("/", "-") || "home";

const pictures: readonly [name: string, route: string, look: Look][] = [
  ...routes.map((route): [string, string, Look] => [nameOf(route), route, {}]),
  ["home-dark", "/", { isDark: true }],
  ["home-telephone", "/", { width: 360 }],
];

const isWanted = process.env.BELLWETHER_SCREENSHOTS === "1";

test.each(pictures)(
  "%s is small enough to be committed",
  needing("BELLWETHER_SCREENSHOTS", isWanted),
  async (name, route, look) => {
    const { page, settled, leave } = await visitSignedIn(browser, service.url, shop.key);
    await page.emulateMedia({ colorScheme: look.isDark ? "dark" : "light" });
    await page.setViewportSize({ width: look.width ?? 1280, height: 800 });
    await page.goto(shop.addressOf(route));
    await settled();
    const { length } = await page.screenshot({ path: `docs/console/${name}.png`, animations: "disabled" });
    expect(length).toBeLessThan(200_000);
    await leave();
  },
);
