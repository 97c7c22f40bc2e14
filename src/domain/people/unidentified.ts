// Unidentified records: those that are nobody, each with the reason. They are as the last build read them.

import type { WrittenFields } from "./agreement.js";

export const unidentifiedReasons = [
  "guest",
  "name_alone",
  "first_name_alone",
  "last_name_alone",
  "unusable_contact",
  "no_name",
] as const;
export type UnidentifiedReason = (typeof unidentifiedReasons)[number];

export interface UnidentifiedRequest {
  limit: number;
  /** Records to skip. */
  offset: number;
}

export interface UnidentifiedRecord {
  id: string;
  /** Ids of the datasets that have it. */
  datasets: string[];
  rows: number;
  fields: WrittenFields;
  reason: UnidentifiedReason;
}

export interface UnidentifiedRecords {
  /** The most rows first. */
  records: UnidentifiedRecord[];
  /** The most rows first; a reason without a record is left out. */
  reasons: { reason: UnidentifiedReason; records: number; rows: number }[];
  total: number;
}
