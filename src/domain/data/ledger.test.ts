import { expect, test } from "vitest";
import { limits } from "../resource/limits.js";
import type { FileLedger, LeftOut, MonthCounts } from "./dataset-findings.js";
import { addedAmounts, addedMonths, unusualFile } from "./ledger.js";

const ledger = (events: number, left_out_by: LeftOut[] = [], rows_read = events): FileLedger => ({
  file: `${events}.csv`,
  arrived_at: 1,
  rows_read,
  rows: events,
  events,
  without_customer: 0,
  customers: events,
  left_out_by,
});
const files = (...events: number[]) => events.map((each) => ledger(each));

test("a file with less than half or more than twice of the usual is unusual, once three came before", () => {
  expect(unusualFile(files(400, 430, 420, 209))).toMatchObject({ usual: 420, of: "events" });
  expect(unusualFile(files(400, 430, 420, 210))).toBeNull();
  expect(unusualFile(files(400, 430, 420, 841))).toMatchObject({
    newest: { events: 841 },
    before: { events: 420 },
  });
  expect(unusualFile(files(400, 430, 420, 840))).toBeNull();
  expect(unusualFile(files(400, 430, 10))).toBeNull();
  expect(unusualFile(files(10, 400, 430, 440, 420))).toBeNull();
  expect(unusualFile([])).toBeNull();
});

test("of exports that have earlier orders again, the rows are compared", () => {
  const replaced = (rows: number): LeftOut[] => [{ reason: "replaced", rows, events: 0 }];
  const whole = [100, 110, 120].map((rows) => ledger(2, replaced(rows - 2), rows));
  expect(unusualFile([...whole, ledger(130)])).toBeNull();
  expect(unusualFile([...whole, ledger(30)])).toMatchObject({ of: "rows_read", usual: 110 });
});

test("the newest months are kept, and months are added up", () => {
  const { is: most } = limits.listedMonths;
  const months = Array.from(
    { length: most + 5 },
    (_, i): MonthCounts => ({
      month: `${1990 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, "0")}`,
      events: 1,
      amounts: [{ currency: "EUR", value_total: 0.1 }],
    }),
  );
  const added = addedMonths([...months, ...months, ...months], most);
  expect(added).toHaveLength(most);
  expect(added.at(-1)).toEqual({
    ...months.at(-1),
    events: 3,
    amounts: [{ currency: "EUR", value_total: 0.3 }],
  });
});

test("amounts are added by currency, and those that name none stay apart", () => {
  const unnamed = { currency: null, is_unnamed: true as const, value_total: 1 };
  const several = { currency: null, value_total: 2 };
  const euros = { currency: "EUR", value_total: 3 };
  expect(addedAmounts([several, unnamed, euros, euros])).toEqual([
    { ...euros, value_total: 6 },
    unnamed,
    several,
  ]);
});
