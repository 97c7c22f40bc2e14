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

test("a dataset that says nothing yet begins with what is proposed", () => {
  const { questions: _, unused_columns: __, ...proposed } = proposal;
  expect(mappingOf(draftOf(startingMapping({ ...blank, proposal })))).toEqual({
    output_to_traits: {},
    ...proposed,
  });
});

test("what its owner has said is not proposed away", () => {
  const said = { ...blank, identity_sets: { member: { phone: "phone" } }, proposal };
  expect(startingMapping(said).identity_sets).toEqual({ member: { phone: "phone" } });
});

test("what cannot be known is asked", () => {
  expect(questionsOf({ ...blank, proposal })[0]?.choices[1]).toEqual({
    format: "mm_dd_yyyy_slash",
    readsAs: ["4 March 2025"],
  });
  expect(questionsOf(blank)).toEqual([]);
});

const blankDraft = draftOf({ identity_sets: {}, output_to_streams: {}, output_to_traits: {} });

test("a dataset that says nothing is asked who and what", () => {
  expect(problemsOf(blankDraft)).toEqual([
    "Say which columns tell who a row is about.",
    "Say what the rows tell: events in a stream, or traits of people.",
  ]);
});

test("what was begun is to be finished or removed", () => {
  expect(problemsOf(withStream(withSet(blankDraft)))).toEqual([
    "“shipping” has no column yet: choose one, or remove it.",
    "“transaction” has no column yet: choose when it happened, or remove it.",
  ]);
});

test("names are there, and each its own", () => {
  const twice = draftOf({
    identity_sets: { a: { email: "e" }, "": { email: "e" } },
    output_to_streams: { order: { data_map: { datetime: { column_name: "at" } } } },
    output_to_traits: {},
  });
  const [order] = twice.streams;
  expect(problemsOf({ ...twice, streams: [order!, { ...order!, name: "Order" }] })).toEqual([
    "Give each way to say who a name with a letter in it.",
    "Give each stream a name of its own.",
  ]);
});

test("a list of people to leave out need tell nothing else", () => {
  const list = draftOf({ identity_sets: { a: { email: "e" } }, output_to_streams: {}, output_to_traits: {} });
  expect(problemsOf({ ...list, privacy: "delete" })).toEqual([]);
});

test("what can be read in two ways is to be answered, where it is used", () => {
  const read = (format?: "dd_mm_yyyy_slash") =>
    draftOf({
      identity_sets: { a: { email: "e" } },
      output_to_streams: {
        order: { data_map: { datetime: { column_name: "at", ...(format && { format }) } } },
      },
      output_to_traits: {},
    });
  const question = { column: "at", question: "Which day?", choices: [] };
  expect(problemsOf(read(), [question])).toEqual(["Say how “at” is written: it can be read in two ways."]);
  expect(problemsOf(read(), [{ ...question, column: "elsewhere" }])).toEqual([]);
  expect(problemsOf(read("dd_mm_yyyy_slash"), [question])).toEqual([]);
});
