// Snapshot: a file with one row per customer, no dates, and an answer in each row, such as `Churn = Yes`. The
// answer becomes a trait that defines cohorts and is never an input of a model. Nobody knows when it came
// true, so a model learns who is like these customers.

import type { CohortConfig } from "../cohort/cohort.js";
import type { DatasetConfig } from "./dataset.js";
import { isOfFiles } from "./dataset-options.js";
import type { MappingFault } from "./stream-mapping.js";
import { traitNames } from "./trait.js";

export interface SnapshotAnswer {
  /** `churn` */
  trait: string;
  /** As in the file: `Churn`. */
  column_name: string;
  /** The values that mean yes. */
  is: string[];
}

/** Value of the trait where a row has no answer: such customers are scored, and nothing is learned from them. */
export const unknownAnswer = "unknown";

/** Null for a dataset that is no snapshot. */
export const answerOf = ({ options }: Pick<DatasetConfig, "options">): SnapshotAnswer | null => {
  if (!isOfFiles(options) || !options.snapshot) return null;
  const { column_name, is } = options.snapshot.answer;
  return { trait: traitNames([column_name]).get(column_name)!, column_name, is };
};

/** Each row is a customer of its own. */
export const areRowsCustomers = ({
  options,
  identity_sets,
}: Pick<DatasetConfig, "options" | "identity_sets">): boolean =>
  isOfFiles(options) &&
  options.snapshot?.rows_are_customers === true &&
  Object.keys(identity_sets).length === 0;

/** The answers of datasets in use, by trait; the values of files with the same column are joined. */
export const answersOf = (configs: readonly DatasetConfig[]): SnapshotAnswer[] => {
  const answers = new Map<string, SnapshotAnswer>();
  for (const answer of configs.flatMap((config) => (config.preview ? [] : (answerOf(config) ?? [])))) {
    const known = answers.get(answer.trait);
    const is = [...new Set([...(known?.is ?? []), ...answer.is])].sort();
    answers.set(answer.trait, { ...(known ?? answer), is });
  }
  return [...answers.values()].sort((a, b) => (a.trait < b.trait ? -1 : 1));
};

/** The people whose answer is known, for a goal that asks for answers; null for any other goal. */
export const knownAnswers = (
  { attainment }: { attainment: CohortConfig },
  answers: readonly SnapshotAnswer[],
): CohortConfig | null => {
  const answered = (attainment.traits ?? []).filter(({ name }) =>
    answers.some(({ trait }) => trait === name),
  );
  return answered.length === 0
    ? null
    : { traits: answered.map(({ name }) => ({ name, _neq: unknownAnswer })) };
};

/** A snapshot that names no traits has one for each column without another use. */
export const hasAllColumnsAsTraits = (config: DatasetConfig): boolean =>
  config.output_all_columns_as_traits !== undefined ||
  (answerOf(config) !== null && Object.keys(config.output_to_traits).length === 0);

/** Contradictions in the mapping of a snapshot. */
export const snapshotFaults = (config: DatasetConfig): MappingFault[] => {
  const answer = answerOf(config);
  if (!answer) return [];
  const { column_name: column, trait } = answer;
  const traits = Object.entries(config.output_to_traits).filter(
    ([name, mapping]) => name === trait || mapping.column_name === column,
  );
  const sets = Object.entries(config.identity_sets).filter(([, set]) =>
    Object.values(set).flat().includes(column),
  );
  const dated = Object.entries(config.output_to_streams).filter(([, { data_map }]) => data_map.datetime);
  return [
    ...dated.map(([name]) => ({
      path: `output_to_streams.${name}`,
      detail: "has dates, and options.snapshot is for files without dates. Remove one of the two",
    })),
    ...traits.map(([name]) => ({
      path: `output_to_traits.${name}`,
      detail: `would give the answer away: ${column} is the answer of options.snapshot. Remove this trait`,
    })),
    ...sets.map(([name]) => ({
      path: `identity_sets.${name}`,
      detail: `identifies people by ${column}, which is the answer of options.snapshot. Choose another column`,
    })),
  ];
};
