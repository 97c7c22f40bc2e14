// What the service proposes that columns mean, from their names and contents, and what it cannot know: whether 03/04 is in
// March or in April, and whether 2490 is in cents.

import type { Schemas } from "../../../api/client.js";
import type { Format, Mapping } from "./draft.js";

type Dataset = Pick<
  Schemas["Dataset"],
  "identity_sets" | "output_to_streams" | "output_to_traits" | "proposal"
>;

export interface Question {
  column: string;
  question: string;
  choices: readonly { format: Format; readsAs: readonly string[] }[];
}

/** Of a dataset that says nothing yet: what is proposed. Of any other: what it says. */
export const startingMapping = (dataset: Dataset): Mapping => {
  const { proposal, identity_sets, output_to_streams } = dataset;
  const isBlank = [identity_sets, output_to_streams].every((said) => Object.keys(said).length === 0);
  if (!isBlank || !proposal) return dataset;
  const { questions: _questions, unused_columns: _unused, ...proposed } = proposal;
  return { ...dataset, ...proposed };
};

export const questionsOf = ({ proposal }: Dataset): Question[] =>
  (proposal?.questions ?? []).map(({ column_name, question, choices }) => ({
    column: column_name,
    question,
    choices: choices.map(({ format, reads_as }) => ({ format, readsAs: reads_as })),
  }));
