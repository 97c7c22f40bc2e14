// Certainty of what a proposal decides: a known export is sure, words are a guess, and an open question is said
// to be one.

import { expect, test } from "vitest";
import { shareAtStake } from "./evidence.js";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

const certaintiesOf = (directory: string, lines: readonly string[]) =>
  Object.fromEntries(
    proposeDataset(previewOf(directory, lines)).decisions!.map(({ code, certainty }) => [code, certainty]),
  );

const shop = (column: string, values: readonly string[]) => [
  `Order number|Email|Order date|${column}|Total`,
  ...Array.from({ length: 30 }, (_, i) =>
    [1000 + i, `c${i % 9}@x.test`, `2025-0${1 + (i % 6)}-20`, values[i % values.length], `${i + 5}.25`].join(
      "|",
    ),
  ),
];

test("words of names are a guess, and the only column of dates is sure", () => {
  expect(certaintiesOf("orders", shop("Status", ["Paid", "Paid", "Cancelled"]))).toMatchObject({
    customer: "guessed",
    date: "sure",
    amount: "guessed",
    status: "guessed",
  });
});

test("statuses of no known language are for the owner to judge, with what is at stake", () => {
  const lines = shop("Status", ["Isporuceno", "Otkazano", "Povrat", "Isporuceno"]);
  expect(certaintiesOf("orders", lines).status).toBe("asked");
  const { questions, output_to_streams } = proposeDataset(previewOf("orders", lines));
  const [question] = questions.filter(({ code }) => code === "status");
  expect(shareAtStake(question!, output_to_streams)).toBeGreaterThan(0.02);
});

test("a known export whose columns hold what they are called is sure", () => {
  const lines = [
    "Name|Email|Financial Status|Created at|Total|Lineitem name|Lineitem quantity",
    ...Array.from(
      { length: 12 },
      (_, i) => `#${i}|c${i % 5}@x.test|paid|2025-01-${10 + i} 09:59:00 +0000|${i}.50|Tea|1`,
    ),
  ];
  expect(certaintiesOf("orders", lines)).toMatchObject({ customer: "sure", date: "sure", amount: "sure" });
});

test("rows with one key are one event of what the file is of", () => {
  const header =
    "id|Customer ID|Customer Email|Plan|Quantity|Currency|Interval|Amount|Status|Created (UTC)|Start (UTC)|Current Period Start (UTC)|Current Period End (UTC)|Canceled At (UTC)|Cancel At Period End|Ended At (UTC)";
  const rows = Array.from(
    { length: 9 },
    (_, i) =>
      `s${i}|c${i}|c${i}@x.test|Pro|1|eur|month|9.50|active|2025-01-0${i + 1} 10:00|2025-01-0${i + 1} 10:00|2025-06-01 10:00|2025-07-01 10:00||false|`,
  );
  const decided = (directory: string, lines: readonly string[]) =>
    proposeDataset(previewOf(directory, lines)).decisions!.find(({ code }) => code === "order")?.decided;
  expect(decided("subscriptions", [header, ...rows])).toBe("Rows with the same “id” are one subscription");
  const lines = shop("Product", ["Tea", "Pot"]);
  expect(
    decided("orders", [lines[0]!, ...lines.slice(1).flatMap((line) => [line, line.replace("Tea", "Cup")])]),
  ).toBe("Rows with the same “Order number” are one order");
});

test("of a file that leaves much open no more than two questions stay, besides those of formats", () => {
  const lines = [
    "Ref|Who|Order date|Status|Currency|A|B",
    ...Array.from({ length: 60 }, (_, i) =>
      [
        i % 40,
        `k${i % 17}`,
        `2025-0${1 + (i % 6)}-2${i % 9}`,
        ["Isporuceno", "Otkazano", "Povrat"][i % 3],
        ["EUR", "USD"][i % 2],
        `${i}.25`,
        `${i}.75`,
      ].join("|"),
    ),
  ];
  const { questions, notes } = proposeDataset(previewOf("orders", lines));
  expect(questions.length).toBeLessThanOrEqual(2);
  // What is not put as a question is shown as a guess.
  expect(notes.map(({ code }) => code)).toContain("amount_guessed");
});
