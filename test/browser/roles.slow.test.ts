// The console as three people read it, by the names of what they see: a marketer who needs a list, an analyst who
// asks whether to believe it, and a founder who wants to know what is coming. Then the list is sent to a program.

import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../support/eventually.js";
import { startProgram } from "../support/programs/program-server.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { chooseFiles } from "./support/files.js";
import { customerEmail, dayOfOrders, ordersExport } from "./support/orders-export.js";
import { password, signInInBrowser, signUpInBrowser, waitForHome } from "./support/sign-in.js";

const owner = "owner@example.com";

let service: RunningService;
let browser: Browser;
let prediction: string;

beforeAll(async () => {
  const started = await startConsole({ BELLWETHER_PARALLEL_BUILDS: "2" });
  ({ service, browser } = started);
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, owner);
  await addMails(page);
  await page.getByRole("navigation").getByRole("link", { name: "Data", exact: true }).click();
  await chooseFiles(page, { name: "orders_export_1.csv", mimeType: "text/csv", buffer: ordersExport() });
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByRole("heading", { name: /^Shopify orders recognised/ }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Create prediction" }).click();
  await page.getByRole("heading", { level: 2, name: /customers are expected to buy/ }).waitFor();
  prediction = (await page.getByRole("heading", { level: 1 }).textContent())!;
  await leave();
  return started.stop;
});

/** Every fifth customer had a mail a few days before the end of the orders. */
const addMails = async (page: Page): Promise<void> => {
  const rows = Array.from({ length: 100 }, (_, i) => `${customerEmail(5 * i)},${dayOfOrders(495)}`);
  const headers = { origin: service.url };
  const file = await page.request.post("/v1/uploads/mails/mails.csv", {
    headers: { ...headers, "content-type": "text/csv" },
    data: ["mail,sent", ...rows, ""].join("\n"),
  });
  expect(file.ok(), await file.text()).toBe(true);
  const dataset = await page.request.post("/v1/datasets", {
    headers,
    data: {
      name: "Mails",
      identity_sets: { reader: { email: "mail" } },
      options: { type: "hosted_csv", upload_directory: "mails" },
      output_to_streams: { mail_sent: { data_map: { datetime: "sent" } } },
    },
  });
  expect(dataset.ok(), await dataset.text()).toBe(true);
};

const home = async () => {
  const visitor = await visit(browser, service.url);
  await visitor.page.goto("/");
  await signInInBrowser(visitor.page, owner, password);
  await waitForHome(visitor.page);
  return visitor;
};

const tab = async (page: Page, name: string): Promise<void> => {
  const tabs = page.getByRole("navigation", { name: "This prediction" });
  await tabs.getByRole("link", { name, exact: true }).click();
};

test("a marketer gets the likeliest customers who had no mail of late, for their program", async () => {
  const { page, leave } = await home();
  const number = page.getByRole("region", { name: "Expected number" });
  await number.getByText(/of \d+ customers are expected to buy again by/).waitFor();
  await number.getByRole("link", { name: "Get the list" }).click();
  const dialog = page.getByRole("dialog", { name: "Get the list" });
  await dialog.getByRole("radio", { name: "The likeliest percent" }).check();
  await dialog.getByLabel("Likeliest share, in percent").fill("20");
  await dialog.getByText(/^Of these \d+ customers, about \d+ are expected to buy again/).waitFor();
  await dialog.getByRole("checkbox", { name: "Skip customers contacted in the last 14 days" }).check();
  const leftOut = dialog.getByText(/contacted in the 14 days before .* and (is|are) left out\.$/);
  await leftOut.waitFor();
  const mailed = Number(/^\d+/.exec((await leftOut.textContent())!)![0]);
  expect(mailed).toBeGreaterThan(50);
  await dialog.getByRole("radio", { name: /^Klaviyo/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^buys-again.*-top-20-percent\.csv$/);
  const [, ...lines] = (await readFile(await download.path(), "utf8")).trim().split("\n");
  const numbers = lines.map((line) => Number(/customer(\d+)@/.exec(line)![1]));
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((n) => n % 5 === 0)).toEqual([]);

  await page.getByRole("button", { name: "Get the list" }).click();
  await dialog.getByText(/^Downloaded last on .* by /).waitFor();
  await leave();
});

