// Amount of files, and whether it is too large a share of all for a sweep that should find next to nothing.

export interface Amount {
  entries: number;
  bytes: number;
}

/** Up to this number of entries, a root has too little for shares to mean anything. */
const handful = 5;
const largestShare = 0.2;

/** More than a share of all entries, or of all bytes. */
export const isTooMuch = (some: Amount, all: Amount): boolean =>
  all.entries > handful &&
  (some.entries > largestShare * all.entries || some.bytes > largestShare * all.bytes);
