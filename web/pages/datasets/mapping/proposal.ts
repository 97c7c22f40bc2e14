// The mapping that the service suggests, the questions that it cannot answer (is 03/04 in March or in April?), and the problems that
// keep a mapping from being built.

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

/** The saved mapping, or the suggestion if there is none. */
export const startingMapping = (dataset: Dataset): Mapping => {
  const { proposal, identity_sets, output_to_streams } = dataset;
  const isUnmapped = [identity_sets, output_to_streams].every((mapped) => Object.keys(mapped).length === 0);
  if (!isUnmapped || !proposal) return dataset;
  return { ...dataset, ...mappingOf(proposal) };
};

/** The fields of a proposal that are a dataset's own. */
const mappingOf = ({
  identity_sets,
  output_to_streams,
  output_to_traits,
  upsert_columns,
  reference_key_columns,
}: NonNullable<Dataset["proposal"]>): Partial<Mapping> => ({
  identity_sets,
  output_to_streams,
  ...(output_to_traits && { output_to_traits }),
  ...(upsert_columns && { upsert_columns }),
  ...(reference_key_columns && { reference_key_columns }),
});

/** The questions about how a column is written. */
export const questionsOf = ({ proposal }: Dataset): Question[] =>
  (proposal?.questions ?? []).flatMap(({ column_name: column, question, choices }) =>
    column === undefined || choices.some(({ format }) => format === undefined)
      ? []
      : [
          {
            column,
            question,
            choices: choices.map(({ format, reads_as }) => ({ format: format!, readsAs: reads_as ?? [] })),
          },
        ],
  );

/** Sentences that say what to do; empty if the mapping can be built. */
export const problemsOf = (
  { sets, streams, traits, privacy }: Draft,
  questions: readonly Question[] = [],
): string[] => [
  ...(sets.length === 0 ? ["Map at least one column that identifies the customer."] : []),
  ...sets
    .filter(({ set }) => columnsOf(set).length === 0)
    .map(({ name }) => `Customer “${name}” has no column. Choose one or remove it.`),
  ...named("customer", sets),
  ...named("event", streams),
  ...streams
    .filter(({ datetime, value, properties }) => !datetime.column && !value.column && properties.length === 0)
    .map(({ name }) => `Event “${name}” has no column. Choose its date or remove it.`),
  ...(streams.length === 0 && traits.length === 0 && privacy === "none"
    ? ["Map events or customer attributes."]
    : []),
  ...unanswered(streams, questions),
];

/** A wrong guess would go unnoticed, so nothing is built on one. */
const unanswered = (streams: Draft["streams"], questions: readonly Question[]): string[] => {
  const isUnanswered = ({ column }: Question) =>
    streams.some(({ datetime, value }) =>
      [datetime, value].some((read) => read.column === column && read.format === undefined),
    );
  return questions
    .filter(isUnanswered)
    .map(({ column }) => `Choose the format of “${column}”: it can be read in two ways.`);
};

const named = (what: string, entries: readonly { name: string }[]): string[] => {
  const names = entries.map(({ name }) => name.trim().toLowerCase());
  return [
    ...(names.some((name) => !/[a-z0-9]/.test(name))
      ? [`Enter a name with at least one letter or digit for each ${what}.`]
      : []),
    ...(new Set(names).size < names.length ? [`Enter a different name for each ${what}.`] : []),
  ];
};
