// Privacy lists in the running service: who goes, what matched nobody, and where that is said.

import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ready, signUp } from "../support/drive.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { type Customer, listDataset, ordersDataset, ordersOf, receiptWhere, uploadTo } from "./shop.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
});

const family: Customer[] = [
  ["meier@example.com", "Peter", "Meier", "", ""],
  ["meier@example.com", "Ursula", "Meier", "", ""],
];
const anna: Customer = ["anna@example.com", "Anna", "Keller", "", ""];
const bruno: Customer = ["bruno@example.com", "Bruno", "Frei", "", ""];

interface Dataset {
  id: string;
  name: string;
  warnings: string[];
}

test.each(["delete", "suppress"] as const)(
  "whoever has a listed address goes, and what matched nobody is said (%s)",
  async (privacy) => {
    const account = await signUp(service.url);
    const { client } = account;
    await uploadTo(service.url, account, "orders/a.csv", ordersOf([...family, anna, bruno]));
    await client.post("/datasets", ordersDataset);
    const stream = "/streams/transaction";
    await ready(client, stream);
    expect(await client.get(stream)).toMatchObject({ people_count: 4 });

    const listed = "mail\nmeier@example.com\nnobody@example.com\nANNA+shop@Example.com\n";
    await uploadTo(service.url, account, "gone/gone.csv", listed);
    const list = await client.post<Dataset>("/datasets", listDataset({ email: "mail" }, privacy));
    const at = `/datasets/${list.id}`;
    const found = await receiptWhere(
      client,
      list.id,
      ({ receipts: [newest] }) => newest?.results.every(({ remade_at }) => remade_at !== null) === true,
    );
    expect(await client.get(stream)).toMatchObject({ people_count: 1 });

    const warning =
      "1 of 3 rows of this list matched nobody (gone.csv, line 3). Compare their spelling with your data, and list everything that " +
      "identifies these people.";
    expect(found).toMatchObject({ warnings: [warning], rows: 3, matched_rows: 2, people: 3 });
    expect(found.entries.map(({ line, people }) => [line, people])).toEqual([
      [3, 0],
      [2, 2],
      [4, 1],
    ]);
    expect(await client.get(at)).toMatchObject({
      warnings: [warning],
      identified_count: 3,
      match_rate: 2 / 3,
    });
    expect(await client.get(`${at}/logs/ingress`)).toMatchObject([
      { recognized: 2, unmatched: 1, unmatched_rows: [{ file: "gone.csv", line: 3 }] },
    ]);
    const kinds = found.receipts[0]!.results.map(({ resource_type }) => resource_type);
    expect(kinds).toEqual(privacy === "delete" ? ["datasets", "people", "streams"] : ["people", "streams"]);
    expect(found.uploads).toEqual(
      privacy === "delete" ? [expect.objectContaining({ file: "a.csv", rows: 21 })] : [],
    );

    const mails = await client.get<{ subject: string; body: string }[]>("/accounts/current/outbox");
    const about = mails.filter(({ subject }) => subject === "Your privacy list “Gone” is applied");
    expect(about).toHaveLength(1);
    expect(about[0]!.body).toContain(`2 of 3 rows match 3 people.`);
    expect(about[0]!.body).toContain(`Warning: ${warning}`);
    expect(about[0]!.body).not.toContain("@");
    reportFaults("isolation case", { faults: 3, lost: 0, wrongBytes: 0 });
  },
);

test("a dataset that is no list has no privacy analysis", async () => {
  const { client } = await signUp(service.url);
  const { id } = await client.post<Dataset>("/datasets", ordersDataset);
  await expect(client.get(`/datasets/${id}/analysis/privacy`)).rejects.toMatchObject({ status: 409 });
});
