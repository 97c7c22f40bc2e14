import { expect, test } from "vitest";
import { draftOf, withSet, withStream } from "./draft.js";
import { problemsOf } from "./problems.js";

const blank = draftOf({ identity_sets: {}, output_to_streams: {}, output_to_traits: {} });

test("a dataset that says nothing is asked who and what", () => {
  expect(problemsOf(blank)).toEqual([
    "Say which columns tell who a row is about.",
    "Say what the rows tell: events in a stream, or traits of people.",
  ]);
});

test("what was begun is to be finished or removed", () => {
  expect(problemsOf(withStream(withSet(blank)))).toEqual([
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
