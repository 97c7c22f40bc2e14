// Findings in the files of a preview: the sentences about what they hold, the questions that only the owner
// can answer with their answers, and the problems that keep a mapping from being built.

import { nounOf } from "../../../../src/words/ledger.js";
import { capitalized, listed, plural } from "../../../../src/words/plural.js";
import type { Schemas } from "../../../api/client.js";
import { formatCounted } from "../../../ui/format.js";
import {
  applied,
  changedStream,
  type Draft,
  type FieldMapping,
  type Format,
  isEmpty,
  isEqual,
  mergePatch,
  type StreamMapping,
} from "./draft.js";
import { columnsOf } from "./fields.js";
import { columnsOfField, conditionsOf, partsOf } from "./roles.js";

type Dataset = Schemas["Dataset"];
type Proposal = NonNullable<Dataset["proposal"]>;
type Counts = NonNullable<Proposal["figures"]>;
export type Question = Proposal["questions"][number];
export type Choice = Question["choices"][number];
export type Note = Proposal["notes"][number];

/** "4,090 orders by 2,500 customers"; empty without figures. */
export const countsSentence = (figures: Counts = {}): string =>
  listed(
    Object.entries(figures).map(([stream, { events, customers }]) =>
      [
        formatCounted(events, nounOf(stream)),
        ...(customers > 0 ? [formatCounted(customers, "customer")] : []),
      ].join(" by "),
    ),
  );

/** The first sentence of the page. */
export const headline = ({ proposal, event_counts, row_count }: Dataset): string => {
  const counts = countsSentence(proposal?.figures ?? event_counts);
  const { recognised } = proposal ?? {};
  if (recognised)
    return counts ? `${recognised.title} recognised: ${counts}.` : `${recognised.title} recognised.`;
  if (counts) return `${capitalized(counts)}.`;
  if (row_count === 0) return "This file has no rows.";
  return row_count === undefined ? "Columns" : `${formatCounted(row_count, "row")}.`;
};

/** The part of the page that changes what a note says: a stream's settings, or the columns; null: nothing does. */
export const changedBy = (
  { code }: Note,
  { output_to_streams: streams }: Draft,
): string | "columns" | null => {
  const streamWith = (has: (stream: StreamMapping) => unknown) =>
    Object.entries(streams).find(([, stream]) => has(stream))?.[0] ?? null;
  switch (code) {
    case "lines_are_orders":
    case "left_out":
      return streamWith(({ event_key }) => event_key);
    case "refunds":
      return streamWith(({ refunds }) => refunds) ?? streamWith(({ event_key }) => event_key);
    case "ends_of_periods":
      return streamWith(({ unless_running }) => unless_running);
    case "recurring":
      return streamWith(({ recurring }) => recurring);
    case "known_later":
    case "nobody_found":
    case "every_key_different":
    case "snapshot":
      return "columns";
    default:
      return null;
  }
};

/** An answer to a question about the reading of the files, which are then read again. */
export const readsAgain = ({ sets }: Choice): boolean => sets?.preview === true;

/**
 * Questions that the draft still raises: one about a column's format only where its date or amount is used,
 * or its currency.
 */
export const openQuestions = (questions: readonly Question[], draft: Draft): Question[] =>
  questions.filter(({ code, column_name: column, choices }) => {
    if (column === undefined) return true;
    if (code === "unnamed_currency") return isCurrency(draft, column);
    return !isAboutFormat({ choices }) || readings(draft, column).length > 0;
  });

const isCurrency = (draft: Draft, column: string): boolean =>
  Object.values(draft.output_to_streams).some(({ currency }) => currency?.column_name === column);

const isAboutFormat = ({ choices }: Pick<Question, "choices">): boolean =>
  choices.every(({ format }) => format !== undefined);

/** The dates and amounts that read a column. */
const readings = (draft: Draft, column: string): FieldMapping[] =>
  Object.values(draft.output_to_streams).flatMap(({ data_map: { datetime, value } }) =>
    [datetime, value].flatMap((field) => (field && columnsOfField(field).includes(column) ? [field] : [])),
  );

