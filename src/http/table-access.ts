// Table access: whether an account may read or write a table of the lake, by the operator's grants. The steps
// ask again, as grants change.

import type { DatasetConfig } from "../domain/data/dataset.js";
import type { GrantedTables, TableAccess } from "../domain/data/table-grant.js";
import { grantedTo } from "../domain/data/table-grant.js";
import type { TargetConfig } from "../domain/target/target.js";
import { requireGrant } from "../errors/table-refusal.js";
import type { Kind } from "./kind.js";
import type { AppOptions } from "./options.js";

type Tables = Pick<AppOptions, "tableGrants">;

/** Undefined for a service without a cluster. */
export const tablesOf = ({ tableGrants }: Tables, accountId: string): GrantedTables | undefined =>
  tableGrants && grantedTo(accountId, tableGrants);

/** The kind, which refuses `cluster-missing`, `table-name-invalid` and `table-not-granted`. */
export const withTableAccess = <T extends "datasets" | "targets">(
  kind: Kind<T>,
  access: TableAccess,
  options: Tables,
): Kind<T> => ({
  ...kind,
  async beforeSave(trx, accountId, config, now) {
    const { options: source }: DatasetConfig | TargetConfig = config;
    if (source.type === "spark_table") requireGrant(tablesOf(options, accountId), access, source.table_name);
    return (await kind.beforeSave?.(trx, accountId, config, now)) ?? config;
  },
});
