// Parts of a long list: a statement binds a limited number of values, and the thread must not be held while
// thousands of rows are read.

import { giveTurn } from "../domain/machine/event-loop.js";

/** SQLite binds 32,766 values in one statement, PostgreSQL 65,535. */
const maxPartSize = 1000;

export const inParts = async <V extends string | number, R>(
  values: readonly V[],
  read: (part: readonly V[]) => Promise<R[]>,
  partSize = maxPartSize,
): Promise<R[]> => {
  const found: R[] = [];
  for (let start = 0; start < values.length; start += partSize) {
    if (start > 0) await giveTurn();
    found.push(...(await read(values.slice(start, start + partSize))));
  }
  return found;
};

/** Rows that are read and parsed in one turn at most. */
const rowsInTurn = 500;

/** A turn that took longer is followed by one with half as many rows: a row may have a megabyte. */
const turnMs = 5;

/** Reads numbered rows in their order, and lets others run in between. */
export const readInTurns = async <Row extends { sequence: number }>(
  read: (after: number, most: number) => Promise<Row[]>,
  take: (row: Row) => void,
  most = rowsInTurn,
): Promise<void> => {
  let count = Math.ceil(most * firstShare);
  for (let after = -1; ; await giveTurn()) {
    const began = performance.now();
    const rows = await read(after, count);
    for (const row of rows) take(row);
    if (rows.length < count) return;
    after = rows.at(-1)!.sequence;
    count = performance.now() - began > turnMs ? Math.max(1, count >> 1) : Math.min(most, 2 * count);
  }
};

/** The size of the rows is not known yet. */
const firstShare = 0.2;

/** Writes of a row that take some milliseconds together. */
const writesInTurn = 20;

/** Acts on each in turn, and lets others run in between. */
export const eachInTurns = async <T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
): Promise<void> => {
  for (const [i, item] of items.entries()) {
    if (i > 0 && i % writesInTurn === 0) await giveTurn();
    await act(item);
  }
};
