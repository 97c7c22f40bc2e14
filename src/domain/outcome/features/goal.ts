// Features of the goal itself: at how many of the last few events a person reached it, whenever these were.
// Windows of days have few events of people who pause, and none of those who do a thing once a year.

import type { ChosenEvents, GoalFeature } from "./feature.js";
import { streamWords } from "./naming.js";

/** The events that reach the goal, and those at which people can reach it. */
export interface GoalEvents {
  goal: ChosenEvents;
  active: ChosenEvents;
}

const momentCounts = [3, 10, 30];

/** None where the goal is reached at each of the events. */
export const goalFeatures = ({ goal, active }: GoalEvents): GoalFeature[] => {
  if (JSON.stringify(goal) === JSON.stringify(active)) return [];
  const { stream, conditions } = active;
  const { name, many } = streamWords(stream);
  return momentCounts.map((moments) => ({
    name: `${name}_goal_share_last_${moments}`,
    literate: `share of the last ${moments} ${many} at which the goal was reached`,
    provider: stream,
    type: "number",
    over: "goal",
    measure: { of: "goal_share", conditions, goal, moments },
  }));
};
