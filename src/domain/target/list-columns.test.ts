import { expect, test } from "vitest";
import { predictedColumnsOf } from "../pipeline/predicted-columns.js";
import { listColumns } from "./list-columns.js";

const predictedColumns = predictedColumnsOf({ horizons: [30, 7] });
const facts = { mapped: ["email"], goal: "buy_again", isExplained: false, predictedColumns };
const headers = (preset: "spreadsheet" | "klaviyo") => listColumns(preset, facts).map(({ header }) => header);

test("a list has the chance of each horizon per cent, and the dates as they are", () => {
  const own = ["chance_7d_pct", "chance_30d_pct", "expected_date", "date_low", "date_high", "date_status"];
  expect(headers("spreadsheet").slice(-7, -1)).toEqual(own);
  expect(headers("klaviyo").slice(-7, -1)).toEqual(own.map((name) => `buy_again_${name}`));
});