/** Position of the chosen answer; -1: none. */
export const chosenAnswer = (draft: Draft, { column_name: column, choices }: Question): number => {
  if (column !== undefined && isAboutFormat({ choices })) {
    const [field] = readings(draft, column);
    return choices.findIndex(({ format }) => field !== undefined && format === formatIn(field, column));
  }
  const isHeld = ({ sets = {} }: Choice) =>
    !isEmpty(sets) && !sets.preview && isEqual(applied(draft, sets), draft);
  const held = choices.findIndex(isHeld);
  return held >= 0 ? held : choices.findIndex(({ is_proposed, sets = {} }) => is_proposed && isEmpty(sets));
};

const formatIn = (field: FieldMapping, column: string): Format | undefined =>
  field.format ?? partsOf(field).find(({ column_name }) => column_name === column)?.format;

/** `proposed`: the draft that the choices are about. The answer given before is taken back. */
export const answered = (draft: Draft, proposed: Draft, question: Question, choice: Choice): Draft => {
  if (choice.format && question.column_name) return withFormat(draft, question.column_name, choice.format);
  const before = question.choices[chosenAnswer(draft, question)]?.sets ?? {};
  const back = mergePatch({ ...(applied(proposed, before) as Draft) }, { ...proposed });
  return applied(applied(draft, back), choice.sets ?? {}) as Draft;
};

/** Sets the format of a column wherever it is a date or an amount. */
const withFormat = (draft: Draft, column: string, format: Format): Draft => {
  const set = (field: FieldMapping): FieldMapping => {
    if (!columnsOfField(field).includes(column)) return field;
    if (!field.combine) return { ...field, format };
    const columns = partsOf(field).map((part) => (part.column_name === column ? { ...part, format } : part));
    return { ...field, columns };
  };
  return Object.keys(draft.output_to_streams).reduce(
    (changed, name) =>
      changedStream(changed, name, (stream) => {
        const { datetime, value } = stream.data_map;
        const read = { ...(datetime && { datetime: set(datetime) }), ...(value && { value: set(value) }) };
        return { ...stream, data_map: { ...stream.data_map, ...read } };
      }),
    draft,
  );
};

/** Sentences that say what to do; empty if the mapping can be built. */
export const problemsOf = (draft: Draft, questions: readonly Question[] = []): string[] => {
  const { identity_sets: sets, output_to_streams: streams, output_to_traits: traits, privacy } = draft;
  return [
    ...(isEmpty(sets) && !draft.options?.snapshot?.rows_are_customers
      ? ["Choose the column that identifies the customer."]
      : []),
    ...Object.entries(sets)
      .filter(([, set]) => columnsOf(set).length === 0)
      .map(([name]) => `Person “${name}” has no column. Choose one or remove the person.`),
    ...Object.entries(streams).flatMap(([name, stream]) => streamProblems(name, stream)),
    ...(isEmpty(streams) && isEmpty(traits) && !privacy && !draft.options?.snapshot
      ? ["Choose the date of an event, or customer attributes."]
      : []),
    ...openQuestions(questions, draft)
      .filter((question) => isAboutFormat(question) && chosenAnswer(draft, question) < 0)
      .map(({ column_name }) => `Choose how “${column_name}” is read.`),
  ];
};

const streamProblems = (name: string, stream: StreamMapping): string[] => {
  const noun = nounOf(name);
  const unfinished = conditionsOf(stream).filter((condition) =>
    Object.values(condition).some((value) => value === "" || (Array.isArray(value) && value.length === 0)),
  );
  return [
    ...(isEmpty(stream.data_map) ? [`Choose the date of the ${noun}, or remove the ${plural(noun)}.`] : []),
    ...unfinished.map(({ column_name }) => `Enter a value for the condition on “${column_name}”.`),
    ...(stream.refunds?.conditions.length === 0 ? [`Choose the rows that are refunds.`] : []),
  ];
};
