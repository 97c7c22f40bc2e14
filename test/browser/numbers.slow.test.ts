// Numbers of the pages that people decide by: whoever hears one knows who it counts, until when the data reach, and in which
// currency. Each number is read with the names of the parts that it stands in.

import type { Browser, Page } from "playwright-core";
import { beforeAll, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { type ShopConsole, startShopConsole } from "./support/shop.js";
import { visitSignedIn } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let shop: ShopConsole;

beforeAll(async () => {
  shop = await startShopConsole();
  ({ service, browser } = shop);
  return shop.stop;
});

interface Heard {
  /** The text with the number, and its sentence, row or term. */
  number: string;
  said: string;
  /** Names of the parts around it, the nearest first. */
  parts: string[];
}

/** Numbers in texts of the page's main part, but for days and durations, headings of the first level and what the reader enters. */
const numbersOf = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => {
    const main = document.querySelector("main")!;
    const nameOf = (element: Element): string => {
      const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
      const named = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
      return named || (element.getAttribute("aria-label") ?? "");
    };
    const around = (element: Element): Element[] =>
      element === main ? [] : [element, ...around(element.parentElement!)];
    const isShown = (element: Element) => element.checkVisibility() && !element.closest("[hidden]");
    const skipped = "h1, time, input, select, code, kbd, script, style, [role=tooltip]";
    const dates =
      /\b\d{1,2} [A-Z][a-z]+ \d{4}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d+ (second|minute|hour|day|week|month|year)s?\b/g;
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const heard: Heard[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (!/\d/.test(text.replace(dates, "")) || element.closest(skipped) || !isShown(element)) continue;
      const sentence = element.closest(
        "p, li, tr, figcaption, h2, h3, h4, dl > div, td, th, summary, output, div",
      );
      heard.push({
        number: text,
        said: (sentence?.textContent ?? text).replace(/\s+/g, " "),
        parts: around(element).map(nameOf).filter(Boolean),
      });
    }
    return heard;
  });

const day = /\b\d{1,2} [A-Z][a-z]+ \d{4}\b|\b\d{4}-\d{2}-\d{2}\b/;
const people =
  /customers?|people|person|subscribers?|subscriptions?|buyers?|members?|everyone|orders?|events?|records?/i;
const money = /\b(spen[dt]|spending|amounts?|revenue|paid|profit|worth|cost)\b/i;
const currency = /\b[A-Z]{3}\b|[€$£]|currency of the files/;

/** What a listener would have to ask. */
const questionsOf = ({ number, said, parts }: Heard): string[] => {
  const all = [said, ...parts].join(" ");
  return [
    ...(day.test(all) ? [] : ["until when"]),
    ...(people.test(all) ? [] : ["of whom"]),
    ...(!money.test(said) || currency.test(all) ? [] : ["in which currency"]),
  ].map(
    (question) => `“${number}” of “${said.slice(0, 120)}”: ${question}? [${parts.join(" | ").slice(0, 200)}]`,
  );
};

test.for(["/", "/predictions/:id", "/people/:id"])(
  "each number of %s says who it counts, until when, and in which currency",
  async (route, { expect }) => {
    const { page, settled, leave } = await visitSignedIn(browser, service.url, shop.key);
    await page.goto(shop.addressOf(route));
    await settled();
    const heard = await numbersOf(page);
    expect(heard.length).toBeGreaterThan(10);
    expect(heard.flatMap(questionsOf)).toEqual([]);
    await leave();
  },
);
