// Which of two streams a person was last seen in, and by how far: a refund after a purchase is not a purchase after a refund.

import type { OrderFeature } from "./feature.js";
import { literate } from "./words.js";

/** One feature per pair, so their number stays below that of any stream's own. */
const streamsInPairs = 5;

/** `streams` by falling number of events: pairs are made of the first five. */
export const orderFeatures = (streams: readonly string[]): OrderFeature[] =>
  streams
    .slice(0, streamsInPairs)
    .flatMap((from, i) => streams.slice(i + 1, streamsInPairs).map((until) => feature(from, until)));

const feature = (from: string, until: string): OrderFeature => ({
  name: `days_from_last_${from}_to_last_${until}`,
  literate: `days from last ${literate(from)} to last ${literate(until)}`,
  provider: from,
  type: "number",
  over: "order",
  until,
});
