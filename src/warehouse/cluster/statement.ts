// Statement as the cluster reads it.

import { assert } from "../../errors/refusal.js";
import { spark } from "../sql/dialect.js";
import { render, type Sql } from "../sql/sql.js";

/** Whether Spark has a spelling for every part of the statement. */
export const isKnownToSpark = (statement: Sql): boolean => render(statement, spark) !== null;

/** Throws for a statement that means nothing, or something else, to Spark. */
export const statementText = (statement: Sql): string => {
  const text = render(statement, spark);
  assert(text !== null, `Spark does not know a part of: ${statement.text}`);
  return text;
};
