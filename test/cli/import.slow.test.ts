// Import at the command line: a file is uploaded, its proposal is shown with figures, and the dataset is
// created from it.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/exit.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { type RunningService, startService } from "../support/service.js";

let service: RunningService;
let dir: string;
let key = "";

const bellwether = async (...args: string[]) => {
  const { terminal, out, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: key }, null);
  const code = await run(args, terminal);
  expect(code, err()).toBe(exitCodes.done);
  return { out: out(), err: err() };
};

beforeAll(async () => {
  service = await startService({});
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-import-"));
  const { out } = await bellwether("account", "create", "--name", "Shop", "--email", "me@example.com");
  key = out.trim();
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

const written = async (name: string, lines: readonly string[]): Promise<string> => {
  const file = path.join(dir, name);
  await writeFile(file, `${lines.join("\n")}\n`);
  return file;
};

test("the sample shop is created and removed", async () => {
  expect((await bellwether("sample", "create")).err).toMatch(/The sample shop has \d+ resources/);
  expect(JSON.parse((await bellwether("sample", "get", "--json")).out)).toMatchObject({ exists: true });
  expect((await bellwether("sample", "delete")).err).toContain("The sample shop is removed.");
  expect(JSON.parse((await bellwether("dataset", "list", "--json")).out)).toEqual([]);
  expect((await bellwether("sample", "delete")).err).toContain("There is no sample shop.");
});

test("a known export is imported without a question", async () => {
  const file = await written("orders_export.csv", [
    "Name,Email,Financial Status,Created at,Total,Refunded Amount,Lineitem name,Lineitem quantity,Cancelled at,Payment Method",
    "#1,ada@shop.org,paid,2025-01-03 10:00:00 +0100,10.00,2.50,Soap,1,,Visa",
    "#1,ada@shop.org,,2025-01-03 10:00:00 +0100,,,Candle,2,,",
    "#2,cy@shop.org,refunded,2025-01-04 10:00:00 +0100,8.00,8.00,Soap,1,2025-01-05 10:00:00 +0100,Visa",
    "#3,ada@shop.org,paid,2025-02-03 10:00:00 +0100,4.00,0.00,Soap,1,,Visa",
  ]);
  const { out, err } = await bellwether("import", file, "--explain");
  expect(out).toContain(
    "transaction: 4 rows read: 3 are in 2 orders, and 1 is left out. 2 orders of 1 customer.\n",
  );
  expect(out).toMatch(/\n +“Cancelled at” is “2025-01-05 10:00:00 \+0100”\. +1 +1 +0\n +Rows read +4\n/);
  expect(out).toMatch(/\n +2025-01 +1 +7.50\n +2025-02 +1 +4\n/);
  expect(out).toMatch(/^Orders: 4 rows, recognised as Shopify orders\n/);
  expect(out).toContain(
    "Where the rows of an order differ in “Financial Status”, only the rows that do not count are left out;",
  );
  expect(out).toMatch(
    /stream +rows +events +customers +value +refunds +left out\n +transaction +3 +2 +1 +11.50 +1\n/,
  );
  expect(out).toMatch(/Financial Status +condition\n/);
  expect(err).toMatch(/dataset Orders is ready\n$/);
  const dataset = await bellwether("dataset", "get", "Orders", "--json");
  expect(JSON.parse(dataset.out)).toMatchObject({
    preview: false,
    event_counts: { transaction: { events: 2, value_total: 11.5 } },
  });
});

test("a file may have any name, and no two of them the same in the store", async () => {
  const rows = [
    "E-Mail;Bestelldatum;Bestellnr;Summe",
    "eva@shop.at;01.02.2025;7;12,50",
    "max@shop.at;14.02.2025;8;9,00",
  ];
  const file = await written("Käufe (Jänner) 2025.csv", rows);
  expect((await bellwether("import", file, "--preview")).out).toMatch(/^Käufe Jänner: 2 rows/);
  expect((await bellwether("uploads", "list")).out).toContain("kaufe_janner/Kaufe_Janner_2025.csv");
  const same = await written("Kaufe_Janner_2025.csv", rows);
  const { terminal, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: key }, null);
  expect(await run(["import", file, same], terminal)).toBe(exitCodes.misused);
  expect(err()).toContain("would both be stored as Kaufe_Janner_2025.csv. Rename one of them.");
});

test("a question stops the import until it is answered", async () => {
  const file = await written("till.csv", [
    "customer_id,date,total",
    "1,01/02/2025,4.50",
    "2,01/03/2025,5.50",
    "1,11/12/2024,6.50",
  ]);
  const stopped = await bellwether("import", file);
  expect(stopped.out).toMatch(
    /Which day is “.*” in date\?\n {2}\* 1\. mm_dd_yyyy_slash: .*\n {2}- 2\. dd_mm_yyyy_slash: /,
  );
  expect(stopped.out).toMatch(/Are these events the same as “transaction” of Orders \(4 rows\)\?/);
  expect(stopped.err).toMatch(/Nothing is imported yet/);
  const answered = await bellwether("import", file, "--yes");
  expect(answered.err).toMatch(/dataset Till is ready\n$/);
  const again = await bellwether("import", file, "--yes");
  expect(again.err).toContain("The files are added to dataset Till, which reads directory till.");
  const datasets: { name: string }[] = JSON.parse((await bellwether("dataset", "list", "--json")).out);
  expect(datasets.filter(({ name }) => name === "Till")).toHaveLength(1);
});

test("one question is answered, and the others stop the import", async () => {
  const lines = ordersOf(16).map((line) =>
    line.replaceAll("Paid", "Brindel").replaceAll("Cancelled", "Quorva"),
  );
  const file = await written("answered.csv", lines);
  const { out } = await bellwether("import", file, "--name", "Shown", "--preview");
  expect(out).toMatch(/ 1\. .*: then there are 16 orders of 5 customers, 128 in all\n/);
  expect(out).toMatch(/ 2\. Leave out .*: then there are \d+ orders of \d customers, /);
  const chosen = /(\d)\. Leave out Quorva .*: then there are 12 orders/.exec(out)![1];
  const { err } = await bellwether(
    "import",
    file,
    "--name",
    "Answered",
    "--answer",
    `status=${chosen}`,
    "--yes",
  );
  expect(err).toMatch(/dataset Answered is ready\n$/);
  const dataset = JSON.parse((await bellwether("dataset", "get", "Answered", "--json")).out);
  expect(Object.values(dataset.event_counts)).toMatchObject([{ events: 12 }]);
  const { terminal, err: said } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: key }, null);
  expect(await run(["import", file, "--name", "Refused", "--answer", "status=Nothing"], terminal)).toBe(
    exitCodes.misused,
  );
  expect(said()).toMatch(/“Nothing” is no answer to this: “Status” is .* Answers: 1\. /);
});

