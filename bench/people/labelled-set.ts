// Labelled set: records with their true persons. The service sees the files and their column mapping; the truth is for evaluation only.

import type { IdentitySet } from "../../src/domain/dataset.js";
import type { Relation } from "../../src/warehouse/sql/sql.js";

export interface LabelledSet {
  name: string;
  /** CSV files in order of arrival, each with a column `record`, a unique whole number. */
  files: string[];
  identity: IdentitySet;
  /** One row per record: record BIGINT, and person of any type. */
  truth: Relation;
}
