// What the service proposes that columns mean, from their names and contents, and what it cannot know: whether 03/04 is in
// March or in April, and whether 2490 is in cents.

import type { Schemas } from "../../../api/client.js";
import type { Draft, Format, Mapping } from "./draft.js";
import { columnsOf } from "./fields.js";

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

// What stands in the way of building a dataset from what was entered so far.

/** For people, each with what to do; empty where nothing does. */
export const problemsOf = (
  { sets, streams, traits, privacy }: Draft,
  questions: readonly Question[] = [],
): string[] => [
  ...(sets.length === 0 ? ["Say which columns tell who a row is about."] : []),
  ...sets
    .filter(({ set }) => columnsOf(set).length === 0)
    .map(({ name }) => `“${name}” has no column yet: choose one, or remove it.`),
  ...named("way to say who", sets),
  ...named("stream", streams),
  ...streams
    .filter(({ datetime, value, properties }) => !datetime.column && !value.column && properties.length === 0)
    .map(({ name }) => `“${name}” has no column yet: choose when it happened, or remove it.`),
  ...(streams.length === 0 && traits.length === 0 && privacy === "none"
    ? ["Say what the rows tell: events in a stream, or traits of people."]
    : []),
  ...unanswered(streams, questions),
];

/** A wrong guess would not be seen in the end, so nothing is built on one. */
const unanswered = (streams: Draft["streams"], questions: readonly Question[]): string[] => {
  const isOpen = ({ column }: Question) =>
    streams.some(({ datetime, value }) =>
      [datetime, value].some((read) => read.column === column && read.format === undefined),
    );
  return questions
    .filter(isOpen)
    .map(({ column }) => `Say how “${column}” is written: it can be read in two ways.`);
};

const named = (what: string, entries: readonly { name: string }[]): string[] => {
  const names = entries.map(({ name }) => name.trim().toLowerCase());
  return [
    ...(names.some((name) => !/[a-z0-9]/.test(name))
      ? [`Give each ${what} a name with a letter in it.`]
      : []),
    ...(new Set(names).size < names.length ? [`Give each ${what} a name of its own.`] : []),
  ];
};
