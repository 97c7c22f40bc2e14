import { expect, test } from "vitest";
import { linesSentences } from "./conditions.js";

const stream = {
  event_key: ["Order"],
  event_conditions: [
    { column_name: "Status" },
    { column_name: "Void", lines: "each" },
    { column_name: "Fraud", lines: "all" },
    { column_name: "Paid", lines: "event" },
    { column_name: "Status" },
  ] as const,
};

test("each condition says which rows of an order it is about, once", () => {
  expect(linesSentences(stream, "order")).toEqual([
    "Where the rows of an order differ in “Status”, only the rows that do not count are left out; otherwise the first value is that of the order.",
    "A row that “Void” leaves out is left out alone, and its order only without any other row.",
    "One row that “Fraud” leaves out leaves out its whole order.",
    "The first “Paid” of the rows is that of the order.",
  ]);
});

test("nothing is said where each row is an order", () => {
  expect(linesSentences({ event_conditions: stream.event_conditions }, "order")).toEqual([]);
});
