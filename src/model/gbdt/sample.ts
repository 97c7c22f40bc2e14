// The list of rows that a tree begins with: those it is fitted to in front, all others after them.

import type { Random } from "../random.js";

/** Of the first `trained` rows a share is taken; the rest, and the rows after them, follow. Returns how many are in front. */
export const dealRows = (index: Int32Array, trained: number, share: number, random: Random): number => {
  let front = 0;
  let back = index.length;
  for (let row = index.length - 1; row >= trained; row--) index[--back] = row;
  if (share >= 1) {
    for (let row = 0; row < trained; row++) index[row] = row;
    return trained;
  }
  for (let row = 0; row < trained; row++)
    if (random() < share) index[front++] = row;
    else index[--back] = row;
  return front;
};
