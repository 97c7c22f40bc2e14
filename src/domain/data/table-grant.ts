// Table grant: what the operator lets an account read or write in a lake. Names of tables are those of the
// cluster, with dots between their parts. A grant is for a table, or for everything below a catalog or
// schema. Without a grant an account reaches no table, since the cluster is the operator's and accounts are
// tenants.

/** A name of the cluster, such as lake.sales.orders. */
export type TableName = readonly string[];

/** No slash: otherwise parquet.`/etc/x` would be a table. */
const namePart = /^[\p{L}\p{N}_$-]{1,200}$/u;
const mostParts = 5;

/** Catalog, schema and table, or as many parts as the catalog has; undefined for another text. */
export const parseTableName = (text: string): TableName | undefined => {
  const parts = partsOf(text);
  return parts !== undefined && parts.length > 1 ? parts : undefined;
};

const partsOf = (text: string): TableName | undefined => {
  const parts = text.split(".");
  return parts.length <= mostParts && parts.every((part) => namePart.test(part)) ? parts : undefined;
};

export type TableAccess = "read" | "write";

export interface TableGrant {
  /** ID of the account; null: every account. */
  account: string | null;
  access: TableAccess;
  /** A table, or the first parts of its name. */
  prefix: string;
}

/** `read lake.sales; 3f8a2c1e-…: write lake.scores`. Undefined for another text. */
export const parseTableGrants = (text: string): readonly TableGrant[] | undefined => {
  const rules = text.split(";").map((rule) => rule.trim());
  const grants = rules.filter((rule) => rule !== "").map(parseGrant);
  return grants.every((grant) => grant !== undefined) ? grants : undefined;
};

const parseGrant = (rule: string): TableGrant | undefined => {
  const [, account, access, prefix] = /^(?:([0-9a-f-]{36})\s*:\s*)?(read|write)\s+(\S+)$/.exec(rule) ?? [];
  if (prefix === undefined || !partsOf(prefix)) return undefined;
  return { account: account ?? null, access: access as TableAccess, prefix };
};

/** Tables that one account may read and write, as prefixes of their names. */
export type GrantedTables = Readonly<Record<TableAccess, readonly string[]>>;

export const grantedTo = (account: string, grants: readonly TableGrant[]): GrantedTables => {
  const own = grants.filter((grant) => grant.account === null || grant.account === account);
  const prefixes = (access: TableAccess) => [
    ...new Set(own.filter((grant) => grant.access === access).map(({ prefix }) => prefix)),
  ];
  return { read: prefixes("read"), write: prefixes("write") };
};

export const isGranted = (prefixes: readonly string[], table: TableName): boolean =>
  prefixes.some((prefix) => prefix.split(".").every((part, i) => part === table[i]));
