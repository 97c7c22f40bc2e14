// The delivered relation: one row per person of the population, who they are beside what is predicted of them.

import { ident, join, type Relation, type Sql, sql } from "./sql/sql.js";

export interface DeliveredOutcome {
  /** Number of the outcome in the scores relation, and what its columns are called in the file. */
  index: number;
  probability: string;
  percentile: string;
  status: string;
}

export interface DeliverySpec {
  scores: Relation;
  people: Relation;
  personColumn: string;
  identityColumns: readonly string[];
  outcomes: readonly DeliveredOutcome[];
  /** At most so many rows, the most likely first; null for everybody. */
  limit: number | null;
}

/** Ordered by the first outcome's probability, then by person, so that a preview shows the top and bytes never vary. */
export const deliveredRows = ({
  scores,
  people,
  personColumn,
  identityColumns,
  outcomes,
  limit,
}: DeliverySpec): Sql => {
  const columns = [
    sql`s.person_id as ${ident(personColumn)}`,
    ...identityColumns.map((field) => sql`p.${ident(field)}`),
    ...outcomes.flatMap(({ index, probability, percentile, status }) => [
      sql`round(s.${ident(`probability_${index}`)}, 6) as ${ident(probability)}`,
      sql`s.${ident(`percentile_${index}`)} as ${ident(percentile)}`,
      sql`s.${ident(`status_${index}`)} as ${ident(status)}`,
    ]),
  ];
  const first = outcomes[0] ? sql`s.${ident(`probability_${outcomes[0].index}`)} desc nulls last,` : sql``;
  return sql`
    select ${join(columns)}
    from ${scores} s left join ${people} p on p.person_id = s.person_id
    order by ${first} s.person_id
    ${limit === null ? sql`` : sql`limit ${limit}`}`;
};

export interface CsvOptions {
  delimiter: string;
  gzip: boolean;
  quoteAll: boolean;
}

/** Writes rows as CSV with a header line. */
export const copyToCsv = (rows: Sql, path: string, { delimiter, gzip, quoteAll }: CsvOptions): Sql => sql`
  copy (${rows}) to ${path} (
    format csv, header true, delimiter ${delimiter}${quoteAll ? sql`, force_quote *` : sql``},
    compression ${gzip ? "gzip" : "none"}
  )`;
