// Version of a table of a lake: what its files need to become its rows.

export interface PartColumn {
  name: string;
  /** Name of the column in the files. */
  stored: string;
  /** Such as `long` or `decimal(10,2)`; null for one with parts. */
  type: string | null;
}

/** Why a table cannot be read, in words for its owner. */
export class UnreadableTable extends Error {
  override name = "UnreadableTable";
}
