// Basis of the numbers in a part of a page: the people that they count, the day that the data reach, and the
// currency of amounts. It belongs to the name of the part, so that whoever hears a number knows its subject.

import { english, type Formatter, type Moment } from "./format.js";

export interface Basis {
  /** Whom the numbers are of, such as "500 customers". */
  of?: string | undefined;
  /** The cutoff, just after the newest event; absent where it is not known. */
  through?: Moment | undefined;
  /** Null: amounts are in a currency that no file names. Absent: there are none. */
  currency?: string | null | undefined;
}

/** "Of 500 customers, data through 31 May 2026, amounts in EUR"; empty where nothing is known. */
export const basisText = ({ of, through, currency }: Basis, { day }: Formatter = english): string => {
  const parts = [
    ...(of === undefined ? [] : [`of ${of}`]),
    ...(through === undefined ? [] : [`data through ${day(through)}`]),
    ...(currency === undefined ? [] : [`amounts in ${currency ?? "the currency of the files"}`]),
  ].join(", ");
  return parts === "" ? "" : parts[0]!.toUpperCase() + parts.slice(1);
};
