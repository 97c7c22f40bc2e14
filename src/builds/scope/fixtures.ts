// Scores of a test: everyone who can buy again, with a probability by their position.

import { join, type Relation, sql } from "../../warehouse/sql/sql.js";
import type { OutcomeSpec } from "../outcome/prediction-task.js";

export const buysAgain: OutcomeSpec = {
  config: { attainment_cohort_id: "a", recurring: true },
  attainment: { stream_name: "transaction" },
  eligible: null,
  attrition: null,
};

export const scoresByPosition = (people: readonly bigint[]): Relation =>
  sql`(select * from (values ${join(
    people.map((id, i) => {
      const place = (i + 0.5) / people.length;
      return sql`(${id}::bigint, 'scored', ${place}::double, ${Math.max(1, Math.floor(100 * place))}::integer)`;
    }),
  )}) as t(person_id, status, probability, percentile))`;
