// States of a stream's people over time, counted when they are asked for, from the events of the last build.

import {
  activeMonthsWithoutReturns,
  type MonthStates,
  mostActiveMonths,
  mostStateMonths,
  type PeopleStates,
} from "../../domain/data/people-states.js";
import type { Engine } from "../../warehouse/engine.js";
import { peopleStates, usualGap } from "../../warehouse/people-states.js";
import { relation, streamFiles } from "../../warehouse/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

type Counted = Pick<MonthStates, keyof MonthStates>;

/** Twice the usual gap: half of those who come again do so within one. Null for a stream that is not built. */
export const peopleStatesOf = async (
  { stream: name, activeMonths: given }: { stream: string; activeMonths?: number },
  engine: Engine,
  { streams, dataThrough: cutoff }: AccountSnapshot,
): Promise<PeopleStates | null> => {
  const stream = streams.find((built) => built.name === name);
  if (!stream) return null;
  const events = relation(streamFiles(stream.dir).events);
  const activeMonths =
    given ?? activeMonthsFor(await engine.rows<{ usual: number | null }>(usualGap(events, cutoff)));
  const bounds = { cutoff, activeMonths, most: mostStateMonths };
  return { activeMonths, months: await engine.rows<Counted>(peopleStates(events, bounds)) };
};

const activeMonthsFor = ([gap]: readonly { usual: number | null }[]): number =>
  gap?.usual == null ? activeMonthsWithoutReturns : Math.min(mostActiveMonths, 2 * gap.usual);
