// Events as they arrive: how many came since a moment, by the seconds of answers of which each overlaps the one before.

import type { Schemas } from "../../api/client.js";

export type RecentEvents = Schemas["RecentEvents"];
export type Arrival = Schemas["RecentEvent"];
export type LastMinute = Schemas["LastMinuteOfEvents"];

/** Events that are counted, and the second until which they are. */
export interface Counted {
  events: number;
  /** Counted, all of it. */
  through: number;
  /** Seconds are missing, because nobody looked for more than a minute. */
  isLeast: boolean;
}

const second = 1000;

/** Nothing is counted yet but what comes from this answer on. */
export const countingFrom = ({ through }: LastMinute): Counted => ({
  events: 0,
  through: Date.parse(through),
  isLeast: false,
});

/** With the seconds that are over since; the last one of an answer is not. */
export const countedWith = (before: Counted, { per_second: seconds, through }: LastMinute): Counted => {
  const last = Date.parse(through);
  const first = last - (seconds.length - 1) * second;
  if (last - second <= before.through) return before;
  let { events } = before;
  for (const [i, { taken, refused }] of seconds.entries()) {
    const at = first + i * second;
    if (at > before.through && at < last) events += taken + refused;
  }
  return { events, through: last - second, isLeast: before.isLeast || first > before.through + second };
};

/** Whom an event is of, as it says: at most two of its fields. */
export const whoIs = ({ identity }: Pick<Arrival, "identity">): string =>
  Object.values(identity).slice(0, 2).join(" · ");

/** Properties in a line. */
export const propertiesText = ({ properties }: Pick<Arrival, "properties">): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
