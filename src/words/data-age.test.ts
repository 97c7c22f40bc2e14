import { expect, test } from "vitest";
import { dataAgeSentence, isHorizonOver } from "./data-age.js";

const day = 86_400_000;
const through = Date.UTC(2026, 4, 31);
const after = (days: number) => through + days * day;

test.each([
  [
    "a prediction whose days are over",
    60,
    181,
    "The data end on 30 May 2026, 181 days ago: the time of the prediction, 60 days, is over. Upload newer files.",
  ],
  [
    "one of which most days are left",
    60,
    20,
    "The data end on 30 May 2026, 20 days ago: 40 of 60 days are left.",
  ],
  ["fresh data", 60, 15, ""],
  ["a week, of a short horizon", 10, 7, ""],
  [
    "a short horizon that is over",
    1,
    1,
    "The data end on 30 May 2026, 1 day ago: the time of the prediction, 1 day, is over. Upload newer files.",
  ],
  ["a number that is of no prediction", undefined, 31, "The data end on 30 May 2026, 31 days ago."],
  ["such a number of young data", undefined, 30, ""],
] as const)("%s", (_, horizon_days, age, sentence) => {
  expect(dataAgeSentence({ data_through: through, horizon_days }, after(age))).toBe(sentence);
});

test("data without dates have no age", () => {
  expect(dataAgeSentence({ horizon_days: 60 }, after(500))).toBe("");
  expect(isHorizonOver({ horizon_days: 60 }, after(500))).toBe(false);
  expect(isHorizonOver({ data_through: through, horizon_days: 60 }, after(60))).toBe(true);
});
