import { expect, test } from "vitest";
import { draftOf, mappingOf } from "./draft.js";
import { questionsOf, startingMapping } from "./proposal.js";

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
