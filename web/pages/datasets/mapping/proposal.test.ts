import { expect, test } from "vitest";
import { type Draft, draftOf, mergePatch } from "./draft.js";
import {
  answered,
  chosenAnswer,
  countsSentence,
  openQuestions,
  problemsOf,
  type Question,
} from "./proposal.js";

const blank = draftOf({ identity_sets: {}, output_to_streams: {}, output_to_traits: {} });
const dated = (format?: "dd_mm_yyyy_slash"): Draft => ({
  ...blank,
  identity_sets: { a: { email: "e" } },
  output_to_streams: { order: { data_map: { datetime: { column_name: "at", ...(format && { format }) } } } },
});
const dateQuestion: Question = {
  column_name: "at",
  question: "Which day is 03/04/2025?",
  choices: [
    { format: "dd_mm_yyyy_slash", reads_as: ["3 April 2025"] },
    { format: "mm_dd_yyyy_slash", reads_as: ["4 March 2025"] },
  ],
};

test("counts are said by the noun of the events", () => {
  const counts = { rows: 9087, events: 4090, customers: 2500, without_customer: 0 };
  expect(countsSentence({ transaction: counts })).toMatch(/^4.090 orders by 2.500 customers$/);
  expect(countsSentence({ start: { ...counts, events: 1 }, visit: { ...counts, customers: 1 } })).toMatch(
    /^1 start by 2.500 customers and 4.090 visits by 1 customer$/,
  );
  expect(countsSentence({ visit: { ...counts, events: 2, customers: 0 } })).toBe("2 visits");
  expect(countsSentence()).toBe("");
});

test("an answer about dates sets their format, and needs an answer where the column is used", () => {
  expect(problemsOf(dated(), [dateQuestion])).toEqual(["Choose how “at” is read."]);
  expect(problemsOf(dated(), [{ ...dateQuestion, column_name: "unused" }])).toEqual([]);
  expect(openQuestions([{ ...dateQuestion, column_name: "unused" }], dated())).toEqual([]);
  const answer = answered(dated(), dated(), dateQuestion, dateQuestion.choices[0]!);
  expect(answer).toEqual(dated("dd_mm_yyyy_slash"));
  expect(problemsOf(answer, [dateQuestion])).toEqual([]);
  expect(chosenAnswer(answer, dateQuestion)).toBe(0);
});

const lines: Draft = {
  ...blank,
  output_to_streams: {
    transaction: { event_key: ["No"], data_map: { value: { column_name: "total", aggregate: "sum" } } },
  },
};
const rows: Draft = {
  ...blank,
  output_to_streams: { transaction: { data_map: { value: { column_name: "total" } } } },
};
const linesQuestion: Question = {
  question: "Are they the lines of one order?",
  choices: [
    { label: "Count orders", is_proposed: true, sets: {} },
    { label: "Count rows", sets: mergePatch({ ...lines }, { ...rows }) },
  ],
};

test("an answer changes the mapping, and another answer takes that back and keeps what was edited since", () => {
  expect(chosenAnswer(lines, linesQuestion)).toBe(0);
  const counted = answered(lines, lines, linesQuestion, linesQuestion.choices[1]!);
  expect(counted).toEqual(rows);
  expect(chosenAnswer(counted, linesQuestion)).toBe(1);
  const edited = { ...counted, upsert_columns: ["id"] };
  const back = answered(edited, lines, linesQuestion, linesQuestion.choices[0]!);
  expect(back).toEqual({ ...lines, upsert_columns: ["id"] });
  expect(chosenAnswer(back, linesQuestion)).toBe(0);
});

test("a customer who was not found is asked for, and one answer replaces the other", () => {
  const sets = (customer_id: string) => ({ identity_sets: { customer: { customer_id } } });
  const question: Question = {
    question: "Which column is the customer?",
    choices: [
      { label: "a", sets: sets("a") },
      { label: "b", sets: sets("b") },
    ],
  };
  expect(chosenAnswer(blank, question)).toBe(-1);
  const a = answered(blank, blank, question, question.choices[0]!);
  expect(chosenAnswer(a, question)).toBe(0);
  expect(answered(a, blank, question, question.choices[1]!)).toEqual({ ...blank, ...sets("b") });
});

test("amounts without a currency are no question once the values are another column's", () => {
  const question: Question = { code: "unnamed_currency", column_name: "cur", question: "", choices: [] };
  const currency = { column_name: "cur", is: "EUR" };
  const transaction = { ...rows.output_to_streams.transaction!, currency };
  expect(openQuestions([question], { ...rows, output_to_streams: { transaction } })).toEqual([question]);
  expect(openQuestions([question], rows)).toEqual([]);
});

test("an empty mapping needs a customer and events or attributes", () => {
  expect(problemsOf(blank)).toEqual([
    "Choose the column that identifies the customer.",
    "Choose the date of an event, or customer attributes.",
  ]);
});

test("an unfinished entry must be finished or removed", () => {
  const unfinished: Draft = {
    ...blank,
    identity_sets: { shipping: {} },
    output_to_streams: { transaction: { data_map: {}, conditions: [{ column_name: "state", _eq: "" }] } },
  };
  expect(problemsOf(unfinished)).toEqual([
    "Person “shipping” has no column. Choose one or remove the person.",
    "Choose the date of the order, or remove the orders.",
    "Enter a value for the condition on “state”.",
  ]);
});

test("a list of people to exclude and a snapshot need no events", () => {
  const list: Draft = { ...blank, identity_sets: { a: { email: "e" } } };
  expect(problemsOf({ ...list, privacy: "delete" })).toEqual([]);
  expect(
    problemsOf({ ...list, options: { snapshot: { answer: { column_name: "left", is: ["Yes"] } } } }),
  ).toEqual([]);
});
