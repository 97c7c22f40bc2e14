// Records that are nobody, and why.

import { expect, test } from "vitest";
import { openWorkshop } from "../../../test/support/workshop.js";
import type { UnidentifiedRequest } from "../../domain/people/unidentified.js";
import { type TestRecord, writeDataset } from "../../warehouse/persons/fixtures.js";
import { resolveDatasets } from "../people/fixtures.js";
import { unidentifiedOf } from "./unidentified.js";

const workshop = openWorkshop("unidentified", 400);

const ada = { email: "ada@example.com", person_first_name: "Ada", person_last_name: "Brandt" };
const nobodies: [TestRecord, reason: string][] = [
  [{ person_full_name: "Walk-in Customer", city: "Dover", rows: 9 }, "guest"],
  [{ person_first_name: "Ada", person_last_name: "Brandt", rows: 8 }, "name_alone"],
  [{ person_first_name: "Ada", city: "Dover", rows: 7 }, "first_name_alone"],
  [{ person_last_name: "Brandt", phone: "000-0000", rows: 6 }, "last_name_alone"],
  [{ email: "noreply@example.com", rows: 5 }, "unusable_contact"],
  [{ house_number_and_street: "12 Elm Street", postcode: "05401", rows: 4 }, "no_name"],
];

const answered = async (
  records: readonly TestRecord[],
  wanted: UnidentifiedRequest = { limit: 50, offset: 0 },
) => {
  const { engine, root } = workshop;
  const datasets = [
    await writeDataset(engine, root, "orders", records),
    await writeDataset(engine, root, "contacts", records.slice(0, 1)),
  ];
  const { dir } = await resolveDatasets(engine, root, datasets);
  return unidentifiedOf(wanted, engine, {
    peopleDir: dir,
    datasets,
    country: "US",
    decisions: { together: [], apart: [] },
  });
};

test("each record that is nobody has its reason, and the datasets that have it", async () => {
  const { records, reasons, total } = await answered([...nobodies.map(([record]) => record), ada]);
  expect(records.map(({ reason }) => reason)).toEqual(nobodies.map(([, reason]) => reason));
  expect(records.map(({ datasets }) => datasets.length)).toEqual([2, 1, 1, 1, 1, 1]);
  expect(records[0]).toMatchObject({ rows: 18, fields: { person_full_name: "Walk-in Customer" } });
  expect(reasons[0]).toEqual({ reason: "guest", records: 1, rows: 18 });
  expect(total).toBe(6);
});

test("they come page by page", async () => {
  const records = nobodies.map(([record]) => record);
  const { records: found, total } = await answered(records, { limit: 2, offset: 3 });
  expect(found.map(({ reason }) => reason)).toEqual(["last_name_alone", "unusable_contact"]);
  expect(total).toBe(6);
});

test("without such records there is none", async () => {
  expect(await answered([ada])).toEqual({ records: [], reasons: [], total: 0 });
});
