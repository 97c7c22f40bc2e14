// Names of written columns, as the database keeps them.

import { refuse } from "../../errors/refusal.js";
import type { WrittenColumn } from "./database.js";

export interface NameRule {
  /** The name that the database keeps. */
  keep(name: string): string;
  /** The name of a table that it keeps. Default: the name. */
  keepTable?(name: string): string;
  /** The spelling by which the database tells names apart. Default: the name. */
  fold?(name: string): string;
  /** In words, after “The database”. */
  words: string;
}

/** The columns by the names that the database keeps. Refuses `table-columns-clash`. */
export const keptColumns = (
  columns: readonly WrittenColumn[],
  { keep, fold = (name) => name, words }: NameRule,
): WrittenColumn[] => {
  const kept = columns.map(({ name, type }) => ({ name: keep(name), type }));
  const folded = kept.map(({ name }) => fold(name));
  const twin = columns.find((_, i) => folded.indexOf(folded[i]!) < i);
  if (twin) throw refuse("table-columns-clash", { column: twin.name, rule: words });
  return kept;
};

/** The longest prefix of whole characters that fits. */
export const firstBytes = (name: string, bytes: number): string => {
  let cut = name;
  while (Buffer.byteLength(cut) > bytes) cut = [...cut].slice(0, -1).join("");
  return cut;
};
