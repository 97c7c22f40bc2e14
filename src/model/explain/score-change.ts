// Parts of a score's change: differences along a path from the earlier to the later score, on which one cause
// after the other sets in. The path begins and ends at the delivered scores, so the parts add up to the
// change by construction. An order is needed, since causes act together: a model that sees orders alone gives
// a new order its effect.

import { type ChangeCause, type ChangePart, changeCauses } from "../../domain/pipeline/score-change.js";
import { logit, sigmoid } from "../numeric/special-functions.js";

/** Probabilities of one person, each as of what has set in by then. */
export interface ChangePath {
  /** As delivered by the earlier build, and by its model before bias mitigation. */
  from: number;
  fromModel: number;
  /** The earlier model at the earlier cutoff, for the person and the earlier events as they are known now. */
  asKnownNow: number;
  /** The same at the later cutoff, without later events. */
  later: number;
  /** With them. */
  withEvents: number;
  /** As delivered by the later build, and by its model before bias mitigation. */
  toModel: number;
  to: number;
}

/** Without parts that are exactly 0. `isMerged`: the person had been several. */
export const changeParts = (path: ChangePath, isMerged: boolean): ChangePart[] => {
  const at = Object.fromEntries(Object.entries(path).map(([name, p]) => [name, logit(p)])) as Record<
    keyof ChangePath,
    number
  >;
  const known = at.asKnownNow - at.fromModel;
  const steps: Record<ChangeCause, number> = {
    merged: isMerged ? known : 0,
    corrected: isMerged ? 0 : known,
    time: at.later - at.asKnownNow,
    events: at.withEvents - at.later,
    model: at.toModel - at.withEvents,
    adjustment: at.to - at.toModel - (at.from - at.fromModel),
  };
  let reached = at.from;
  return changeCauses.flatMap((cause) => {
    const log_odds = steps[cause];
    if (log_odds === 0) return [];
    const before = reached;
    reached += log_odds;
    return [{ cause, log_odds, probability: sigmoid(reached) - sigmoid(before) }];
  });
};

/** Means over people, of the parts that anybody has. */
export const meanParts = (people: readonly (readonly ChangePart[])[]): ChangePart[] =>
  changeCauses.flatMap((cause) => {
    const own = people.flatMap((parts) => parts.filter((part) => part.cause === cause));
    const mean = (of: (part: ChangePart) => number) =>
      own.reduce((sum, part) => sum + of(part), 0) / people.length;
    return own.length === 0
      ? []
      : [{ cause, log_odds: mean((part) => part.log_odds), probability: mean((part) => part.probability) }];
  });
