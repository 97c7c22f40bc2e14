// Rows of a frame, joined by landmark and person with what a query finds for each landmark.

import type { Frame } from "../../domain/outcome/frame.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";
import type { Column, Engine } from "../../warehouse/engine.js";
import type { Sql } from "../../warehouse/sql/sql.js";

/** Rows of a landmark are together, in order of their people. */
export type FrameRows = Pick<Frame, "rows" | "personId" | "landmark">;

/**
 * Calls `take` with each row whose person the landmark's query finds, and the place of what it found. The query
 * returns person_id BIGINT, ascending, so that one pass joins both.
 */
export const joinByLandmark = async (
  { rows, personId, landmark }: FrameRows,
  query: (landmark: EpochSeconds) => Sql,
  engine: Engine,
  take: (row: number, columns: Record<string, Column>, place: number) => void,
): Promise<void> => {
  for (let from = 0, until = 0; from < rows; from = until) {
    while (until < rows && landmark[until] === landmark[from]) until++;
    const { columns } = await engine.columns(query(landmark[from]!));
    const people = columns.person_id as BigInt64Array;
    for (let row = from, place = 0; row < until; row++) {
      while (place < people.length && people[place]! < personId[row]!) place++;
      if (people[place] === personId[row]) take(row, columns, place);
    }
  }
};
