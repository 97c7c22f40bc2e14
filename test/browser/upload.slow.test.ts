// Uploads of files: invalid files, and lost connections.

import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { RunningService } from "../support/service.js";
import { openBreakableProxy } from "./support/breakable-proxy.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { chooseFiles } from "./support/files.js";
import { signUpInBrowser } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;

beforeAll(async () => {
  const started = await startConsole();
  ({ service, browser } = started);
  return started.stop;
});

const csv = (text: string) => ({ name: "Orders 2025.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("a file of another format is refused, and files chosen before it stay", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "one@example.com");
  await page.goto("/console/datasets/new");
  await chooseFiles(page, csv("email,day\na@example.com,2025-01-01\n"));
  await page.getByLabel("Dataset name").fill("My orders");
  await chooseFiles(page, { ...csv("%PDF"), name: "orders.pdf" });
  await page.getByRole("alert").getByText("orders.pdf cannot be read. It holds no table").waitFor();
  await page.getByRole("button", { name: "Remove Orders 2025.csv" }).waitFor();
  expect(await page.getByLabel("Dataset name").inputValue()).toBe("My orders");
  await leave();
});

test("three kinds of files that are chosen together become three datasets", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "kinds@example.com");
  await page.goto("/console/datasets/new");
  const file = (name: string, text: string) => ({ ...csv(text), name });
  await chooseFiles(page, [
    file("orders_2024.csv", "email,day,amount\na@example.com,2024-01-01,5\n"),
    file("orders_2025.csv", "Email;Amount;Day\nb@example.com;6;2025-01-01\n"),
    file("people.csv", "email,city\na@example.com,Rome\n"),
    file("Clicks.tsv", "email\turl\na@example.com\t/tea\n"),
  ]);
  await page.getByRole("heading", { name: "3 datasets" }).waitFor();
  await page.getByText("orders_2024.csv and orders_2025.csv").waitFor();
  await page.getByLabel("Name of dataset 2").fill("Customers");
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/kinds.png`, fullPage: true });
  await page.getByRole("button", { name: "Upload 4 files into 3 datasets" }).click();
  await page.waitForURL("**/console/data");
  for (const name of ["Orders", "Customers", "Clicks"])
    await page.getByRole("link", { name, exact: true }).first().waitFor();
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/data.png`, fullPage: true });
  await leave();
});

test("a file that cannot be read shows an error, and can be replaced", async () => {
  const { page, leave } = await visit(browser, service.url);
  await signUpInBrowser(page, "two@example.com");
  await page.goto("/console/datasets/new");
  await chooseFiles(page, csv("\u0000\u0001\u0002".repeat(1000)));
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  const error = page.getByRole("alert").getByText("Orders_2025.csv");
  await error.waitFor();

  await page.getByRole("main").getByRole("link", { name: "Orders" }).first().click();
  await page.getByRole("heading", { level: 2, name: "Files" }).waitFor();
  await chooseFiles(page, csv("email,day\na@example.com,2025-01-01\n"));
  await page.getByRole("button", { name: "Upload 1 file to orders" }).click();
  await error.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "email" }).first().waitFor();
  await leave();
});

test("an upload resumes after a lost connection", async () => {
  const proxy = await openBreakableProxy(service.port, 4_000_000);
  onTestFinished(proxy.close);
  const { file, sha256 } = await largeFile();
  const { page, context, leave } = await visit(browser, proxy.url);
  const offsets: number[] = [];
  context.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await signUpInBrowser(page, "three@example.com");
  await page.goto("/console/datasets/new");
  await chooseFiles(page, file);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await page.getByText(/Connection lost/).waitFor();
  proxy.repair();
  await page.getByRole("heading", { level: 1, name: "Map columns of Large" }).waitFor();

  expect(offsets[0]).toBe(0);
  expect(offsets.at(-1)).toBeGreaterThan(1_000_000);
  const arrived = await context.request.get("/v1/uploads/large/large.csv");
  expect(
    createHash("sha256")
      .update(await arrived.body())
      .digest("hex"),
  ).toBe(sha256);
  await leave();
});

/** A CSV of 8 MB. */
const largeFile = async (): Promise<{ file: string; sha256: string }> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-large-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const rows = Array.from({ length: 200_000 }, (_, row) => `person${row}@example.com,2025-01-01,${row % 97}`);
  const text = ["email,day,total", ...rows, ""].join("\n");
  const file = path.join(dir, "large.csv");
  await writeFile(file, text);
  return { file, sha256: createHash("sha256").update(text).digest("hex") };
};
