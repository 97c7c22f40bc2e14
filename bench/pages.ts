// node dist/bench/pages.js --customers 500000
//
// Benchmark of the console's pages with many customers, beside the same pages with few in the same run. The service, the
// import and the builds are the real ones, and so is the browser, whose processor is slowed down. Each visit begins with an empty
// cache; figures are medians of the visits, with the worst in brackets.

import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { type BuiltAccount, openBuiltAccount, type Shop } from "./pages/account.js";
import { BareBrowser } from "./pages/bare-browser.js";
import { type Interaction, measurePage, type PageFigures } from "./pages/page.js";
import { personAt } from "./pages/shop-export.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures the console's pages in Chromium.

  --customers N  customers of the large account (default 500000; 3.3 orders each)
  --few N        customers of the account beside it (default 500)
  --visits N     visits of each page (default 5)
  --slowness N   how many times slower the browser's processor is (default 4)
  --browser FILE the program of Chromium (default: BELLWETHER_CHROMIUM, or /usr/bin/chromium)
  --data DIR     directory of both accounts, which is kept, and used again if they are there
`;

/** Bars of the console. */
const bars = { largestPaint: 1_200, interaction: 100, shift: 0.001 };
const seed = 1;
/** End of the made-up orders. */
const now = Date.UTC(2026, 5, 1);

interface MeasuredPlace {
  name: string;
  place(account: BuiltAccount): string;
  interactions: readonly Interaction[];
}

const main = () =>
  runProgram({
    help,
    options: {
      customers: { type: "string", default: "500000" },
      few: { type: "string", default: "500" },
      visits: { type: "string", default: "5" },
      slowness: { type: "string", default: "4" },
      browser: { type: "string", default: process.env.BELLWETHER_CHROMIUM ?? "/usr/bin/chromium" },
      data: { type: "string" },
    },
    async run({ customers, few, visits, slowness, browser, data }, { dir, screen, signal }) {
      const counts = { many: numberOf("customers", customers), few: numberOf("few", few) };
      const each = {
        visits: numberOf("visits", visits),
        slowness: numberOf("slowness", slowness),
        executablePath: browser,
      };
      const measured: Figures[][] = [];
      for (const [name, count] of Object.entries(counts)) {
        const shop: Shop = { customers: count, seed, now };
        const account = await openBuiltAccount(path.join(data ?? dir, name), shop, screen, signal);
        try {
          measured.push(await measure(account, placesOf(personAt(seed, count >> 1).name), each, screen));
        } finally {
          await account.service.stop();
        }
      }
      for (const line of report(measured[0]!, measured[1]!)) screen.say(line);
    },
  });

const hover = async (page: Page): Promise<void> => {
  const picture = page.locator("main svg[role=img]").first();
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox())!;
  for (let step = 1; step <= 8; step++)
    await page.mouse.move(box.x + (box.width * step) / 9, box.y + box.height / 2);
};

const search = (name: string): Interaction => ({
  name: "search for a person",
  act: async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").waitFor();
    await page.keyboard.type(name, { delay: 60 });
  },
});

const tab = (name: string): Interaction => ({
  name: `open the tab ${name}`,
  act: (page) =>
    page.getByRole("navigation", { name: "This prediction" }).getByRole("link", { name }).click(),
});

const sort: Interaction = {
  name: "sort the table",
  act: (page) => page.getByRole("columnheader").getByRole("button").first().click(),
};

const placesOf = (person: string): MeasuredPlace[] => [
  { name: "home", place: () => "/console", interactions: [sort, search(person)] },
  {
    name: "prediction",
    place: ({ pages }) => pages.prediction,
    interactions: [
      { name: "hover a chart", act: hover },
      { name: "choose how many", act: chooseMany },
      tab("Evidence"),
    ],
  },
  { name: "list", place: ({ pages }) => `${pages.prediction}/list`, interactions: [sort, tab("Plan")] },
  {
    name: "customer",
    place: ({ pages }) => pages.person,
    interactions: [{ name: "hover a chart", act: hover }, search(person)],
  },
  { name: "data", place: () => "/console/data", interactions: [sort] },
  {
    name: "dataset",
    place: ({ pages }) => pages.dataset,
    interactions: [{ name: "hover a chart", act: hover }],
  },
  { name: "pipeline", place: ({ pages }) => pages.pipeline, interactions: [] },
];

async function chooseMany(page: Page): Promise<void> {
  await page.getByRole("slider").first().focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press("ArrowRight");
}

interface Figures extends PageFigures {
  name: string;
  worst: PageFigures;
}

const measure = async (
  account: BuiltAccount,
  places: readonly MeasuredPlace[],
  { visits, slowness, executablePath }: { visits: number; slowness: number; executablePath: string },
  screen: Screen,
): Promise<Figures[]> => {
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const bare = await BareBrowser.open(executablePath);
  try {
    const measured: Figures[] = [];
    for (const { name, place, interactions } of places) {
      const found: PageFigures[] = [];
      for (let visit = 0; visit < visits; visit++) {
        screen.progress(name, visit / visits);
        const { service, key } = account;
        const where = { url: service.url, key, place: place(account) };
        found.push(await measurePage({ browser, bare }, { ...where, interactions, slowness }));
      }
      measured.push({
        name,
        ...figuresOf(found, median),
        worst: figuresOf(found, (values) => Math.max(...values)),
      });
    }
    return measured;
  } finally {
    await browser.close();
    await bare.close();
  }
};

const figuresOf = (
  visits: readonly PageFigures[],
  of: (values: readonly number[]) => number,
): PageFigures => {
  const each = (figure: Exclude<keyof PageFigures, "slowest">) => of(visits.map((visit) => visit[figure]));
  const interaction = each("interaction");
  return {
    largestPaint: each("largestPaint"),
    interaction,
    slowest: visits.find((visit) => visit.interaction === interaction)?.slowest ?? "",
    shift: each("shift"),
    bytes: each("bytes"),
    processor: each("processor"),
  };
};

const report = (many: readonly Figures[], few: readonly Figures[]): string[] => [
  ...table(
    [
      ...["page", "largest paint ms", "to few", "interaction ms", "to few", "slowest", "shift"],
      ...["first load kB", "processor ms", "to few", "missed"],
    ],
    many.map((page, i) => {
      const beside = few[i]!;
      return [
        page.name,
        `${page.largestPaint.toFixed(0)} (${page.worst.largestPaint.toFixed(0)})`,
        ratio(page.largestPaint, beside.largestPaint),
        `${page.interaction.toFixed(0)} (${page.worst.interaction.toFixed(0)})`,
        ratio(page.interaction, beside.interaction),
        page.slowest,
        page.shift.toFixed(4),
        (page.bytes / 1000).toFixed(0),
        page.processor.toFixed(0),
        ratio(page.processor, beside.processor),
        missedOf(page).join(", "),
      ];
    }),
  ),
  "Processor: of the page's main thread until it has loaded, without the slowdown. It holds on a busy machine too.",
  `Bars: largest paint ${bars.largestPaint} ms, interaction ${bars.interaction} ms, shift ${bars.shift}.`,
];

const ratio = (value: number, other: number): string => (other === 0 ? "–" : (value / other).toFixed(2));

const missedOf = (page: PageFigures): string[] =>
  (["largestPaint", "interaction", "shift"] as const)
    .filter((figure) => page[figure] > bars[figure])
    .map((figure) => ({ largestPaint: "paint", interaction: "interaction", shift: "shift" })[figure]);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

await main();
