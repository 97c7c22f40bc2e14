// What the columns of a pipeline say, for people.

import type { Records } from "../../api/kinds.js";

export interface Told {
  /** With names. */
  name: string;
  /** With ids. */
  machineName: string;
  says: string;
}

/** Those that say who a row is about, and then what is said of them. */
export const columnsOf = ({
  identity_columns: identity,
  payload_columns: payload,
}: Pick<Records["scopes"]["columns"], "identity_columns" | "payload_columns">): Told[] => [
  ...identity.map((name) => ({ name, machineName: name, says: "who the row is about" })),
  ...payload.map(({ name, human_name }) => ({ name: human_name, machineName: name, says: meaningOf(name) })),
];

const meaningOf = (name: string): string =>
  meanings.find(([form]) => form.test(name))?.[1](name) ?? "what is so of them: a trait";

const meanings: readonly (readonly [form: RegExp, (name: string) => string])[] = [
  [/_propensity_probability$/, () => "how likely they are, 0 to 1"],
  [/_propensity_percentile$/, () => "their rank, 1 to 100: 95 is likelier than 95 % of those scored"],
  [/^fdy_outcome_.*_status$/, () => "whether they are scored, have attained already, or are not asked about"],
  [/^fdy_explanation_/, () => "why, in up to three reasons for and three against"],
  [/_persona_name$/, () => "the name of their persona"],
  [/_rank_\d+$/, (name) => `what they are likely to take next: place ${/\d+$/.exec(name)![0]}`],
  [/^fdy_cohort_/, () => "whether they are in the cohort"],
];
