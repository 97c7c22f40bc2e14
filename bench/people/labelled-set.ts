// A set of records of which it is known who is who. The service sees the files and how their owner says to read them; the
// truth is only for judging.

import type { IdentitySet } from "../../src/domain/dataset.js";
import type { Relation } from "../../src/warehouse/sql/sql.js";

export interface LabelledSet {
  name: string;
  /** CSV files in the order in which they arrive, each with a column `record`, a whole number that is there once. */
  files: string[];
  identity: IdentitySet;
  /** One row per record: record BIGINT and person, which can be of any type. */
  truth: Relation;
}