const statuses = ["Paid", "Paid", "Paid", "Cancelled"];
const ordersOf = (size: number): string[] => [
  "Order,Email,Order date,Status,Total",
  ...Array.from(
    { length: size },
    (_, n) => `${900 + n},e${n % 5}@x.test,2025-02-${10 + n},${statuses[n % 4]},${n}.50`,
  ),
];

test("figures that the owner expects stop an import that counts others, and one of the readings is taken", async () => {
  const file = await written("expected.csv", ordersOf(16));
  const expected = ["--expect-orders", "16", "--expect-revenue", "128"];
  const stopped = await bellwether("import", file, "--name", "Expected", "--yes", "--explain", ...expected);
  expect(stopped.out).toContain("1. Counting “Cancelled” as orders too: 16 orders, 128.00\n");
  expect(stopped.out).toMatch(/◐ Amounts are “Total”/);
  expect(stopped.err).toMatch(/counts something else than you expect/);
  const taken = await bellwether("import", file, "--name", "Taken", "--yes", "--reading", "1", ...expected);
  expect(taken.err).toMatch(/dataset Taken is ready\n$/);
  const dataset = JSON.parse((await bellwether("dataset", "get", "Taken", "--json")).out);
  expect(Object.values(dataset.event_counts)).toMatchObject([{ events: 16, value_total: 128 }]);
});

test("--yes answers no question that changes a count by more than 2 %", async () => {
  const lines = ordersOf(16).map((line) =>
    line.replaceAll("Paid", "Brindel").replaceAll("Cancelled", "Quorva"),
  );
  const file = await written("unknown.csv", lines);
  const { terminal, err } = quiet({ BELLWETHER_URL: service.url, BELLWETHER_KEY: key }, null);
  expect(await run(["import", file, "--yes"], terminal)).toBe(exitCodes.misused);
  expect(err()).toMatch(/--yes does not answer this: “Status” is .* The answers differ by \d+ %/);
});
