// Goal shares: at how many of the last few moments of each row's person the goal was reached before the next
// moment, and at the last one before the cutoff.

import type { GoalFeature } from "../../domain/outcome/features/feature.js";
import type { Column } from "./column.js";
import { conditionsText, type StreamEvents } from "./events.js";
import { activeEventsOf } from "./histories.js";
import { type FrameRows, firstSince, type Past } from "./past.js";

/** NaN without a moment before the cutoff. */
export const goalShares = (
  feature: GoalFeature,
  past: (stream: string) => Past,
  { place, cutoff }: FrameRows,
): Column => {
  const { active, goal, reached } = momentsOf(feature, past);
  const shares = new Float64Array(place.length);
  for (let row = 0; row < shares.length; row++) {
    const person = place[row]!;
    const first = active.starts[person]!;
    const end = firstSince(active.time, first, active.starts[person + 1]!, cutoff[row]!);
    const from = Math.max(first, end - feature.measure.moments);
    if (end === first) {
      shares[row] = Number.NaN;
      continue;
    }
    const last = active.time[end - 1]!;
    const next = firstSince(goal.time, goal.starts[person]!, goal.starts[person + 1]!, last);
    const isReached = next < goal.starts[person + 1]! && goal.time[next]! < cutoff[row]!;
    shares[row] = (reached[end - 1]! - reached[from]! + (isReached ? 1 : 0)) / (end - from);
  }
  return shares;
};

/** Moments of people, person after person: person p has those from `starts[p]` until `starts[p + 1]`. */
interface Moments {
  starts: Int32Array;
  time: Float64Array;
}

interface GoalMoments {
  active: Moments;
  goal: Moments;
  /** At how many of the person's moments before each, the goal was reached before the next. */
  reached: Int32Array;
}

/** Made once for all numbers of moments. */
const momentsOf = (feature: GoalFeature, past: (stream: string) => Past): GoalMoments => {
  const [chosen, goal] = [activeEventsOf(feature), feature.measure.goal];
  const own = past(chosen.stream);
  return own.once(`goal moments ${JSON.stringify([chosen.conditions, goal])}`, () => {
    const moments = [chosen, goal].map(({ stream, conditions }) => {
      const { events } = past(stream);
      return momentsIn(
        events,
        conditions.length === 0 ? null : events.chosen.get(conditionsText(conditions))!,
      );
    }) as [Moments, Moments];
    return { active: moments[0], goal: moments[1], reached: reachedBefore(...moments) };
  });
};

/** The distinct times of the chosen events. */
const momentsIn = ({ starts, time }: StreamEvents, chosen: Uint8Array | null): Moments => {
  const times = new Float64Array(time.length);
  const own = new Int32Array(starts.length);
  let count = 0;
  for (let person = 0; person + 1 < starts.length; person++) {
    for (let event = starts[person]!; event < starts[person + 1]!; event++) {
      const isNew = count === own[person]! || times[count - 1] !== time[event];
      if (isNew && (chosen === null || chosen[event] === 1)) times[count++] = time[event]!;
    }
    own[person + 1] = count;
  }
  return { starts: own, time: times.subarray(0, count) };
};

const reachedBefore = (active: Moments, goal: Moments): Int32Array => {
  const reached = new Int32Array(active.time.length);
  for (let person = 0; person + 1 < active.starts.length; person++) {
    let at = goal.starts[person]!;
    const end = goal.starts[person + 1]!;
    for (let moment = active.starts[person]! + 1; moment < active.starts[person + 1]!; moment++) {
      while (at < end && goal.time[at]! < active.time[moment - 1]!) at++;
      const isReached = at < end && goal.time[at]! < active.time[moment]!;
      reached[moment] = reached[moment - 1]! + (isReached ? 1 : 0);
    }
  }
  return reached;
};
