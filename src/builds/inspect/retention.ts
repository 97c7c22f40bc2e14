// Retention of a stream, counted when it is asked for, from the events of the last build.

import { type FirstMonth, mostFirstMonths } from "../../domain/data/retention.js";
import type { Engine } from "../../warehouse/engine.js";
import { relation, streamFiles } from "../../warehouse/relations.js";
import { retention } from "../../warehouse/retention.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

type Counted = { month: string; months_after: number; people: number; value: number };

/** Null for a stream that is not built. */
export const retentionOf = async (
  { stream: name }: { stream: string },
  engine: Engine,
  { streams, dataThrough }: AccountSnapshot,
): Promise<FirstMonth[] | null> => {
  const stream = streams.find((built) => built.name === name);
  if (!stream) return null;
  const events = relation(streamFiles(stream.dir).events);
  const counted = await engine.rows<Counted>(retention(events, dataThrough, mostFirstMonths));
  return firstMonths(counted, stream.result.hasValue);
};

/** Rows are in order: that of a first month itself comes before its later ones. */
const firstMonths = (counted: readonly Counted[], hasValue: boolean): FirstMonth[] => {
  const months: FirstMonth[] = [];
  for (const { month, months_after: monthsAfter, people, value: sum } of counted) {
    const value = hasValue ? sum : null;
    if (monthsAfter === 0) months.push({ month, people, value, later: [] });
    else months.at(-1)!.later.push({ monthsAfter, people, value });
  }
  return months;
};
