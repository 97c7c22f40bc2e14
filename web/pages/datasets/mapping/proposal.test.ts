import { expect, test } from "vitest";
import { draftOf, mappingOf, withSet, withStream } from "./draft.js";
import { problemsOf, questionsOf, startingMapping } from "./proposal.js";

const blank = { identity_sets: {}, output_to_streams: {}, output_to_traits: {} };
const proposal = {
  identity_sets: { customer: { email: "email" } },
  output_to_streams: { transaction: { data_map: { datetime: { column_name: "at" } } } },
  upsert_columns: ["order_id"],
  questions: [
    {
      column_name: "at",
      question: "Which day is 03/04/2025?",
      choices: [
        { format: "dd_mm_yyyy_slash" as const, reads_as: ["3 April 2025"] },
        { format: "mm_dd_yyyy_slash" as const, reads_as: ["4 March 2025"] },
      ],
    },
  ],
  unused_columns: ["notes"],
};

test("a dataset without a mapping starts with the suggestion", () => {
  const { questions: _, unused_columns: __, ...proposed } = proposal;
  expect(mappingOf(draftOf(startingMapping({ ...blank, proposal })))).toEqual({
    output_to_traits: {},
    ...proposed,
  });
});

test("a saved mapping is not replaced by the suggestion", () => {
  const saved = { ...blank, identity_sets: { member: { phone: "phone" } }, proposal };
  expect(startingMapping(saved).identity_sets).toEqual({ member: { phone: "phone" } });
});

test("ambiguous values become questions", () => {
  expect(questionsOf({ ...blank, proposal })[0]?.choices[1]).toEqual({
    format: "mm_dd_yyyy_slash",
    readsAs: ["4 March 2025"],
  });
  expect(questionsOf(blank)).toEqual([]);
});

const blankDraft = draftOf({ identity_sets: {}, output_to_streams: {}, output_to_traits: {} });

test("an empty mapping needs a customer and events or attributes", () => {
  expect(problemsOf(blankDraft)).toEqual([
    "Map at least one column that identifies the customer.",
    "Map events or customer attributes.",
  ]);
});

test("an unfinished entry must be finished or removed", () => {
  expect(problemsOf(withStream(withSet(blankDraft)))).toEqual([
    "Customer “shipping” has no column. Choose one or remove it.",
    "Event “transaction” has no column. Choose its date or remove it.",
  ]);
});

test("names are required and unique", () => {
  const twice = draftOf({
    identity_sets: { a: { email: "e" }, "": { email: "e" } },
    output_to_streams: { order: { data_map: { datetime: { column_name: "at" } } } },
    output_to_traits: {},
  });
  const [order] = twice.streams;
  expect(problemsOf({ ...twice, streams: [order!, { ...order!, name: "Order" }] })).toEqual([
    "Enter a name with at least one letter or digit for each customer.",
    "Enter a different name for each event.",
  ]);
});

test("a list of people to exclude needs no events or attributes", () => {
  const list = draftOf({ identity_sets: { a: { email: "e" } }, output_to_streams: {}, output_to_traits: {} });
  expect(problemsOf({ ...list, privacy: "delete" })).toEqual([]);
});

test("an ambiguous column needs an answer where it is used", () => {
  const read = (format?: "dd_mm_yyyy_slash") =>
    draftOf({
      identity_sets: { a: { email: "e" } },
      output_to_streams: {
        order: { data_map: { datetime: { column_name: "at", ...(format && { format }) } } },
      },
      output_to_traits: {},
    });
  const question = { column: "at", question: "Which day?", choices: [] };
  expect(problemsOf(read(), [question])).toEqual(["Choose the format of “at”: it can be read in two ways."]);
  expect(problemsOf(read(), [{ ...question, column: "unused" }])).toEqual([]);
  expect(problemsOf(read("dd_mm_yyyy_slash"), [question])).toEqual([]);
});