test("an analyst finds the test, its picture as a table and a file, and the ids for a program", async () => {
  const { page, leave } = await home();
  await page.getByRole("navigation").getByRole("link", { name: "Predictions", exact: true }).click();
  await page.getByRole("link", { name: prediction }).click();
  await tab(page, "Evidence");
  await page.getByRole("heading", { level: 2, name: "Reliability" }).click();
  await page.getByRole("heading", { level: 2, name: "Drivers" }).waitFor();
  await page
    .getByRole("button", { name: /^Show table of/ })
    .first()
    .click();
  const figure = page
    .getByRole("figure")
    .filter({ has: page.getByRole("table") })
    .first();
  expect(await figure.getByRole("columnheader").count()).toBeGreaterThan(1);
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    figure.getByRole("button", { name: /^Download CSV of/ }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/\.csv$/);
  await tab(page, "Settings");
  await page.getByRole("heading", { level: 2, name: "In the API" }).waitFor();
  expect(await page.getByRole("button", { name: /^Copy/ }).count()).toBeGreaterThanOrEqual(2);
  await leave();
});

test("a founder reads who and how much to expect, how sure that is, and until when the data go", async () => {
  const { page, leave } = await home();
  const number = page.getByRole("region", { name: "Expected number" });
  await number.getByText(/^Likely range .* \(95 %\)\.$/).waitFor();
  await number.getByText(/^Spending [\d,]+/).waitFor();
  await page.getByText(/^Data through \d+ \w+ 2025 \(/).waitFor();
  await page
    .getByRole("region", { name: /^What is new/ })
    .getByText(/brought [\d,]+ orders/)
    .waitFor();
  await number.getByRole("link", { name: "See results" }).click();
  await page.getByRole("heading", { level: 2, name: /customers are expected to buy/ }).waitFor();
  await tab(page, "Came true");
  await page.getByRole("heading", { level: 2, name: "Expected and actual results" }).waitFor();
  await leave();
});

test("a list is counted, sent and taken back", async () => {
  const onList = new Set<string>();
  const program = await startProgram({
    options: { type: "endpoint", url: "", header: "X-Key" },
    secret: "s3cret",
    headers: { "x-key": "s3cret", "content-type": "application/json" },
    answer: ({ body }) => {
      for (const { email, in_list: isOn } of body as { email: string; in_list: boolean }[])
        if (isOn) onList.add(email);
        else onList.delete(email);
      return { status: 204 };
    },
  });
  const { page, leave } = await home();
  const created = await page.request.post("/v1/connections", {
    headers: { origin: service.url },
    data: {
      name: "Our mailer",
      options: {
        type: "endpoint",
        url: `${program.access().endpoint!.url}/people`,
        header: "X-Key",
        token: "s3cret",
      },
    },
  });
  expect(created.ok(), await created.text()).toBe(true);

  await page.getByRole("navigation").getByRole("link", { name: "Predictions", exact: true }).click();
  await page.getByRole("link", { name: prediction, exact: true }).click();
  await tab(page, "List");
  await page.getByRole("link", { name: "Send to a program" }).click();
  await page.getByLabel("Connection").selectOption({ label: "Our mailer (HTTP endpoint)" });
  await page.getByLabel("List", { exact: true }).fill("Likely to buy");
  await page.getByLabel("Add a condition on").selectOption({ label: "last contact: Mail Sent" });
  await page.getByRole("button", { name: "Add condition" }).click();
  await page.getByText("not contacted in the last 14 days (Mail Sent)").first().waitFor();
  await page.getByRole("button", { name: "Create deployment" }).click();

  const counted = page.getByText(/people would be added.*Nothing has been sent\./);
  await counted.waitFor();
  await page.getByText("Contacted lately, left out").waitFor();
  const people = Number(/(\d+) people would be added/.exec((await counted.textContent())!)![1]);
  expect(onList.size).toBe(0);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(`${people} people were added`).waitFor();
  await eventually("everyone is on the list", async () => onList.size === people || undefined);
  expect([...onList].filter((email) => Number(/\d+/.exec(email)![0]) % 5 === 0)).toEqual([]);

  await page.getByRole("button", { name: "Take it back" }).click();
  const sure = page.getByRole("dialog", { name: "Take everyone off the list?" });
  await sure.getByRole("button", { name: "Take it back" }).click();
  await page.getByText(`${people} people were taken off it.`).waitFor();
  await eventually("nobody is on the list", async () => onList.size === 0 || undefined);
  await leave();
});
